package io.tidemark.ingest.checkpoint;

import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.model.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The generations that are known and not followed now: of earlier tailers, or ended by this one.
 */
public final class CheckpointIndex {

  /** Begins the ids of files that hold a beginning of a generation. */
  public static final String KNOWN = "known-";

  /** Begins the ids of files that hold all that a generation held, which was read elsewhere. */
  public static final String EQUAL = "equal-";

  /** Begins the ids of files that are no generations of their log. */
  public static final String FOREIGN = "foreign-";

  /** A known generation, or a file that is not to be read. */
  public record Entry(String generation, Position position) {

    /** Which of its source it is; 0 where nobody counted. */
    public long number() {
      Position.Lineage lineage = position.lineage();
      return lineage == null ? 0 : lineage.number();
    }

    /** It holds a beginning of a generation. */
    public boolean isCopy() {
      return passedOver() && (generation.startsWith(KNOWN) || isEqual());
    }

    /** It holds all that a generation held then. */
    public boolean isEqual() {
      return generation.startsWith(EQUAL);
    }

    /** It held what was known then, and holds more now. */
    public boolean outgrown(FileSource file) throws IOException {
      return isCopy() && file.size() > position.offset();
    }

    /** 0: a file that is not to be read. */
    public boolean passedOver() {
      Position.Lineage lineage = position.lineage();
      return lineage != null && lineage.number() == 0;
    }
  }

  private final Map<String, Entry> byGeneration = new LinkedHashMap<>();
  private final Map<String, Map<String, Entry>> byFileKey = new HashMap<>();
  private final Map<String, Map<String, Entry>> bySource = new HashMap<>();
  private final Map<String, Long> numbers = new HashMap<>();

  public CheckpointIndex(Map<String, Position> known) {
    known.forEach(this::note);
  }

  public void note(String generation, Position position) {
    forget(generation);
    Entry entry = new Entry(generation, position);
    byGeneration.put(generation, entry);
    if (position.file().fileKey() != null) {
      byFileKey
          .computeIfAbsent(position.file().fileKey(), k -> new LinkedHashMap<>())
          .put(generation, entry);
    }
    Map<String, Entry> ofSource =
        bySource.computeIfAbsent(position.source(), k -> new LinkedHashMap<>());
    ofSource.put(generation, entry);
    Position.Lineage lineage = position.lineage();
    // An earlier release did not number its generations.
    long number = lineage == null ? ofSource.size() : lineage.number();
    numbers.merge(position.source(), number, Math::max);
  }

  /** The next generation of a source has this number, whatever was forgotten since. */
  public long nextNumber(String source) {
    return numbers.merge(source, 1L, Long::sum);
  }

  public void forget(String generation) {
    Entry old = byGeneration.remove(generation);
    if (old != null) {
      byFileKey
          .getOrDefault(String.valueOf(old.position().file().fileKey()), new HashMap<>())
          .remove(generation);
      bySource.getOrDefault(old.position().source(), new HashMap<>()).remove(generation);
    }
  }

  public Collection<Entry> all() {
    return List.copyOf(byGeneration.values());
  }

  public Collection<Entry> ofSource(String source) {
    return List.copyOf(bySource.getOrDefault(source, Map.of()).values());
  }

  /** The generation of a document that does not change. */
  public Optional<Entry> documentOf(String fileKey) {
    return byFileKey.getOrDefault(fileKey, Map.of()).values().stream().findFirst();
  }

  /**
   * The generation in this file; an open one before an ended one, a longer before a shorter, and of
   * two that were cut before their first line the newer.
   */
  public Optional<Entry> generationOf(FileSource file) throws IOException {
    List<Entry> fitting = new ArrayList<>();
    for (Entry entry : byFileKey.getOrDefault(file.fileKey(), Map.of()).values()) {
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

  /** Inode numbers come back and birth times are not everywhere: both, and the marker, must fit. */
  static boolean fits(Position position, FileSource file) throws IOException {
    boolean sameBirth =
        position.file().bornNanos() == 0
            || file.bornNanos() == 0
            || position.file().bornNanos() == file.bornNanos();
    Position.Lineage lineage = position.lineage();
    return sameBirth
        && file.fileKey().equals(position.file().fileKey())
        && Fingerprint.fits(position.marker(), file.channel(), position.offset())
        && (lineage == null || ContentPrints.decode(lineage.prints()).stand(file));
  }

  /** The generation that the file held all of when it was so long. */
  public Optional<Entry> equalAt(String source, FileSource file, long size) throws IOException {
    for (Entry entry : ofSource(source)) {
      Position position = entry.position();
      if (!entry.passedOver()
          && position.ended()
          && position.offset() == size
          && Fingerprint.fits(position.marker(), file.channel(), size)
          && (position.lineage() == null
              || ContentPrints.decode(position.lineage().prints()).agree(file, size))) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }

  /** Whether the file holds a beginning of a known generation of the log, and no more. */
  public boolean holdsBeginning(String source, FileSource file) throws IOException {
    return holdsBeginning(source, file, null);
  }

  /** The same, of any generation but this. */
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

  /** Whether the file holds a beginning of what was shipped of the generation, or all of it. */
  private static boolean contains(Position position, FileSource file) throws IOException {
    long size = file.size();
    Position.Lineage lineage = position.lineage();
    if (size > position.offset() || lineage == null) {
      return size == position.offset() && Fingerprint.fits(position.marker(), file.channel(), size);
    }
    ContentPrints prints = ContentPrints.decode(lineage.prints());
    String end = Fingerprint.before(file.channel(), size).marker();
    boolean known =
        size == position.offset()
            ? end.equals(ContentPrints.endOf(lineage.prints()))
            : prints.cover(size);
    return known && prints.agree(file, size);
  }
}
