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
  private final HomesByStem homes = new HomesByStem();
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
    homes.add(home);
    return new Source(name, home, names.labelsOf(home));
  }

  /** Logs that a file at this path may have been rotated from, by the beginning of its name. */
  public List<Path> homesBefore(Path path) {
    return homes.before(path);
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
    homes.remove(source.home());
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

  /** Finds the logs that a file may have been rotated from, by the beginning of its name. */
  private static final class HomesByStem {

    private record Stem(Path folder, String name) {

      static Stem of(Path home) {
        String name = LogNames.stem(String.valueOf(home.getFileName()));
        return new Stem(home.resolveSibling(""), name);
      }
    }

    private final Map<Stem, Set<Path>> homes = new HashMap<>();

    void add(Path home) {
      homes.computeIfAbsent(Stem.of(home), stem -> new LinkedHashSet<>()).add(home);
    }

    void remove(Path home) {
      homes.computeIfPresent(
          Stem.of(home),
          (stem, same) -> {
            same.remove(home);
            return same.isEmpty() ? null : same;
          });
    }

    /** Logs in the same folder with a shorter name that begins alike. */
    List<Path> before(Path path) {
      Path folder = path.resolveSibling("");
      String name = String.valueOf(path.getFileName());
      List<Path> found = new ArrayList<>();
      for (int length = 1; length < name.length(); length++) {
        for (Path home :
            homes.getOrDefault(new Stem(folder, name.substring(0, length)), Set.of())) {
          if (String.valueOf(home.getFileName()).length() < name.length()) {
            found.add(home);
          }
        }
      }
      return found;
    }
  }
}
