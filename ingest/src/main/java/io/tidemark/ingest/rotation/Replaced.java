package io.tidemark.ingest.rotation;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.KnownContent;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.Place;
import io.tidemark.ingest.generation.Source;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that took the place of a log's newest file and begin with its content: written anew and
 * renamed, as by rsync, {@code sed -i} or an editor, or the same file under another device number.
 * The generation goes on in such a file.
 */
public record Replaced(Followed followed, CheckpointIndex index) {

  private static final Logger LOG = LoggerFactory.getLogger(Replaced.class);

  /** The open files of this process. */
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** Continues the newest generation of the log in this file at its path, if it begins with it. */
  public boolean goesOn(FileSource file) throws IOException {
    Source source = followed.sources().get(file.path());
    Generation newest = null;
    for (Generation next : source == null ? List.<Generation>of() : source.generations()) {
      boolean here = next.file() instanceof FileSource its && its.path().equals(file.path());
      newest = here ? next : newest;
    }
    if (source == null || newest == null) {
      return false;
    }
    newest.observe();
    if (newest.over()
        || newest.isCut()
        || newest.wasCut()
        || !(newest.file() instanceof FileSource before)
        || !isDistinctive(before, file)
        || !file.beginsWith(before)
        || !isGone(before, file)) {
      return false;
    }
    LOG.info("{}: replaced by a file that begins alike, and goes on in it", source.name());
    newest.goOnIn(file);
    newest.moved(new Place.Live());
    followed.release(source, before);
    followed.readOn(source, file);
    return true;
  }

  private static boolean isDistinctive(FileSource before, FileSource file) throws IOException {
    return before.size() >= KnownContent.DISTINCTIVE_BYTES
        || (before.bornNanos() != 0
            && before.bornNanos() == file.bornNanos()
            && FileSource.isOneInode(before.fileKey(), file.fileKey()));
  }

  /**
   * Whether the file before it has no name left, or is this one under another device number, on an
   * overlay also with another time of birth: that of its copy. One that was moved away is still
   * written by its program, and the file at its place is a new log.
   */
  private static boolean isGone(FileSource before, FileSource file) throws IOException {
    if (FileSource.isOneInode(before.fileKey(), file.fileKey())) {
      return true;
    }
    try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path descriptor : open) {
        try {
          Map<String, Object> is = Files.readAttributes(descriptor, "unix:fileKey,nlink");
          if (before.fileKey().equals(String.valueOf(is.get("fileKey")))) {
            return Integer.valueOf(0).equals(is.get("nlink"));
          }
        } catch (IOException e) {
          // Closed since it was listed.
        }
      }
    } catch (NoSuchFileException e) {
      // A system without /proc.
      return false;
    }
    return false;
  }

  /**
   * Whether the file begins with all that was read of the newest generation of its log, whose own
   * file is gone.
   */
  public boolean holds(Entry entry, FileSource file) throws IOException {
    Position position = entry.position();
    return position.offset() >= KnownContent.DISTINCTIVE_BYTES
        && index.newerAtHome(entry).findAny().isEmpty()
        && CheckpointIndex.holds(position, file)
        && index.generationOf(file).isEmpty();
  }
}
