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
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The compressed files that a log was rotated to. Its lines were read before it was compressed, as
 * a rule, and to unpack it is dear. So they are searched only where a file of the log is missing:
 * the latest first, up to one that was read.
 *
 * @param searched by log: files that were searched, and are not unpacked again
 */
public record PackedFiles(
    Followed followed,
    CheckpointIndex index,
    GenerationStarts starts,
    Opener opener,
    CopyJudge judge,
    Siblings siblings,
    Map<Source, Set<FileShape>> searched) {

  /** Whether one was written after the newest known file of the log: no tailer may have seen it. */
  boolean areNewer(Source source) throws IOException {
    List<FileShape> packed = siblings.packedOf(source.home());
    Optional<Entry> newest = newest(source);
    return !packed.isEmpty()
        && newest.isPresent()
        && packed.get(0).changed().compareTo(changed(newest.get(), source.home())) > 0;
  }

  private Optional<Entry> newest(Source source) {
    return index.ofSource(source.name()).stream()
        .filter(entry -> !entry.passedOver())
        .max(Comparator.comparing(Entry::number));
  }

  /**
   * When the file of the entry was changed last if it is at the log's path; else its birth, since
   * its writer may have written on while a newer one came and went.
   */
  private static FileTime changed(Entry entry, Path home) throws IOException {
    String fileKey = String.valueOf(entry.position().file().fileKey());
    String atHome = FileSource.keyAt(home);
    return atHome != null && FileSource.isOneInode(atHome, fileKey)
        ? FileSource.attributes(home).lastModifiedTime()
        : FileTime.from(entry.position().file().bornNanos(), TimeUnit.NANOSECONDS);
  }

  void forget(Source source) {
    searched.remove(source);
  }

  /**
   * Reads the rests of cut generations, and files that no tailer has read.
   *
   * @return the number of unread files
   */
  int read(Source source, Round round) throws IOException {
    Path home = source.home();
    long oldestMillis = oldestMillis(source);
    Set<FileShape> before = searched.computeIfAbsent(source, log -> new HashSet<>());
    Deque<FileSource> unread = new ArrayDeque<>();
    boolean anchored = oldestMillis > Long.MIN_VALUE;
    boolean known = false;
    try {
      for (FileShape sibling : siblings.packedOf(home)) {
        boolean seen = before.contains(sibling) || followed.isRead(sibling.fileKey());
        known |= seen;
        if (sibling.changed().toMillis() < oldestMillis || (known && !awaitsCopies(source))) {
          break;
        }
        // One that is damaged or too large is unpacked once.
        FileSource file =
            seen ? null : opener.openIfThere(home, sibling.path(), () -> before.add(sibling));
        if (file == null) {
          continue;
        }
        before.add(sibling);
        opener.unreadable().remove(sibling.path());
        unread.push(file);
        if (wasRead(source, file, round)) {
          unread.pop();
          anchored = true;
          known = true;
        } else if (known) {
          // Older than one that was read: no file of the log.
          unread.pop().close();
        }
      }
      int found = anchored ? unread.size() : 0;
      while (!anchored && !unread.isEmpty()) {
        unread.pop().close();
      }
      while (!unread.isEmpty()) {
        starts.addUnread(source, unread.element(), round);
        unread.pop();
      }
      return found;
    } finally {
      unread.forEach(file -> ByteSource.close(file));
    }
  }

  private static boolean awaitsCopies(Source source) {
    return source.generations().stream().anyMatch(Generation::awaitsCopy);
  }

  /**
   * An earlier change is that of a file before the oldest one that is missing. The least number if
   * its birth is unknown: then only a file that was read shows which ones came after it.
   */
  private long oldestMillis(Source source) {
    long earliest = Long.MAX_VALUE;
    for (Generation generation : source.generations()) {
      if (!generation.over()) {
        long bornNanos = generation.file().bornNanos();
        long bornMillis =
            bornNanos == 0 ? Long.MIN_VALUE : TimeUnit.NANOSECONDS.toMillis(bornNanos);
        earliest = Math.min(earliest, bornMillis);
      }
    }
    Optional<Entry> newest = newest(source);
    if (newest.isEmpty()) {
      return judge.sinceMillis(source);
    }
    long bornNanos = newest.get().position().file().bornNanos();
    return bornNanos == 0 ? earliest : Math.min(earliest, TimeUnit.NANOSECONDS.toMillis(bornNanos));
  }

  /** Continues a generation that was read from a copy, which held less than this file. */
  private boolean goesOn(Source source, FileSource file, Round round) throws IOException {
    for (Generation generation : source.generations()) {
      if (generation.place() instanceof Place.Away
          && !generation.over()
          && generation.file() instanceof FileSource copy
          && copy.size() > 0
          && file.beginsWith(copy)) {
        return starts.goOnIn(source, generation, file);
      }
    }
    Optional<Entry> ended = index.heldBy(source.name(), file);
    return ended.isPresent() && starts.resume(file, ended.get(), source.home(), round);
  }

  /** Whether lines of the file were read before; if so, its rest is read on. */
  private boolean wasRead(Source source, FileSource file, Round round) throws IOException {
    boolean used = false;
    boolean known = false;
    try {
      for (Generation generation : source.generations()) {
        if (generation.awaitsCopy() && judge.continues(source, generation, file)) {
          known = true;
          used = starts.goOnIn(source, generation, file);
          return true;
        }
      }
      Optional<Entry> entry = index.generationOf(file).filter(found -> !found.passedOver());
      if (entry.isPresent()) {
        boolean rest = !entry.get().position().ended();
        used = rest && starts.resume(file, entry.get(), source.home(), round);
        known = true;
      } else {
        known = judge.wasRead(source, file);
        // A copy of its beginning may have been read.
        used = !known && goesOn(source, file, round);
        known |= used;
      }
      return known;
    } finally {
      if (!used && known) {
        ByteSource.close(file);
      }
    }
  }
}
