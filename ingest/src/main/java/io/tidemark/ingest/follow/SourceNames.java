package io.tidemark.ingest.follow;

import io.tidemark.model.Position;
import io.tidemark.model.TerminalText;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Names sources: a file's own name, with as many of its folders as it takes to tell it from the
 * others. A name stays with its folder, since a log that rotates changes its name only.
 */
final class SourceNames {

  static final int MAX_CHARS = 128;

  private final Map<String, Path> homes = new HashMap<>();
  private final Map<String, Set<Path>> knownFolders = new HashMap<>();

  SourceNames(Collection<Position> known) {
    for (Position position : known) {
      Path home = home(position);
      if (home != null) {
        knownFolders
            .computeIfAbsent(position.source(), name -> new HashSet<>())
            .add(home.resolveSibling(""));
      }
    }
  }

  /** Where a source lives, though its file was last seen under another name. */
  static @Nullable Path home(Position position) {
    if (position.fileKey() == null) {
      return null;
    }
    Position.Lineage lineage = position.lineage();
    if (lineage != null && lineage.home() != null) {
      return Path.of(URI.create(lineage.home()));
    }
    Path seen = Path.of(URI.create(position.uri()));
    String source = position.source();
    for (int folders = 0; folders < seen.getNameCount(); folders++) {
      if (trailing(seen, folders).equals(source)) {
        return seen;
      }
    }
    return seen.resolveSibling(source.substring(source.lastIndexOf('/') + 1));
  }

  /** The name of the source that lives at this absolute path. */
  String nameOf(Path home) {
    Path folder = home.resolveSibling("");
    for (int folders = 0; folders < home.getNameCount(); folders++) {
      String name = trailing(home, folders);
      boolean ours = home.equals(homes.getOrDefault(name, home));
      if (ours && knownFolders.getOrDefault(name, Set.of(folder)).contains(folder)) {
        homes.put(name, home);
        return name;
      }
    }
    return cut(TerminalText.of(home.toString()) + "~" + hash(home.toUri().toString()));
  }

  /** A source that was named by an earlier tailer keeps its name. */
  void claim(String name, Path home) {
    homes.put(name, home);
  }

  private static String trailing(Path path, int folders) {
    int names = path.getNameCount();
    return cut(TerminalText.of(path.subpath(names - 1 - folders, names).toString()));
  }

  private static String cut(String name) {
    if (name.length() <= MAX_CHARS) {
      return name;
    }
    String hash = "~" + hash(name);
    return name.substring(0, MAX_CHARS - hash.length()) + hash;
  }

  private static String hash(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(crc.getValue());
  }
}
