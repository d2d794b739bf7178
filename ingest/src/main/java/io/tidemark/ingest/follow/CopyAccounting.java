package io.tidemark.ingest.follow;

import io.tidemark.ingest.find.IoReason;
import io.tidemark.ingest.follow.CheckpointIndex.Entry;
import io.tidemark.ingest.follow.Siblings.Sibling;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accounts for every file that a log was rotated or copied to: reads the rest of a generation that
 * was cut and what nobody has read, and passes over what is known.
 */
final class CopyAccounting {

  private static final Logger LOG = LoggerFactory.getLogger(CopyAccounting.class);

  private final Followed followed;
  private final CheckpointIndex index;
  private final GenerationStarts starts;
  private final FileChanges changes;
  private final Opener opener;
  private final CopyJudge judge;
  private final PassedOver passedOver;
  private final Siblings siblings;
  private final Complaints unreadable = new Complaints();
  private final Map<Source, Map<Sibling, CopyVerdict>> verdicts = new HashMap<>();

  CopyAccounting(
      Followed followed,
      CheckpointIndex index,
      GenerationStarts starts,
      FileChanges changes,
      Opener opener,
      CopyJudge judge,
      Siblings siblings) {
    this.followed = followed;
    this.index = index;
    this.starts = starts;
    this.changes = changes;
    this.opener = opener;
    this.judge = judge;
    this.passedOver = new PassedOver(index, opener);
    this.siblings = siblings;
  }

  /** Looks at what is there of this log, where something may have come since the last call. */
  void account(Source source, Path home, Round round, Look look) throws IOException {
    boolean awaited = source.generations().stream().anyMatch(Generation::awaitsCopy);
    boolean all = look == Look.AT_ALL;
    if (awaited || source.rotated() || source.begins() || (all && hasNews(source, home))) {
      evaluate(source, home, round);
    } else if (all) {
      source.accounted();
    }
  }

  private boolean hasNews(Source source, Path home) throws IOException {
    return source.unseen()
        || !verdicts.getOrDefault(source, Map.of()).keySet().containsAll(siblings.of(home));
  }

  private void evaluate(Source source, Path home, Round round) throws IOException {
    changes.note(source, round);
    Map<Sibling, CopyVerdict> before = verdicts.computeIfAbsent(source, s -> new HashMap<>());
    before.values().removeIf(CopyVerdict::mayChange);
    siblings.note(source, home);
    List<Sibling> now = siblings.of(home);
    before.keySet().retainAll(now);
    now.removeIf(before::containsKey);
    for (Generation generation : source.generations()) {
      if (generation.awaitsCopy()) {
        attachRest(source, generation, home, now);
      }
    }
    for (Sibling sibling : now) {
      CopyVerdict verdict = applied(source, home, sibling, now, round);
      if (verdict == CopyVerdict.FOREIGN && !source.rotated() && FileChanges.isPending(source)) {
        // It came by a rotation that the next round will see.
        return;
      }
      before.put(sibling, verdict);
    }
    source.accounted();
  }

  /** The rest is in the first file that continues the generation, or a longer copy of the same. */
  private void attachRest(Source source, Generation cut, Path home, List<Sibling> oldestFirst)
      throws IOException {
    FileSource best = null;
    for (Sibling sibling : oldestFirst) {
      FileSource file = continuing(source, cut, home, sibling);
      if (file != null && (best == null || holds(file, best))) {
        Followed.close(best);
        best = file;
      } else {
        Followed.close(file);
      }
    }
    if (best != null) {
      String path = TerminalText.of(best.path().toString());
      LOG.info("{}: its rest is read from {}", source.name(), path);
      starts.goOnIn(source, cut, best);
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

  private @Nullable FileSource continuing(
      Source source, Generation cut, Path home, Sibling sibling) {
    boolean free = !followed.isRead(sibling.fileKey()) && sibling.sizeBytes() > 0;
    FileSource file = free ? openIfThere(home, sibling.path()) : null;
    if (file == null) {
      return null;
    }
    boolean continues = false;
    try {
      continues = judge.continues(source, cut, file);
    } catch (IOException e) {
      complain(sibling.path(), e);
    }
    if (!continues) {
      Followed.close(file);
    }
    return continues ? file : null;
  }

  private @Nullable FileSource openIfThere(Path home, Path path) {
    try {
      return opener.openBeside(home, path);
    } catch (NoSuchFileException e) {
      // Rotated on while we looked, or in a folder that no LOG covers.
      LOG.trace("{} is not to be had", path, e);
      return null;
    } catch (IOException e) {
      complain(path, e);
      return null;
    }
  }

  /** One file that cannot be read must not hide the others. */
  private void complain(Path path, IOException e) {
    unreadable.add(path, "cannot be read, though it may hold lines of a log: " + IoReason.of(e));
  }

  /** What a file with the name of a rotated log is, though a LOG covers it. */
  CopyVerdict of(Source source, Path home, Path path, Round round) throws IOException {
    if (siblings.of(home).stream().noneMatch(sibling -> sibling.path().equals(path))) {
      // It came after its folder was listed in this round.
      siblings.listAnew();
    }
    evaluate(source, home, round);
    return verdicts.getOrDefault(source, Map.of()).entrySet().stream()
        .filter(e -> e.getKey().path().equals(path))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(CopyVerdict.FOREIGN);
  }

  /** Files that are gone are not to be read any more. */
  void forgetGone() {
    unreadable.forgetGone();
  }

  /** How many files beside logs cannot be read. */
  int unreadable() {
    return unreadable.count();
  }

  /** A generation ended: what it was is asked anew. */
  void forget(Source source) {
    verdicts.remove(source);
  }

  private CopyVerdict applied(
      Source source, Path home, Sibling sibling, List<Sibling> all, Round round)
      throws IOException {
    if (followed.isRead(sibling.fileKey())) {
      return CopyVerdict.FOLLOWED;
    }
    FileSource file = openIfThere(home, sibling.path());
    if (file == null) {
      return CopyVerdict.UNKNOWN;
    }
    boolean used = false;
    try {
      CopyVerdict verdict = judge.of(source, home, file);
      if (verdict == CopyVerdict.NEVER_READ && isPartOfAnother(file, sibling, all, home)) {
        verdict = CopyVerdict.EQUAL;
      }
      unreadable.remove(sibling.path());
      used =
          goesOn(source, home, file, verdict, round) || apply(source, home, file, verdict, round);
      return verdict;
    } catch (IOException e) {
      complain(sibling.path(), e);
      return CopyVerdict.UNKNOWN;
    } finally {
      if (!used) {
        Followed.close(file);
      }
    }
  }

  /** Of two equal files the copy was read, and now its original has grown. */
  private boolean goesOn(
      Source source, Path home, FileSource file, CopyVerdict verdict, Round round)
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
          && file.beginsWith(copy)) {
        starts.goOnIn(source, generation, file);
        generation.moved(new Place.Away(round.steadyMillis()));
        return true;
      }
    }
    Optional<Entry> ended = index.equalAt(source.name(), file, size);
    if (ended.isPresent()) {
      starts.resume(file, ended.get(), home, round);
    }
    return ended.isPresent();
  }

  /** Of copies of one generation the longest is read, of equal ones the one written first. */
  private boolean isPartOfAnother(FileSource file, Sibling sibling, List<Sibling> all, Path home)
      throws IOException {
    int own = all.indexOf(sibling);
    for (int i = 0; i < all.size(); i++) {
      Sibling other = all.get(i);
      boolean longer =
          other.sizeBytes() > sibling.sizeBytes()
              || (other.sizeBytes() == sibling.sizeBytes() && i < own);
      FileSource its =
          longer && !followed.isRead(other.fileKey()) ? openIfThere(home, other.path()) : null;
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

  private boolean apply(Source source, Path home, FileSource file, CopyVerdict verdict, Round round)
      throws IOException {
    switch (verdict) {
      case NEVER_READ -> {
        starts.addUnread(source, file, round);
        return true;
      }
      case REST -> {
        starts.resume(file, index.generationOf(file).orElseThrow(), home, round);
        return true;
      }
      case KNOWN -> passedOver.add(source, file, CheckpointIndex.KNOWN, round);
      case FOREIGN -> passedOver.add(source, file, CheckpointIndex.FOREIGN, round);
      case EQUAL -> passedOver.add(source, file, CheckpointIndex.EQUAL, round);
      case FOLLOWED, STANDS, UNKNOWN -> {}
    }
    return false;
  }
}
