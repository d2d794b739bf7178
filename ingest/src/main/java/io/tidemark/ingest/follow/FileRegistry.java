package io.tidemark.ingest.follow;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.checkpoint.FollowedSince;
import io.tidemark.ingest.checkpoint.PassedEnds;
import io.tidemark.ingest.checkpoint.SourceNames;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.LineCounts;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.ingest.rotation.Appearances;
import io.tidemark.ingest.rotation.Complaints;
import io.tidemark.ingest.rotation.CopyAccounting;
import io.tidemark.ingest.rotation.CopyJudge;
import io.tidemark.ingest.rotation.CopyVerdict;
import io.tidemark.ingest.rotation.FileChanges;
import io.tidemark.ingest.rotation.Followed;
import io.tidemark.ingest.rotation.GenerationStarts;
import io.tidemark.ingest.rotation.Opener;
import io.tidemark.ingest.rotation.PackedFiles;
import io.tidemark.ingest.rotation.Predecessors;
import io.tidemark.ingest.rotation.Replaced;
import io.tidemark.ingest.rotation.Siblings;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what a path leads to: a followed generation, a known one, or a new one, and of which log.
 * It also tracks changes of the files of each log.
 */
final class FileRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(FileRegistry.class);

  private final Map<Path, Shape> nothingNew = new HashMap<>();
  private final Map<Path, From> waiting = new LinkedHashMap<>();
  private final Complaints complaints = new Complaints();
  private final Complaints unlisted = new Complaints();
  private final Followed followed;
  private final Opener opener;
  private final CheckpointIndex index;
  private final PassedEnds ends;
  private final GenerationStarts starts;
  private final FileChanges changes;
  private final CopyJudge judge;
  private final Siblings siblings;
  private final CopyAccounting copies;
  private final Replaced replaced;
  private final Appearances appearances;
  private boolean all = true;

  /** A file without news is not opened again until its shape changes. */
  private record Shape(String fileKey, long sizeBytes) {}

  enum From {
    START,
    END
  }

  FileRegistry(
      Followed followed,
      Opener opener,
      CheckpointIndex index,
      LineCounts counts,
      PassedEnds ends,
      FollowedSince since,
      Appearances appearances,
      RotationPolicy policy) {
    this.followed = followed;
    this.opener = opener;
    this.index = index;
    this.ends = ends;
    this.siblings = new Siblings(opener.archives());
    this.starts =
        new GenerationStarts(
            followed,
            index,
            counts,
            ends,
            new Predecessors(index, siblings, policy.newRunPerFile()));
    this.changes = new FileChanges(followed, index, starts);
    this.judge = new CopyJudge(index, opener, since);
    this.appearances = appearances;
    PackedFiles packed =
        new PackedFiles(followed, index, starts, opener, judge, siblings, new HashMap<>());
    this.copies =
        new CopyAccounting(
            followed, index, starts, changes, opener, judge, siblings, appearances::found, packed);
    this.replaced = new Replaced(followed, index);
  }

  GenerationStarts starts() {
    return starts;
  }

  Replaced replaced() {
    return replaced;
  }

  Opener opener() {
    return opener;
  }

  /** Ends the first look: later files may be generations that no tailer has seen. */
  void started(long wallMillis) {
    judge.started(wallMillis);
  }

  /** Begins a round; {@code atAll} includes files that are not followed. */
  void look(boolean atAll) {
    all = atAll;
    siblings.listAnew();
    appearances.read();
  }

  /** Number of files and folders that cannot be read now. */
  int unreadable() {
    return complaints.count() + unlisted.count() + opener.unreadable().count();
  }

  void visit(Path path, From from, Round round) {
    From place = Objects.requireNonNullElse(waiting.remove(path), from);
    String fileKey = null;
    try {
      BasicFileAttributes attributes = FileSource.attributes(path);
      fileKey = FileSource.key(attributes);
      Source reader = followed.reader(fileKey);
      Shape shape = new Shape(fileKey, attributes.size());
      if (reader != null) {
        reader.seenAt(fileKey, path);
      } else if (attributes.isRegularFile()
          && !shape.equals(nothingNew.get(path))
          && !followed.isDroppedAt(path)) {
        // The file that was opened, since another may have come in the meantime.
        fileKey = arrive(path, shape, place, round);
      }
      saw(path, fileKey, round);
      complaints.remove(path);
    } catch (NoSuchFileException e) {
      // Absent, or removed again: a later visit finds the next file.
      LOG.trace("nothing at {}", path, e);
      complaints.forget(path);
      saw(path, null, round);
    } catch (IOException e) {
      if (fileKey != null) {
        saw(path, fileKey, round);
      }
      if (IoReason.isExhausted(e)) {
        waiting.put(path, place);
        return;
      }
      complaints.add(path, "cannot be opened, trying on: " + IoReason.of(e));
    }
  }

  /** Closes the files of a log that is read to its end. */
  void rest(Source source) {
    for (Generation generation : source.generations()) {
      source.remove(generation);
      followed.release(source, generation.file());
    }
  }

  private void saw(Path path, @Nullable String fileKey, Round round) {
    if (followed.hasLogAt(path)) {
      Source source = followed.at(path);
      appearances.saw(
          path,
          fileKey,
          () ->
              source.generations().stream()
                  .filter(one -> !Objects.equals(one.file().fileKey(), fileKey))
                  .count(),
          round.steadyMillis());
    }
  }

  /** Files that are opened when fewer files are open, and where they are read from. */
  Map<Path, From> waiting() {
    Map<Path, From> all = new LinkedHashMap<>(waiting);
    followed.held().forEach(home -> all.putIfAbsent(home, From.START));
    return all;
  }

  /** Returns the key of the file that was examined. */
  private String arrive(Path path, Shape shape, From from, Round round) throws IOException {
    requireFree(path, path);
    CopyVerdict verdict = copies.of(path, round);
    if (verdict != CopyVerdict.FOREIGN) {
      if (verdict != CopyVerdict.UNDECIDED) {
        nothingNew.put(path, shape);
      }
      return shape.fileKey();
    }
    FileSource file = opener.open(path);
    file.offer(opened -> arrive(opened, from, round));
    return file.fileKey();
  }

  private void requireFree(Path path, Path home) throws IOException {
    if (followed.held().contains(home)) {
      throw IoReason.exhausted(path);
    }
  }

  /** Number of files left to the tailers that follow the logs they may be rotated from. */
  int left() {
    return copies.left().size();
  }

  /**
   * Forgets files that were not looked at, since they are gone. A file that comes back is examined
   * anew, as after a restart.
   */
  void sweep(Set<Path> looked) {
    nothingNew.keySet().retainAll(looked);
    waiting.keySet().retainAll(looked);
    copies.left().retainAll(looked);
    complaints.retain(looked);
    unlisted.retain(followed.sources().keySet());
    opener.unreadable().forgetGone();
  }

  /** Forgets a log without any file; it would be found again as after a restart. */
  void forget(Source source) {
    followed.forget(source);
    forgetFiles(source);
  }

  void drop(Source source) {
    followed.drop(source);
    forgetFiles(source);
  }

  private void forgetFiles(Source source) {
    copies.forget(source);
    siblings.forget(source.home());
    appearances.forget(source.home());
  }

  private boolean arrive(FileSource file, From from, Round round) throws IOException {
    Optional<Entry> known = index.generationOf(file).filter(entry -> !entry.passedOver());
    if (known.isEmpty()) {
      if (replaced.goesOn(file)) {
        appearances.excuse(file.path());
        return true;
      }
      if (from == From.END) {
        ends.add(file, file.end());
      }
      starts.begin(file, round);
      return true;
    }
    Position position = known.get().position();
    if (position.ended() && file.size() == position.offset()) {
      nothingNew.put(file.path(), new Shape(file.fileKey(), position.offset()));
      starts.rest(file.path(), known.get());
      return false;
    }
    Path ofLog = SourceNames.home(position);
    Path home = ofLog == null ? file.path() : ofLog;
    requireFree(file.path(), home);
    if (followed.isDroppedAt(home)) {
      nothingNew.put(file.path(), new Shape(file.fileKey(), file.size()));
      return false;
    }
    // If it was cut since it was recognised, the next visit sees what it holds now.
    return starts.resume(file, known.get(), home, round);
  }

  /**
   * Waits for a log that is named by the user or was followed before, even if its file is missing.
   */
  void await(String name, Path home) {
    if (opener.covers(home) && !followed.hasLogAt(home)) {
      followed.named(name, home);
    }
  }

  /** Examines every file of the log for cuts and lost paths. */
  void note(Source source, Round round) {
    changes.note(source, round);
    siblings.note(source.home(), source.state());
  }

  /** Handles copies and ends of the log's generations. */
  void settle(Source source, Round round, Expiry expiry) {
    Path home = source.home();
    if (!source.isDocument() && !followed.held().contains(home)) {
      if (appearances.suspected(home)) {
        // They may be found under another name.
        source.wasRotated();
      }
      try {
        copies.account(source, round, all);
        if (all) {
          unlisted.remove(home);
        }
      } catch (IOException e) {
        // A folder with search but no read permission hides rotated files, never the log itself.
        unlisted.add(home, "what it was rotated to cannot be looked for: " + IoReason.of(e));
      }
    }
    long missed = appearances.missed(home, round.steadyMillis());
    if (missed > 0) {
      starts.addMissed(source, missed, expiry.overdue(round));
    }
    expiry.expire(source, round);
    leaveEnded(source);
  }

  /** Stops following generations that are shipped to their end, with the end stored. */
  void leaveEnded(Source source) {
    for (Generation generation : source.generations()) {
      if (generation.ended()) {
        if (generation.unread()) {
          judge.sawBeginning(generation.file());
        }
        changes.leave(source, generation);
        copies.forget(source);
      }
    }
  }

  Siblings siblings() {
    return siblings;
  }
}
