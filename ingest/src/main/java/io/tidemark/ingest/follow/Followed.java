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
  private final SourceNames names;
  private final RotationPolicy policy;

  Followed(SourceNames names, RotationPolicy policy) {
    this.names = names;
    this.policy = policy;
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
    return byHome.computeIfAbsent(home, path -> new Source(names.nameOf(path), path, policy));
  }

  /** The log of this name, living at {@code home}. */
  Source named(String name, Path home) {
    names.claim(name, home);
    return byHome.computeIfAbsent(home, path -> new Source(name, path, policy));
  }

  Path homeOf(Source source) {
    return byHome.entrySet().stream()
        .filter(e -> e.getValue() == source)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
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
