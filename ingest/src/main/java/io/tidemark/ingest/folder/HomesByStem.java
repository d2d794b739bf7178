package io.tidemark.ingest.folder;

import io.tidemark.ingest.find.LogNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the logs that a file may have been rotated from, by the beginning of its name. */
public final class HomesByStem {

  private record Stem(Path folder, String name) {

    static Stem of(Path home) {
      String name = LogNames.stem(String.valueOf(home.getFileName()));
      return new Stem(home.resolveSibling(""), name);
    }
  }

  private final Map<Stem, Set<Path>> homes = new HashMap<>();

  public void add(Path home) {
    homes.computeIfAbsent(Stem.of(home), stem -> new LinkedHashSet<>()).add(home);
  }

  public void remove(Path home) {
    homes.computeIfPresent(
        Stem.of(home),
        (stem, same) -> {
          same.remove(home);
          return same.isEmpty() ? null : same;
        });
  }

  /** Logs in the same folder with a shorter name that begins alike. */
  public List<Path> before(Path path) {
    Path folder = path.resolveSibling("");
    String name = String.valueOf(path.getFileName());
    List<Path> found = new ArrayList<>();
    for (int length = 1; length < name.length(); length++) {
      for (Path home : homes.getOrDefault(new Stem(folder, name.substring(0, length)), Set.of())) {
        if (String.valueOf(home.getFileName()).length() < name.length()) {
          found.add(home);
        }
      }
    }
    return found;
  }
}
