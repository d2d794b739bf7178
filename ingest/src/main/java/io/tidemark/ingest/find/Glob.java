package io.tidemark.ingest.find;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pattern below a folder; or a folder, for the files directly in it without hidden ones.
 * Compressed files are left out.
 *
 * @param text as the user wrote it; the path of a folder
 * @param folder the part before the first wildcard
 * @param below matches the rest of the path, relative to the folder
 * @param root its real path
 * @param depth the greatest number of folders between {@code folder} and a match
 */
record Glob(String text, Path folder, Path root, PathMatcher below, int depth) implements LogSpec {

  private static final String WILD = "*?[{";

  static boolean is(String text) {
    return text.chars().anyMatch(c -> WILD.indexOf(c) >= 0);
  }

  /** The files directly in a folder. */
  static Glob in(Path folder) throws IOException {
    PathMatcher visible = folder.getFileSystem().getPathMatcher("glob:[!.]*");
    return new Glob(folder.toString(), folder, folder.toRealPath(), visible, 1);
  }

  /** Splits the pattern as text, since a wildcard need not be a legal path. */
  static Glob of(String text) {
    int slash = slashBeforeWild(text);
    Path folder = Path.of(slash < 0 ? "." : text.substring(0, slash + 1));
    String rest = text.substring(slash + 1);
    Path root = folder.toAbsolutePath().normalize();
    int depth = rest.contains("**") ? Integer.MAX_VALUE : rest.split("/+").length;
    return new Glob(text, root, root, root.getFileSystem().getPathMatcher("glob:" + rest), depth);
  }

  private static int slashBeforeWild(String text) {
    int wild = 0;
    while (WILD.indexOf(text.charAt(wild)) < 0) {
      wild++;
    }
    return text.lastIndexOf('/', wild);
  }

  /** The same pattern with the real path of its folder, which must exist. */
  Glob resolved() throws IOException {
    return new Glob(text, folder, folder.toRealPath(), below, depth);
  }

  /** Whether it is a folder and not a pattern. */
  boolean isFolder() {
    return text.equals(folder.toString());
  }

  /** Says that the folders in a folder are not followed; empty if there are none. */
  Optional<String> notFollowed() {
    if (!isFolder()) {
      return Optional.empty();
    }
    try (Stream<Path> names = Files.list(folder)) {
      long folders =
          names
              .filter(Files::isDirectory)
              .filter(name -> below.matches(name.getFileName()))
              .count();
      return Optional.of(
              "%,d %s not followed; use '%s/**'"
                  .formatted(folders, folders == 1 ? "sub-folder is" : "sub-folders are", folder))
          .filter(sentence -> folders > 0);
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  @Override
  public String identity() {
    return folder + "/" + (isFolder() ? "" : text.substring(slashBeforeWild(text) + 1));
  }

  @Override
  public Optional<String> pattern() {
    return Optional.of(text);
  }

  @Override
  public List<Path> entries(Set<Path> visited) {
    visited.add(folder);
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          folder,
          EnumSet.of(FileVisitOption.FOLLOW_LINKS),
          depth,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes) {
              visited.add(entered);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (!attributes.isDirectory() && covers(file)) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              // A folder, or a loop of links to one; other files are still visited.
              if (!(e instanceof NoSuchFileException) && (isAbove(file) || covers(file))) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, @Nullable IOException e) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new IllegalStateException("the visitor above lets no error through", e);
    }
    return found;
  }

  /** Whether it may be a folder of files that match. */
  private boolean isAbove(Path file) {
    return depth > 1 || file.equals(folder);
  }

  @Override
  public boolean covers(Path path) {
    return path.startsWith(folder)
        && below.matches(folder.relativize(path))
        && !Compressed.is(path);
  }

  @Override
  public boolean holds(Path realFolder) {
    return depth > 1 ? realFolder.startsWith(root) : realFolder.equals(root);
  }
}
