package io.tidemark.ingest.follow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files beside a log, or in a folder of old logs, that by their names it was rotated to. */
final class Siblings {

  private static final Set<String> ARCHIVES =
      Set.of("old", "olddir", "archive", "archives", "archived", "rotated", "backup");

  private final RotationPolicy policy;
  private final Map<Path, List<Path>> listed = new HashMap<>();
  private final Map<String, Pattern> patterns = new HashMap<>();

  Siblings(RotationPolicy policy) {
    this.policy = policy;
  }

  /** What a file looks like from outside; one of another shape holds something else. */
  record Sibling(Path path, String fileKey, long sizeBytes, FileTime changed, FileTime created) {}

  /** A folder is listed once until this is called. */
  void listAnew() {
    listed.clear();
  }

  private List<Path> list(Path folder) throws IOException {
    List<Path> known = listed.get(folder);
    if (known != null) {
      return known;
    }
    List<Path> found = List.of();
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> paths = Files.list(folder)) {
        found = paths.toList();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    listed.put(folder, found);
    return found;
  }

  /** Those there are now, the one changed last coming last. */
  List<Sibling> of(Path home) throws IOException {
    String name = String.valueOf(home.getFileName());
    String stem = RotatedNames.stemOf(name);
    Pattern rotated = patterns.computeIfAbsent(name, RotatedNames::of);
    List<Sibling> found = new ArrayList<>();
    for (Path folder : folders(home)) {
      boolean beside = folder.equals(home.resolveSibling(""));
      for (Path path : list(folder)) {
        String its = path.getFileName().toString();
        boolean alike = its.startsWith(stem);
        if (alike && (rotated.matcher(its).matches() || (!beside && its.equals(name)))) {
          add(path, found);
        }
      }
    }
    found.sort(
        Comparator.comparing(Sibling::changed)
            .thenComparing(Sibling::created)
            .thenComparing(RotatedNames::byAge));
    return found;
  }

  private static void add(Path path, List<Sibling> found) throws IOException {
    try {
      BasicFileAttributes now =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (now.isRegularFile()) {
        found.add(
            new Sibling(
                path, FileSource.key(now), now.size(), now.lastModifiedTime(), now.creationTime()));
      }
    } catch (NoSuchFileException e) {
      // Rotated on while we looked: the next look finds it under its next name.
      return;
    }
  }

  /** Beside the log, below it in a folder for old logs, and where the user says. */
  private List<Path> folders(Path home) throws IOException {
    Path own = home.resolveSibling("");
    List<Path> folders = new ArrayList<>(List.of(own));
    list(own).stream()
        .filter(path -> ARCHIVES.contains(path.getFileName().toString()))
        .forEach(folders::add);
    policy.archives().stream().filter(folder -> !folders.contains(folder)).forEach(folders::add);
    return folders;
  }
}
