package io.tidemark.ingest.follow;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.checkpoint.SourceNames;
import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.DumpSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.rotation.Followed;
import io.tidemark.ingest.rotation.Opener;
import io.tidemark.ingest.rotation.Siblings;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resumes generations that an earlier tailer left open, under their present file name, before new
 * files are looked for. If the file is gone, copies are searched for the rest.
 */
final class Recovery {

  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final FileRegistry registry;
  private final Followed followed;
  private final CheckpointIndex index;
  private final Supplier<Round> rounds;
  private final Map<Path, Map<String, List<Path>>> byInode = new HashMap<>();

  /** By log: generations that cannot be looked for until a file descriptor is free. */
  private final Map<Path, List<Entry>> waiting = new HashMap<>();

  /** An open generation, and its file if it was found. */
  private record Sought(Entry entry, Path home, @Nullable FileSource file) {}

  /**
   * The order of reading: what was begun first, then files that were rotated when they were found,
   * then those that were at the path of the log. A rotated file that was found late has a higher
   * number than the files after it.
   */
  private static final Comparator<Entry> BY_AGE =
      Comparator.comparing((Entry entry) -> entry.position().offset() == 0)
          .thenComparing(Recovery::wasAtHome)
          .thenComparing(Entry::number);

  private static boolean wasAtHome(Entry entry) {
    return entry.position().file().uri().equals(entry.position().lineage().home());
  }

  /**
   * @param rounds gives each resumption its own time: hundreds take longer than a copy is awaited
   */
  Recovery(
      FileRegistry registry, Followed followed, CheckpointIndex index, Supplier<Round> rounds) {
    this.registry = registry;
    this.followed = followed;
    this.index = index;
    this.rounds = rounds;
  }

  /** Resumes the generations of logs that are still asked for. */
  void run() {
    for (Entry entry : index.all()) {
      Path home = home(entry);
      if (home != null
          && !entry.position().ended()
          && registry.opener().covers(home)
          && Files.isReadable(home.resolveSibling(""))) {
        await(entry, home);
      }
    }
    goOn();
    for (Entry entry : index.all()) {
      Path home = home(entry);
      if (home != null) {
        registry.await(entry.position().source(), home);
      }
    }
  }

  /** The path of the log whose generation may be in a file; {@code null} if there is none. */
  private static @Nullable Path home(Entry entry) {
    String fileKey = entry.position().file().fileKey();
    return fileKey == null || DumpSource.isKey(fileKey) || entry.passedOver()
        ? null
        : SourceNames.home(entry.position());
  }

  /**
   * Resumes the generations that waited for a file descriptor, while any is free. The logs of those
   * that still wait are held: a new generation would be read before the older one.
   */
  void goOn() {
    waiting.keySet().removeIf(followed::isDroppedAt);
    List<Entry> entries = new ArrayList<>();
    waiting.values().forEach(entries::addAll);
    waiting.clear();
    if (entries.isEmpty()) {
      followed.hold(Set.of());
      return;
    }
    entries.sort(BY_AGE);
    List<Sought> sought = new ArrayList<>();
    for (Entry entry : entries) {
      look(entry, Objects.requireNonNull(home(entry))).ifPresent(sought::add);
    }
    again(sought).forEach(this::resume);
    followed.hold(waiting.keySet());
  }

  private void await(Entry entry, Path home) {
    waiting.computeIfAbsent(home, log -> new ArrayList<>()).add(entry);
  }

  /** Looks for the file of an entry; empty if its folder cannot be read. */
  private Optional<Sought> look(Entry entry, Path home) {
    try {
      return Optional.of(new Sought(entry, home, find(entry, home)));
    } catch (IOException e) {
      complain(entry, home, e);
      return Optional.empty();
    }
  }

  /**
   * Repeats the search for missing files: a file renamed during a listing appears under neither
   * name.
   */
  private List<Sought> again(List<Sought> sought) {
    registry.siblings().listAnew();
    byInode.clear();
    List<Sought> all = new ArrayList<>();
    for (Sought each : sought) {
      (each.file() == null ? look(each.entry(), each.home()) : Optional.of(each))
          .ifPresent(all::add);
    }
    return all;
  }

  private void resume(Sought sought) {
    FileSource file = sought.file();
    if (waiting.containsKey(sought.home())) {
      ByteSource.close(file);
      await(sought.entry(), sought.home());
      return;
    }
    Round round = rounds.get();
    try {
      if (file == null || !file.offer(its -> resume(its, sought, round))) {
        registry.starts().seek(sought.entry(), sought.home(), round);
      }
    } catch (IOException e) {
      complain(sought.entry(), sought.home(), e);
    }
  }

  private boolean resume(FileSource file, Sought sought, Round round) throws IOException {
    return !followed.isRead(file.fileKey())
        && registry.starts().resume(file, sought.entry(), sought.home(), round);
  }

  /** The position stays open, so a later visit resumes it once the file is readable again. */
  private void complain(Entry entry, Path home, IOException e) {
    if (IoReason.isExhausted(e)) {
      await(entry, home);
    } else {
      LOG.warn(
          "{} cannot be looked at, trying on: {}",
          TerminalText.of(home.toString()),
          IoReason.of(e));
    }
  }

  /** Finds the file at its log's path, or beside it under a name that the list allows. */
  private @Nullable FileSource find(Entry entry, Path home) throws IOException {
    List<Path> paths = new ArrayList<>(List.of(home));
    registry.siblings().of(home).forEach(sibling -> paths.add(sibling.path()));
    paths.addAll(
        covered(home.resolveSibling(""), String.valueOf(entry.position().file().fileKey())));
    for (Path path : paths) {
      FileSource file = openIf(entry, home, path);
      if (file != null) {
        return file;
      }
    }
    // The file at the log's path, if it took the place of the one that was read.
    return openIf(
        () -> registry.opener().open(home), file -> registry.replaced().holds(entry, file));
  }

  /** Covered files with this inode in the folder, which is listed once for all entries. */
  private List<Path> covered(Path folder, String fileKey) throws IOException {
    Map<String, List<Path>> known = byInode.get(folder);
    if (known == null) {
      known = new HashMap<>();
      for (Path path : Siblings.allIn(folder)) {
        if (registry.opener().covers(path)) {
          String key = FileSource.keyAt(path);
          if (key != null) {
            known.computeIfAbsent(FileSource.anyDevice(key), k -> new ArrayList<>()).add(path);
          }
        }
      }
      byInode.put(folder, known);
    }
    return known.getOrDefault(FileSource.anyDevice(fileKey), List.of());
  }

  /** The file at this path if it holds the entry. */
  private @Nullable FileSource openIf(Entry entry, Path home, Path path) throws IOException {
    Opener opener = registry.opener();
    String fileKey = String.valueOf(entry.position().file().fileKey());
    String here = FileSource.keyAt(path);
    return here == null || !FileSource.isOneInode(here, fileKey)
        ? null
        : openIf(
            () -> opener.covers(path) ? opener.open(path) : opener.openBeside(home, path),
            // After cuts, one file has held several generations, which may begin alike.
            file -> index.generationOf(file).filter(entry::equals).isPresent());
  }

  /** Opens a file. */
  @FunctionalInterface
  private interface Opening {
    FileSource open() throws IOException;
  }

  private static @Nullable FileSource openIf(Opening opening, FileSource.Taker taker)
      throws IOException {
    try {
      FileSource file = opening.open();
      return file.offer(taker) ? file : null;
    } catch (NoSuchFileException e) {
      LOG.trace("no such file", e);
      return null;
    }
  }
}
