package io.tidemark.ingest.checkpoint;

import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The known generations that are not followed now: left by earlier tailers, or ended by this one.
 */
public final class CheckpointIndex {

  /** Prefix of the ids of files that hold a beginning of a generation. */
  public static final String KNOWN = "known-";

  /** Prefix of the ids of files that hold a whole generation, which was read from another file. */
  public static final String EQUAL = "equal-";

  /** Prefix of the ids of files that are not a generation of their log. */
  public static final String FOREIGN = "foreign-";

  /** A known generation, or a file that is not to be read. */
  public record Entry(String generation, Position position) {

    /** Its number within its source; 0 for a file that is not to be read. */
    public long number() {
      return position.lineage().number();
    }

    /** Whether the file holds a beginning of a generation. */
    public boolean isCopy() {
      return passedOver() && (generation.startsWith(KNOWN) || isEqual());
    }

    /** Whether the file held a whole generation when it was recorded. */
    public boolean isEqual() {
      return generation.startsWith(EQUAL);
    }

    /** Whether the file was a copy when it was recorded and has grown since. */
    public boolean outgrown(FileSource file) throws IOException {
      return isCopy() && file.size() > position.offset();
    }

    public boolean passedOver() {
      return number() == 0;
    }
  }

  private final Map<String, Entry> byGeneration = new LinkedHashMap<>();
  private final Map<String, Map<String, Entry>> byInode = new HashMap<>();
  private final Map<String, Map<String, Entry>> bySource = new HashMap<>();
  private final Map<String, Long> numbers = new HashMap<>();

  public CheckpointIndex(Map<String, Position> known) {
    known.forEach(this::note);
  }

  public void note(String generation, Position position) {
    forget(generation);
    Entry entry = new Entry(generation, position);
    byGeneration.put(generation, entry);
    String fileKey = position.file().fileKey();
    if (fileKey != null) {
      byInode
          .computeIfAbsent(FileSource.anyDevice(fileKey), k -> new LinkedHashMap<>())
          .put(generation, entry);
    }
    bySource.computeIfAbsent(position.source(), k -> new LinkedHashMap<>()).put(generation, entry);
    numbers.merge(position.source(), entry.number(), Math::max);
  }

  /**
   * The number of the source's next generation; it grows even when older positions are forgotten.
   */
  public long nextNumber(String source) {
    return numbers.merge(source, 1L, Long::sum);
  }

  public void forget(String generation) {
    Entry old = byGeneration.remove(generation);
    if (old != null) {
      inInode(String.valueOf(old.position().file().fileKey())).remove(generation);
      bySource.getOrDefault(old.position().source(), new HashMap<>()).remove(generation);
    }
  }

  public Collection<Entry> all() {
    return List.copyOf(byGeneration.values());
  }

  public Collection<Entry> ofSource(String source) {
    return List.copyOf(bySource.getOrDefault(source, Map.of()).values());
  }

  /**
   * Later generations in the file at the log's own path. An older one that was found under a
   * rotated name may have a higher number, too.
   */
  public Stream<Entry> newerAtHome(Entry entry) {
    String home = entry.position().lineage().home();
    return ofSource(entry.position().source()).stream()
        .filter(e -> e.number() > entry.number() && e.position().file().uri().equals(home));
  }

  /** The newest generation of a source before that with this number, if a line of it was read. */
  public Optional<Entry> lastBefore(String source, long number) {
    return ofSource(source).stream()
        .filter(entry -> entry.position().offset() > 0)
        .filter(entry -> !entry.passedOver() && entry.number() < number)
        .max(Comparator.comparing(Entry::number));
  }

  /** The generation of a document that does not change. */
  public Optional<Entry> documentOf(String fileKey) {
    return inInode(fileKey).values().stream().findFirst();
  }

  private Map<String, Entry> inInode(String fileKey) {
    return byInode.getOrDefault(FileSource.anyDevice(fileKey), new HashMap<>());
  }

  /**
   * The generation in this file. An open one precedes an ended one, and a longer one precedes a
   * shorter one. Of two that were cut before their first line, the newer one is returned.
   */
  public Optional<Entry> generationOf(FileSource file) throws IOException {
    List<Entry> fitting = new ArrayList<>();
    for (Entry entry : inInode(file.fileKey()).values()) {
      if (fits(entry.position(), file)) {
        fitting.add(entry);
      }
    }
    return fitting.stream()
        .max(
            Comparator.comparing((Entry entry) -> !entry.position().ended())
                .thenComparing(entry -> entry.position().offset())
                .thenComparing(Entry::number));
  }

  /**
   * File systems reuse inode numbers and may lack birth times, so both and the marker must fit. The
   * device number changes with each mount, so in the file's folder it need not.
   */
  static boolean fits(Position position, FileSource file) throws IOException {
    String fileKey = String.valueOf(position.file().fileKey());
    boolean sameFile =
        file.fileKey().equals(fileKey)
            || (FileSource.isOneInode(file.fileKey(), fileKey)
                && file.path().resolveSibling("").equals(folderOf(position)));
    return file.mayBeBorn(position.file().bornNanos()) && sameFile && holds(position, file);
  }

  private static Path folderOf(Position position) {
    return Path.of(URI.create(position.file().uri())).resolveSibling("");
  }

  /** Whether the file begins with all that was read of the generation. */
  public static boolean holds(Position position, FileSource file) throws IOException {
    return file.fits(position.marker(), position.offset())
        && ContentPrints.decode(position.lineage().prints()).stand(file);
  }

  private List<Entry> endedOf(String source) {
    return ofSource(source).stream()
        .filter(entry -> !entry.passedOver() && entry.position().ended())
        .toList();
  }

  /** The longest ended generation that the file begins with. */
  public Optional<Entry> heldBy(String source, FileSource file) throws IOException {
    Entry longest = null;
    for (Entry entry : endedOf(source)) {
      Position position = entry.position();
      if (position.offset() > (longest == null ? 0 : longest.position().offset())
          && holds(position, file)) {
        longest = entry;
      }
    }
    return Optional.ofNullable(longest);
  }

  /** The ended generation that equals the first {@code size} bytes of the file. */
  public Optional<Entry> equalAt(String source, FileSource file, long size) throws IOException {
    for (Entry entry : endedOf(source)) {
      Position position = entry.position();
      if (position.offset() == size
          && Fingerprint.fits(position.marker(), file.channel(), size)
          && ContentPrints.decode(position.lineage().prints()).agree(file, size)) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }

  /** Whether the file holds a beginning of a known generation of the log, and no more. */
  public boolean holdsBeginning(String source, FileSource file) throws IOException {
    return holdsBeginning(source, file, null);
  }

  /** The same, except for the generation {@code but}. */
  public boolean holdsBeginning(String source, FileSource file, @Nullable String but)
      throws IOException {
    for (Entry known : ofSource(source)) {
      if (!known.generation().equals(but)
          && !known.passedOver()
          && contains(known.position(), file)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the file holds a beginning of the generation's shipped bytes, or all of them. */
  private static boolean contains(Position position, FileSource file) throws IOException {
    long size = file.size();
    if (size > position.offset()) {
      return false;
    }
    String encoded = position.lineage().prints();
    ContentPrints prints = ContentPrints.decode(encoded);
    String end = file.before(size).marker();
    boolean known =
        size == position.offset() ? end.equals(ContentPrints.endOf(encoded)) : prints.cover(size);
    return known && prints.agree(file, size);
  }
}
