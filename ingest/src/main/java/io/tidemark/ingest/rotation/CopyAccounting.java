package io.tidemark.ingest.rotation;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileShape;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.Place;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accounts for every file that a log was rotated or copied to. Searches the rests of cut
 * generations, reads unread files, and skips known ones.
 */
public final class CopyAccounting {

  private static final Logger LOG = LoggerFactory.getLogger(CopyAccounting.class);

  private final Followed followed;
  private final CheckpointIndex index;
  private final GenerationStarts starts;
  private final FileChanges changes;
  private final Opener opener;
  private final CopyJudge judge;
  private final Siblings siblings;
  private final Consumer<Path> found;
  private final PackedFiles packed;
  private final Map<Source, Map<FileShape, CopyVerdict>> verdicts = new HashMap<>();

  /**
   * Files of the list that are left to other tailers, which follow the logs that they are named
   * like rotated files of.
   */
  private final Set<Path> left = new HashSet<>();

  /**
   * @param found receives the path of a log of which an unread file was found
   */
  public CopyAccounting(
      Followed followed,
      CheckpointIndex index,
      GenerationStarts starts,
      FileChanges changes,
      Opener opener,
      CopyJudge judge,
      Siblings siblings,
      Consumer<Path> found,
      PackedFiles packed) {
    this.followed = followed;
    this.index = index;
    this.starts = starts;
    this.changes = changes;
    this.opener = opener;
    this.judge = judge;
    this.siblings = siblings;
    this.found = found;
    this.packed = packed;
  }

  /** The files that are left to other tailers. */
  public Set<Path> left() {
    return left;
  }

  /**
   * Examines the files of this log if some may have come since the last call.
   *
   * @param all whether files that are not followed are included
   */
  public void account(Source source, Round round, boolean all) throws IOException {
    boolean awaited = source.generations().stream().anyMatch(Generation::awaitsCopy);
    if (awaited || source.rotated() || source.begins() || (all && hasNews(source))) {
      evaluate(source, round);
    } else if (all) {
      source.accounted();
    }
  }

  private boolean hasNews(Source source) throws IOException {
    return source.unseen()
        || !verdicts
            .getOrDefault(source, Map.of())
            .keySet()
            .containsAll(siblings.of(source.home()));
  }

  /** Judges the files of the log; returns the verdict on all others. */
  private CopyVerdict evaluate(Source source, Round round) throws IOException {
    Path home = source.home();
    changes.note(source, round);
    Map<FileShape, CopyVerdict> before = verdicts.computeIfAbsent(source, s -> new HashMap<>());
    before.values().removeIf(CopyVerdict::mayChange);
    siblings.note(home, source.state());
    List<FileShape> now = siblings.of(home);
    before.keySet().retainAll(now);
    now.removeIf(before::containsKey);
    for (Generation generation : source.generations()) {
      if (generation.awaitsCopy()) {
        attach(source, generation, now);
      }
    }
    // The compressed files are older than the others.
    if (isAnyMissing(source)) {
      if (FileChanges.isPending(source)) {
        return CopyVerdict.UNDECIDED;
      }
      for (int file = packed.read(source, round); file > 0; file--) {
        found.accept(home);
      }
    }
    for (FileShape sibling : now) {
      CopyVerdict verdict = applied(source, sibling, now, round);
      if (verdict == CopyVerdict.UNDECIDED) {
        return verdict;
      }
      before.put(sibling, verdict);
    }
    boolean again = before.containsValue(CopyVerdict.UNKNOWN) && source.rotated();
    source.accounted();
    if (again) {
      // Renamed or compressed meanwhile: the next round finds it.
      source.wasRotated();
    }
    return CopyVerdict.FOREIGN;
  }

  /**
   * Whether a file of the log may have been compressed before it was read: a rest is in no file,
   * the log was never seen, a compressed file is newer than the last known one, or the file before
   * the present one is not beside it.
   */
  private boolean isAnyMissing(Source source) throws IOException {
    if (source.generations().stream().anyMatch(Generation::awaitsCopy)) {
      return true;
    }
    if (index.ofSource(source.name()).isEmpty() && !source.wasAccounted()) {
      return judge.sinceMillis(source) < Long.MAX_VALUE;
    }
    if (!source.wasAccounted() && packed.areNewer(source)) {
      return true;
    }
    Generation before = null;
    for (Generation generation : source.generations()) {
      before = generation.place() instanceof Place.Away ? generation : before;
    }
    String fileKey = before == null ? null : before.file().fileKey();
    return source.rotated() && fileKey != null && !siblings.holdRotated(source.home(), fileKey);
  }

  /**
   * Reads the rest of a cut generation in the first file that continues it, or in a longer copy of
   * that file.
   */
  private void attach(Source source, Generation cut, List<FileShape> oldestFirst)
      throws IOException {
    FileSource best = null;
    for (FileShape sibling : oldestFirst) {
      FileSource file = continuing(source, cut, sibling);
      if (file != null && (best == null || holds(file, best))) {
        ByteSource.close(best);
        best = file;
      } else {
        ByteSource.close(file);
      }
    }
    if (best != null) {
      String path = TerminalText.of(best.path().toString());
      LOG.info("{}: its rest is read from {}", source.name(), path);
      if (!starts.goOnIn(source, cut, best)) {
        ByteSource.close(best);
      }
    }
  }

  private static boolean holds(FileSource file, FileSource other) {
    try {
      return file.beginsWith(other);
    } catch (IOException e) {
      LOG.debug("{} cannot be compared", file.path(), e);
      return false;
    }
  }

  private @Nullable FileSource continuing(Source source, Generation cut, FileShape sibling) {
    boolean free = !followed.isRead(sibling.fileKey()) && sibling.sizeBytes() > 0;
    FileSource file = free ? opener.openIfThere(source.home(), sibling.path()) : null;
    try {
      return file != null && file.offer(its -> judge.continues(source, cut, its)) ? file : null;
    } catch (IOException e) {
      opener.complain(sibling.path(), e);
      return null;
    }
  }

  /**
   * The verdict on a file of the list; {@link CopyVerdict#FOREIGN} for a log of its own. One that
   * is named like a rotated file of a log that another tailer follows is left to that tailer. If it
   * is a separate log, it is not read meanwhile, so it is reported and counted.
   */
  public CopyVerdict of(Path path, Round round) throws IOException {
    String name = String.valueOf(path.getFileName());
    CopyVerdict verdict = CopyVerdict.FOREIGN;
    for (Path home : followed.homesBefore(path)) {
      if (verdict == CopyVerdict.FOREIGN && siblings.namesOf(home).matcher(name).matches()) {
        verdict = of(followed.at(home), path, round);
      }
    }
    return verdict;
  }

  private CopyVerdict of(Source source, Path path, Round round) throws IOException {
    if (followed.held().contains(source.home())) {
      return CopyVerdict.UNDECIDED;
    }
    if (followed.isDropped(source)) {
      boolean isLeft = !followed.hasLogAt(path);
      if (isLeft && left.add(path)) {
        LOG.info(
            "{}: left to the tailer that follows {}, since its name is one of a rotated file",
            TerminalText.of(path.toString()),
            TerminalText.of(source.name()));
      }
      return isLeft ? CopyVerdict.UNKNOWN : CopyVerdict.FOREIGN;
    }
    if (siblings.of(source.home()).stream().noneMatch(sibling -> sibling.path().equals(path))) {
      // The file came after its folder was listed in this round.
      siblings.listAnew();
    }
    CopyVerdict others = evaluate(source, round);
    return verdicts.getOrDefault(source, Map.of()).entrySet().stream()
        .filter(e -> e.getKey().path().equals(path))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(others);
  }

  /** Drops the verdicts of a log whose generation ended. */
  public void forget(Source source) {
    verdicts.remove(source);
    packed.forget(source);
  }

  private CopyVerdict applied(Source source, FileShape sibling, List<FileShape> all, Round round)
      throws IOException {
    if (followed.isRead(sibling.fileKey())) {
      return CopyVerdict.FOLLOWED;
    }
    FileSource file = opener.openIfThere(source.home(), sibling.path());
    if (file == null) {
      return CopyVerdict.UNKNOWN;
    }
    boolean used = false;
    try {
      CopyVerdict verdict = judge.of(source, file);
      if (verdict == CopyVerdict.NEVER_READ && isPartOfAnother(source, file, sibling, all)) {
        verdict = CopyVerdict.EQUAL;
      }
      opener.unreadable().remove(sibling.path());
      // Compared with a file that is cut meanwhile, every copy of it looks like an unread one.
      if (verdict.restsOnOthers() && FileChanges.isPending(source)) {
        return CopyVerdict.UNDECIDED;
      }
      used = goesOn(source, file, verdict, round) || apply(source, file, verdict, round);
      return verdict == CopyVerdict.REST && !used ? CopyVerdict.UNKNOWN : verdict;
    } catch (IOException e) {
      opener.complain(sibling.path(), e);
      return CopyVerdict.UNKNOWN;
    } finally {
      if (!used) {
        ByteSource.close(file);
      }
    }
  }

  /**
   * Continues in the original when the copy of two equal files was read and the original has grown.
   */
  private boolean goesOn(Source source, FileSource file, CopyVerdict verdict, Round round)
      throws IOException {
    Optional<Entry> equal = index.generationOf(file).filter(Entry::isEqual);
    if (verdict != CopyVerdict.NEVER_READ || equal.isEmpty()) {
      return false;
    }
    long size = equal.get().position().offset();
    for (Generation generation : source.generations()) {
      if (generation.place() instanceof Place.Away
          && !generation.over()
          && generation.file() instanceof FileSource copy
          && copy.size() == size
          && file.beginsWith(copy)
          && starts.goOnIn(source, generation, file)) {
        generation.moved(new Place.Away(round.steadyMillis()));
        return true;
      }
    }
    Optional<Entry> ended = index.equalAt(source.name(), file, size);
    return ended.isPresent() && starts.resume(file, ended.get(), source.home(), round);
  }

  /** Whether another file covers this one: the longest copy is read, the oldest of equal ones. */
  private boolean isPartOfAnother(
      Source source, FileSource file, FileShape sibling, List<FileShape> all) throws IOException {
    int own = all.indexOf(sibling);
    for (int i = 0; i < all.size(); i++) {
      FileShape other = all.get(i);
      boolean longer =
          other.sizeBytes() > sibling.sizeBytes()
              || (other.sizeBytes() == sibling.sizeBytes() && i < own);
      FileSource its =
          longer && !followed.isRead(other.fileKey())
              ? opener.openIfThere(source.home(), other.path())
              : null;
      if (its != null) {
        try (its) {
          if (index.generationOf(its).isEmpty() && file.size() > 0 && its.beginsWith(file)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean apply(Source source, FileSource file, CopyVerdict verdict, Round round)
      throws IOException {
    switch (verdict) {
      case NEVER_READ -> {
        starts.addUnread(source, file, round);
        found.accept(source.home());
        return true;
      }
      case REST -> {
        Optional<Entry> known = index.generationOf(file);
        return known.isPresent() && starts.resume(file, known.get(), source.home(), round);
      }
      case KNOWN -> judge.passOver(source, file, CheckpointIndex.KNOWN, round);
      case FOREIGN -> judge.passOver(source, file, CheckpointIndex.FOREIGN, round);
      case EQUAL -> judge.passOver(source, file, CheckpointIndex.EQUAL, round);
      case FOLLOWED, STANDS, UNKNOWN, UNDECIDED -> {}
    }
    return false;
  }
}
