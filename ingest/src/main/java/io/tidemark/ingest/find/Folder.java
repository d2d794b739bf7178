package io.tidemark.ingest.find;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files directly in a folder, without hidden and compressed ones.
 *
 * @param root its real path
 */
record Folder(Path folder, Path root) implements LogSpec {

  static Folder of(Path folder) throws IOException {
    return new Folder(folder, folder.toRealPath());
  }

  @Override
  public Optional<String> pattern() {
    return Optional.of(folder.toString());
  }

  @Override
  public List<Path> entries(Set<Path> visited) {
    visited.add(folder);
    if (!Files.isReadable(folder)) {
      return Files.exists(folder) ? List.of(folder) : List.of();
    }
    try (Stream<Path> names = Files.list(folder)) {
      return names.filter(this::covers).filter(name -> !Files.isDirectory(name)).toList();
    } catch (IOException | UncheckedIOException e) {
      // The folder was removed or changed during the listing: the next scan looks again.
      return List.of();
    }
  }

  @Override
  public String identity() {
    return folder + "/";
  }

  /** Says that the folders in it are not followed; empty if there are none. */
  Optional<String> notFollowed() {
    try (Stream<Path> names = Files.list(folder)) {
      long folders =
          names
              .filter(Files::isDirectory)
              .filter(name -> !name.getFileName().toString().startsWith("."))
              .count();
      return folders == 0
          ? Optional.empty()
          : Optional.of(
              "%,d %s not followed; use '%s/**'"
                  .formatted(folders, folders == 1 ? "sub-folder is" : "sub-folders are", folder));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean covers(Path path) {
    return folder.equals(path.getParent())
        && !path.getFileName().toString().startsWith(".")
        && !Compressed.is(path);
  }

  @Override
  public boolean holds(Path realFolder) {
    return root.equals(realFolder);
  }
}
