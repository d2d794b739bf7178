package io.tidemark.ingest.rotation;

import io.tidemark.ingest.content.FileShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names in a folder at one moment, searchable by prefix. Each file's attributes are read once.
 */
final class FolderListing {

  private static final Set<String> ARCHIVES =
      Set.of("old", "olddir", "archive", "archives", "archived", "rotated", "backup");

  /** Names with undecodable bytes may be equal as text, so one name can have several files. */
  private final NavigableMap<String, List<Path>> byName = new TreeMap<>();

  private final Map<Path, Optional<FileShape>> files = new HashMap<>();
  private @Nullable List<Path> archives;

  /** Lists a folder; empty if it does not exist. */
  static FolderListing of(Path folder) throws IOException {
    FolderListing listing = new FolderListing();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> paths = Files.list(folder)) {
        paths.forEach(listing::add);
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    return listing;
  }

  private void add(Path path) {
    byName.computeIfAbsent(path.getFileName().toString(), n -> new ArrayList<>()).add(path);
  }

  /** The files whose names begin with {@code stem}. */
  List<Path> startingWith(String stem) {
    List<Path> found = new ArrayList<>();
    for (Map.Entry<String, List<Path>> next : byName.tailMap(stem, true).entrySet()) {
      if (!next.getKey().startsWith(stem)) {
        break;
      }
      found.addAll(next.getValue());
    }
    return found;
  }

  boolean holds(String name) {
    return byName.containsKey(name);
  }

  /**
   * Subfolders that usually hold rotated logs; links are skipped, since they may leave the list.
   */
  List<Path> archives() {
    if (archives == null) {
      archives =
          ARCHIVES.stream()
              .sorted()
              .flatMap(name -> byName.getOrDefault(name, List.of()).stream())
              .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
              .toList();
    }
    return archives;
  }

  /** The regular file at this path; empty if there is none. */
  Optional<FileShape> file(Path path) throws IOException {
    Optional<FileShape> known = files.get(path);
    if (known == null) {
      known = lookAt(path);
      files.put(path, known);
    }
    return known;
  }

  private static Optional<FileShape> lookAt(Path path) throws IOException {
    try {
      BasicFileAttributes now =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return now.isRegularFile() ? Optional.of(FileShape.of(path, now)) : Optional.empty();
    } catch (NoSuchFileException e) {
      // Rotated again in the meantime: the next look finds it under its new name.
      return Optional.empty();
    }
  }
}
