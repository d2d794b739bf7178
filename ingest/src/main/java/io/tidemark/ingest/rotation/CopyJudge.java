package io.tidemark.ingest.rotation;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.checkpoint.FollowedSince;
import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.Place;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides by content what a file is to its log. The order of birth times is not used: some file
 * systems have none, and renames change the order.
 */
public final class CopyJudge {

  private final CheckpointIndex index;
  private final Opener opener;

  private final Beginnings beginnings = new Beginnings();

  private final FollowedSince since;
  private long startMillis = Long.MAX_VALUE;

  public CopyJudge(CheckpointIndex index, Opener opener, FollowedSince since) {
    this.index = index;
    this.opener = opener;
    this.since = since;
  }

  /** Ends the first look: later files may be generations that no tailer has seen. */
  public void started(long wallMillis) {
    startMillis = wallMillis;
  }

  /**
   * Records a file that was followed and left before its first line: its later content is unread.
   */
  public void sawBeginning(ByteSource file) {
    beginnings.add(file);
  }

  CopyVerdict of(Source source, FileSource file) throws IOException {
    Optional<Entry> entry = index.generationOf(file);
    boolean outgrown = entry.isPresent() && entry.get().outgrown(file);
    if (entry.isPresent() && !outgrown) {
      return ofKnown(source, entry.get(), file);
    }
    if (file.size() == 0) {
      // Judged again when it has content: it may be a copy that is written anew in place.
      beginnings.add(file);
      boolean mayBeALog = opener.covers(file.path()) && isUnread(source, file);
      return mayBeALog ? CopyVerdict.NEVER_READ : CopyVerdict.STANDS;
    }
    for (Generation generation : source.generations()) {
      if (stands(generation, file)) {
        beginnings.add(file);
        boolean equal =
            generation.place() instanceof Place.Away && generation.file().size() == file.size();
        return equal ? CopyVerdict.EQUAL : CopyVerdict.STANDS;
      }
    }
    if (isKnown(source, file, null)) {
      return CopyVerdict.KNOWN;
    }
    boolean came = outgrown || beginnings.contains(file);
    boolean grown = came && !opener.covers(file.path());
    return grown || isUnread(source, file) ? CopyVerdict.NEVER_READ : CopyVerdict.FOREIGN;
  }

  private static CopyVerdict ofKnown(Source source, Entry entry, FileSource file)
      throws IOException {
    Position known = entry.position();
    if (entry.passedOver() || !known.source().equals(source.name())) {
      return entry.isCopy() ? CopyVerdict.KNOWN : CopyVerdict.FOREIGN;
    }
    boolean more = file.size() > known.offset() || !known.ended();
    return more ? CopyVerdict.REST : CopyVerdict.KNOWN;
  }

  /** Whether an unknown file that is named like a rotated one may be a generation of the log. */
  private boolean isUnread(Source source, FileSource file) throws IOException {
    boolean known = source.wasAccounted() || !index.ofSource(source.name()).isEmpty();
    Generation live = source.live();
    boolean parted = live != null && live.reader().content().beginsLike(file);
    String name = source.home().getFileName().toString();
    boolean named = file.path().getFileName().toString().startsWith(name);
    if (!known) {
      return cameSince(source, file) && (source.rotated() || parted || named);
    }
    return source.rotated()
        || (!opener.covers(file.path()) && (parted || (source.unseen() && named)));
  }

  /** Whether the file was made or written since its log is followed: no tailer can know it. */
  private boolean cameSince(Source source, FileSource file) throws IOException {
    long bornMillis = TimeUnit.NANOSECONDS.toMillis(file.bornNanos());
    return Math.max(bornMillis, file.changedMillis()) >= sinceMillis(source);
  }

  /** Since when the log is followed; the greatest number before the first look. */
  long sinceMillis(Source source) {
    return Math.min(startMillis, since.millis(opener.finder().entriesOf(source.home())));
  }

  /** Whether the whole file was read before, or is read now. */
  boolean wasRead(Source source, FileSource file) throws IOException {
    for (Generation generation : source.generations()) {
      if (stands(generation, file)) {
        return true;
      }
    }
    return isKnown(source, file, null);
  }

  /** Whether this file holds the rest of a cut generation. */
  boolean continues(Source source, Generation cut, FileSource file) throws IOException {
    return index.generationOf(file).filter(entry -> !entry.isCopy()).isEmpty()
        && cut.reader().content().continuesIn(file)
        && !isKnown(source, file, cut);
  }

  private static boolean stands(Generation generation, FileSource file) throws IOException {
    return !generation.isCut()
        && generation.file() instanceof FileSource here
        && here.beginsWith(file);
  }

  /** Whether it holds a beginning of a generation other than {@code but}, and no more. */
  private boolean isKnown(Source source, FileSource file, @Nullable Generation but)
      throws IOException {
    for (Generation generation : source.generations()) {
      if (generation != but
          && (generation.reader().content().contains(file)
              || (but != null && stands(generation, file)))) {
        return true;
      }
    }
    return index.holdsBeginning(source.name(), file, but == null ? null : but.name().id());
  }

  /**
   * Stores that the file is not to be read, so that a restart recognises it. A file covered by a
   * LOG may be a separate log; it is stored only if its content is known.
   *
   * @param kind reason, as prefix of its id: see {@link CheckpointIndex}
   */
  void passOver(Source source, FileSource file, String kind, Round round) throws IOException {
    Optional<Entry> known = index.generationOf(file);
    if (opener.covers(file.path())
        && known.isEmpty()
        && !index.holdsBeginning(source.name(), file)) {
      return;
    }
    if (known.isPresent()
        && (!known.get().passedOver() || known.get().position().offset() == file.size())) {
      return;
    }
    Position position = ended(source, file);
    String named = file.fileKey() + position.offset();
    String id = kind + Fingerprint.hash(named.getBytes(StandardCharsets.UTF_8));
    known.ifPresent(
        entry -> {
          index.forget(entry.generation());
          round.outlet().forget(source.name(), entry.generation());
        });
    index.note(id, position);
    round.outlet().keep(id, position, () -> {});
  }

  /** The position at the file's end, without a generation number. */
  private static Position ended(Source source, FileSource file) throws IOException {
    long size = file.size();
    ReadPosition end = file.positionAt(size);
    return new Position(
        source.name(),
        new Position.FileIdentity(file.uri(), file.fileKey(), file.bornNanos()),
        size,
        0,
        end.marker(),
        true,
        new Position.Lineage(
            0, new ContentPrints().encode(end, size), source.home().toUri().toString()));
  }

  /**
   * Files that were empty, or held only a beginning of their log's content, when examined. Their
   * later content was not read.
   *
   * <p>Only the newest {@value #MOST} are kept. A log has such a file only for seconds, while it is
   * copied.
   */
  static final class Beginnings {

    static final int MOST = 10_000;

    private final Map<String, Long> bornByKey =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
          }
        };

    void add(ByteSource file) {
      String key = file.fileKey();
      if (key != null) {
        bornByKey.remove(key);
        bornByKey.put(key, file.bornNanos());
      }
    }

    boolean contains(FileSource file) {
      Long born = bornByKey.get(file.fileKey());
      return born != null && file.mayBeBorn(born);
    }
  }
}
