package io.tidemark.ingest.rotation;

import io.tidemark.ingest.checkpoint.SourceNames;
import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.find.LogNames;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.Source;
import io.tidemark.model.TerminalText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The followed logs by their own paths, and the files they are read from. */
public final class Followed {

  private static final Logger LOG = LoggerFactory.getLogger(Followed.class);

  private final Map<Path, Source> byHome = new LinkedHashMap<>();
  private final Map<String, Source> byFileKey = new HashMap<>();
  private final Set<Source> dropped = new HashSet<>();
  private Set<Path> held = Set.of();

  /** The logs by their paths without the ending. */
  private final Map<Stem, Set<Path>> homesByStem = new HashMap<>();

  private final SourceNames names;

  public Followed(SourceNames names) {
    this.names = names;
  }

  /** All logs by path; logs may be added during an iteration. */
  public Map<Path, Source> sources() {
    return byHome;
  }

  /** All logs now. */
  public List<Source> all() {
    return List.copyOf(byHome.values());
  }

  /** The name that the log at this path will get. */
  public String nameOf(Path path) {
    return names.nameOf(path);
  }

  public boolean hasLogAt(Path home) {
    return byHome.containsKey(home);
  }

  /** The log at this path. */
  public Source at(Path home) {
    return byHome.computeIfAbsent(home, path -> begin(names.nameOf(path), path));
  }

  public Source named(String name, Path home) {
    names.claim(name, home);
    return byHome.computeIfAbsent(home, path -> begin(name, path));
  }

  private Source begin(String name, Path home) {
    homesByStem.computeIfAbsent(stem(home), any -> new LinkedHashSet<>()).add(home);
    return new Source(name, home, names.labelsOf(home));
  }

  /** A begin of names in a folder: not every begin of a name is a legal path. */
  private record Stem(@Nullable Path folder, String name) {}

  private static Stem stem(Path home) {
    return new Stem(home.getParent(), LogNames.stem(String.valueOf(home.getFileName())));
  }

  /**
   * Logs that a file at this path may have been rotated from: those in the same folder with a
   * shorter name that begins alike.
   */
  public List<Path> homesBefore(Path path) {
    String name = String.valueOf(path.getFileName());
    List<Path> found = new ArrayList<>();
    for (int length = 1; length < name.length(); length++) {
      Stem stem = new Stem(path.getParent(), name.substring(0, length));
      for (Path home : homesByStem.getOrDefault(stem, Set.of())) {
        if (String.valueOf(home.getFileName()).length() < name.length()) {
          found.add(home);
        }
      }
    }
    return found;
  }

  public @Nullable Source reader(String fileKey) {
    return byFileKey.get(fileKey);
  }

  public boolean isRead(String fileKey) {
    return byFileKey.containsKey(fileKey);
  }

  /** Records that the log is read from this file, too. */
  void read(Source source, FileSource file, long offset) {
    String path = TerminalText.of(file.path().toString());
    LOG.info("{}: following {} from byte {}", source.name(), path, offset);
    readOn(source, file);
  }

  /** Records that the log's missing rest is read from this file. */
  void readOn(Source source, FileSource file) {
    byFileKey.put(file.fileKey(), source);
  }

  /** Closes a file that no generation is read from any more. */
  public void release(Source source, ByteSource file) {
    boolean used = source.generations().stream().anyMatch(g -> g.file() == file && !g.isCut());
    if (!used) {
      ByteSource.close(file);
      String fileKey = file.fileKey();
      if (fileKey != null && !source.follows(fileKey)) {
        byFileKey.remove(fileKey, source);
      }
    }
  }

  /** Drops a log that another tailer follows: closes its files and looks at them no more. */
  public void drop(Source source) {
    dropped.add(source);
    for (Generation generation : source.generations()) {
      source.remove(generation);
      ByteSource.close(generation.file());
    }
    byFileKey.values().removeIf(reader -> reader == source);
  }

  /** Forgets a log without any file. */
  public void forget(Source source) {
    byHome.remove(source.home(), source);
    Set<Path> alike = homesByStem.getOrDefault(stem(source.home()), new HashSet<>());
    alike.remove(source.home());
    if (alike.isEmpty()) {
      homesByStem.remove(stem(source.home()));
    }
    dropped.remove(source);
  }

  public boolean isDropped(Source source) {
    return dropped.contains(source);
  }

  /** Number of logs that other tailers follow. */
  public int dropped() {
    return dropped.size();
  }

  /** Whether another tailer follows the log at this path. */
  public boolean isDroppedAt(Path home) {
    Source source = byHome.get(home);
    return source != null && dropped.contains(source);
  }

  /** Holds these logs, and no others: no generation of them begins until they are released. */
  public void hold(Set<Path> homes) {
    held = Set.copyOf(homes);
  }

  /** The logs whose earlier generations wait for a file descriptor. */
  public Set<Path> held() {
    return held;
  }

  /** Number of unreadable files of followed logs. */
  public int failing() {
    return (int)
        byHome.values().stream()
            .flatMap(source -> source.generations().stream())
            .filter(generation -> generation.failures().any())
            .count();
  }

  /** Open files, with the size when they were last examined. */
  public Map<FileSource, Long> sizes() {
    Map<FileSource, Long> sizes = new HashMap<>();
    for (Source source : byHome.values()) {
      for (Generation generation : source.generations()) {
        if (generation.file() instanceof FileSource file && !generation.isCut()) {
          sizes.put(file, generation.reader().fileBytes());
        }
      }
    }
    return sizes;
  }
}
