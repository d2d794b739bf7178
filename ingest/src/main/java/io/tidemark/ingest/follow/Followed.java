package io.tidemark.ingest.follow;

import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logs that are followed, by their own paths, and the files they are read from. */
final class Followed {

  private static final Logger LOG = LoggerFactory.getLogger(Followed.class);

  private final Map<Path, Source> byHome = new LinkedHashMap<>();
  private final Map<String, Source> byFileKey = new HashMap<>();
  private final Set<Source> dropped = new HashSet<>();
  private final HomesByStem homes = new HomesByStem();
  private final SourceNames names;

  Followed(SourceNames names) {
    this.names = names;
  }

  /** All logs, by path; more may come while one looks at them. */
  Map<Path, Source> sources() {
    return byHome;
  }

  List<Map.Entry<Path, Source>> snapshot() {
    return List.copyOf(byHome.entrySet());
  }

  /** The name that the log at this path will have. */
  String nameOf(Path path) {
    return names.nameOf(path);
  }

  boolean hasLogAt(Path home) {
    return byHome.containsKey(home);
  }

  /** The log at this path. */
  Source at(Path home) {
    return byHome.computeIfAbsent(home, path -> begin(names.nameOf(path), path));
  }

  /** The log of this name, living at {@code home}. */
  Source named(String name, Path home) {
    names.claim(name, home);
    return byHome.computeIfAbsent(home, path -> begin(name, path));
  }

  private Source begin(String name, Path home) {
    homes.add(home);
    return new Source(name, home);
  }

  /** Logs that a file at this path may have been rotated from, by how its name begins. */
  List<Path> homesBefore(Path path) {
    return homes.before(path);
  }

  /** Whose file this is. */
  @Nullable Source reader(String fileKey) {
    return byFileKey.get(fileKey);
  }

  boolean isRead(String fileKey) {
    return byFileKey.containsKey(fileKey);
  }

  /** The log is read from this file, too. */
  void read(Source source, FileSource file, long offset) {
    String path = TerminalText.of(file.path().toString());
    LOG.info("{}: following {} from byte {}", source.name(), path, offset);
    readOn(source, file);
  }

  /** What the log lacks is read from this file. */
  void readOn(Source source, FileSource file) {
    byFileKey.put(file.fileKey(), source);
  }

  /** Lets go of a file that no generation is read from any more. */
  void release(Source source, ByteSource file) {
    boolean used = source.generations().stream().anyMatch(g -> g.file() == file && !g.isCut());
    if (!used) {
      close(file);
      String fileKey = file.fileKey();
      if (fileKey != null && !source.follows(fileKey)) {
        byFileKey.remove(fileKey, source);
      }
    }
  }

  /** Another tailer follows the log: lets go of its files, and looks at them no more. */
  void drop(Source source) {
    dropped.add(source);
    for (Generation generation : source.generations()) {
      source.remove(generation);
      close(generation.file());
    }
    byFileKey.values().removeIf(reader -> reader == source);
  }

  /** Nothing of the log is there any more. */
  void forget(Source source, Path home) {
    byHome.remove(home, source);
    homes.remove(home);
    dropped.remove(source);
  }

  boolean isDropped(Source source) {
    return dropped.contains(source);
  }

  /** How many logs other tailers follow. */
  int dropped() {
    return dropped.size();
  }

  /** Whether another tailer follows the log at this path. */
  boolean isDroppedAt(Path home) {
    Source source = byHome.get(home);
    return source != null && dropped.contains(source);
  }

  /** How many files of followed logs cannot be read now. */
  int failing() {
    return (int)
        byHome.values().stream()
            .flatMap(source -> source.generations().stream())
            .filter(generation -> generation.failures().any())
            .count();
  }

  /** Files that are to be found, with the size they were read to. */
  Map<FileSource, Long> sizes() {
    Map<FileSource, Long> sizes = new HashMap<>();
    for (Source source : byHome.values()) {
      for (Generation generation : source.generations()) {
        if (generation.file() instanceof FileSource file && !generation.isCut()) {
          sizes.put(file, generation.reader().sizeBytes());
        }
      }
    }
    return sizes;
  }

  static void close(@Nullable ByteSource file) {
    if (file == null) {
      return;
    }
    try {
      file.close();
    } catch (IOException e) {
      // It was opened for reading: nothing is lost by it.
      LOG.warn("{}: cannot be closed: {}", TerminalText.of(file.label()), e.toString());
    }
  }
}
