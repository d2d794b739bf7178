package io.tidemark.ingest.follow;

import io.tidemark.ingest.follow.CheckpointIndex.Entry;
import io.tidemark.model.Position;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what a path leads to: a generation that is followed, one that is known, or a new one, and
 * of which log; and what became of the files of each.
 */
final class FileRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(FileRegistry.class);

  private final Map<Path, Shape> nothingNew = new HashMap<>();
  private final Complaints complaints = new Complaints();
  private final Complaints unlisted = new Complaints();
  private final Followed followed;
  private final Opener opener;
  private final CheckpointIndex index;
  private final GenerationStarts starts;
  private final FileChanges changes;
  private final CopyJudge judge;
  private final Siblings siblings;
  private final CopyAccounting copies;
  private Look look = Look.AT_ALL;

  /** A file that holds nothing new is not opened again until this changes. */
  private record Shape(String fileKey, long sizeBytes) {}

  /** Where a file is read from that nothing is known of. */
  enum From {
    START,
    END
  }

  FileRegistry(Followed followed, Opener opener, CheckpointIndex index, LineCounts counts) {
    this.followed = followed;
    this.opener = opener;
    this.index = index;
    this.starts = new GenerationStarts(followed, index, counts);
    this.changes = new FileChanges(followed, index, starts);
    this.judge = new CopyJudge(index, opener);
    this.siblings = new Siblings(opener.policy());
    this.copies = new CopyAccounting(followed, index, starts, changes, opener, judge, siblings);
  }

  GenerationStarts starts() {
    return starts;
  }

  Opener opener() {
    return opener;
  }

  /** The first look is over: what comes from now on may be a generation that nobody has seen. */
  void started(long wallMillis) {
    judge.started(wallMillis);
  }

  /** A round begins, and looks at so much. */
  void look(Look now) {
    look = now;
    siblings.listAnew();
  }

  /** Files and folders that cannot be read now. */
  int unreadable() {
    return complaints.count() + unlisted.count() + copies.unreadable();
  }

  /** Looks at what is at {@code path} now. */
  void visit(Path path, From from, Round round) {
    try {
      BasicFileAttributes attributes = FileSource.attributes(path);
      String fileKey = FileSource.key(attributes);
      Source reader = followed.reader(fileKey);
      Shape shape = new Shape(fileKey, attributes.size());
      if (reader != null) {
        reader.seenAt(fileKey, path, followed.homeOf(reader));
      } else if (attributes.isRegularFile()
          && !shape.equals(nothingNew.get(path))
          && !followed.isDroppedAt(path)) {
        arrive(path, shape, from, round);
      }
      complaints.remove(path);
    } catch (NoSuchFileException e) {
      // Not there, or gone again: a later visit finds what comes.
      LOG.trace("nothing at {}", path, e);
    } catch (IOException e) {
      complaints.add(path, "cannot be opened, trying on: " + e);
    }
  }

  private void arrive(Path path, Shape shape, From from, Round round) throws IOException {
    if (isRotated(path, round)) {
      nothingNew.put(path, shape);
      return;
    }
    FileSource file = opener.open(path);
    boolean used = false;
    try {
      used = arrive(file, from, round);
    } finally {
      if (!used) {
        // Each left open would soon be all that we may open.
        file.close();
      }
    }
  }

  /** Whether it is accounted for as a copy or an earlier generation of another log. */
  private boolean isRotated(Path path, Round round) throws IOException {
    String name = String.valueOf(path.getFileName());
    for (Map.Entry<Path, Source> log : followed.snapshot()) {
      Path home = log.getKey();
      String stem = home.getFileName().toString();
      boolean beside = home.resolveSibling("").equals(path.resolveSibling(""));
      if (beside
          && name.length() > stem.length()
          && RotatedNames.of(stem).matcher(name).matches()
          && isOf(log.getValue(), home, path, round)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOf(Source source, Path home, Path path, Round round) throws IOException {
    // Whoever follows that log accounts for what has the name of a rotated one.
    return followed.isDropped(source)
        ? !followed.hasLogAt(path)
        : copies.of(source, home, path, round) != CopyVerdict.FOREIGN;
  }

  /** Another tailer follows the log. */
  void drop(Source source) {
    followed.drop(source);
    copies.forget(source);
  }

  private boolean arrive(FileSource file, From from, Round round) throws IOException {
    Optional<Entry> known = index.generationOf(file).filter(entry -> !entry.passedOver());
    if (known.isEmpty()) {
      starts.begin(file, from == From.END ? file.end() : ReadPosition.START, round);
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
    if (followed.isDroppedAt(home)) {
      nothingNew.put(file.path(), new Shape(file.fileKey(), file.size()));
      return false;
    }
    starts.resume(file, known.get(), home, round);
    return true;
  }

  /** A log that is asked for by name, or was followed before, though its file may not be there. */
  void await(String name, Path home) {
    if (opener.covers(home) && !followed.hasLogAt(home)) {
      followed.named(name, home);
    }
  }

  /** Acts on what was seen of a log's files: cuts, files without a path, copies, ends. */
  void settle(Source source, Path home, Round round, Losses losses) {
    changes.note(source, round);
    if (!isDocument(source)) {
      try {
        copies.account(source, home, round, look);
        if (look == Look.AT_ALL) {
          unlisted.remove(home);
        }
      } catch (IOException e) {
        // A folder that may be passed but not listed hides what was rotated, never the log itself.
        unlisted.add(home, "what it was rotated to cannot be looked for: " + e);
      }
    }
    source.expire(round, losses);
    leaveEnded(source);
  }

  /** What is shipped to its end, and the end kept, is followed no more. */
  void leaveEnded(@Nullable Source source) {
    if (source != null) {
      for (Generation generation : source.generations()) {
        if (generation.ended()) {
          String fileKey = generation.file().fileKey();
          if (generation.unborn() && fileKey != null) {
            judge.sawBeginning(fileKey);
          }
          changes.leave(source, generation);
          copies.forget(source);
        }
      }
    }
  }

  private static boolean isDocument(Source source) {
    return source.generations().stream().anyMatch(g -> g.file() instanceof DumpSource);
  }

  /** Where the file of a log may be now, beside its path. */
  List<Path> candidates(Path home) throws IOException {
    return siblings.of(home).stream().map(Siblings.Sibling::path).toList();
  }
}
