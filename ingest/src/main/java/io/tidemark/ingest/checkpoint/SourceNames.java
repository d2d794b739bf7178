package io.tidemark.ingest.checkpoint;

import io.tidemark.ingest.find.LogNames;
import io.tidemark.model.log.Position;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names sources: what the path states, see {@link PathNames}, or a file's own name, preceded by as
 * many of its folders as distinguish it from the others. A name stays with the folder, since
 * rotation changes only the file name.
 */
public final class SourceNames {

  private final SourceNaming naming;
  private final Map<String, Path> homes = new HashMap<>();
  private final Map<String, Set<Path>> knownFolders = new HashMap<>();
  private final Set<String> ambiguous = new HashSet<>();

  public SourceNames(Collection<Position> known, SourceNaming naming) {
    this.naming = naming;
    for (Position position : known) {
      Path home = home(position);
      if (home != null) {
        knownFolders
            .computeIfAbsent(position.source(), name -> new HashSet<>())
            .add(home.resolveSibling(""));
      }
    }
  }

  /** The path of the source's log, wherever its file is now; {@code null} for standard input. */
  public static @Nullable Path home(Position position) {
    String home = position.lineage().home();
    return home == null ? null : Path.of(URI.create(home));
  }

  /**
   * Keeps each name for which several of these logs could be meant from all that are new, but no
   * name that a path states.
   */
  public void distinguish(Collection<Path> logs) {
    Map<String, Path> first = new HashMap<>();
    for (Path log : logs) {
      boolean stated = naming.paths().of(log).source() != null;
      for (String name : stated ? List.<String>of() : possible(log)) {
        if (!log.equals(first.computeIfAbsent(name, any -> log))) {
          ambiguous.add(name);
        }
      }
    }
  }

  private List<String> possible(Path home) {
    String stated = naming.paths().of(home).source();
    return (stated == null ? LogNames.of(home) : LogNames.of(stated, home))
        .stream().map(naming::nameOf).toList();
  }

  /** The name of the source whose log is at this absolute path. */
  public String nameOf(Path home) {
    Path folder = home.resolveSibling("");
    List<String> possible = possible(home);
    String last = possible.get(possible.size() - 1);
    for (String name : possible.subList(0, possible.size() - 1)) {
      boolean ours = home.equals(homes.getOrDefault(name, home));
      Set<Path> known = knownFolders.get(name);
      if (ours && (known == null ? !ambiguous.contains(name) : known.contains(folder))) {
        homes.put(name, home);
        return name;
      }
    }
    return last;
  }

  public Map<String, String> labelsOf(Path home) {
    return naming.paths().of(home).labels();
  }

  /** Keeps the name that an earlier tailer gave to this source. */
  public void claim(String name, Path home) {
    homes.put(name, home);
  }
}
