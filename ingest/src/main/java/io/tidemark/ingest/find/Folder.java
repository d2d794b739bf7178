package io.tidemark.ingest.find;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The regular files directly in a folder, hidden and compressed ones left out. */
record Folder(Path folder) implements LogSpec {

  @Override
  public List<Path> files() {
    if (!Files.isReadable(folder)) {
      return List.of();
    }
    try (Stream<Path> names = Files.list(folder)) {
      return names.filter(this::covers).filter(Files::isRegularFile).toList();
    } catch (IOException | UncheckedIOException e) {
      // The folder went away or changed under the listing: the next scan looks again.
      return List.of();
    }
  }

  @Override
  public boolean covers(Path path) {
    return folder.equals(path.getParent())
        && !path.getFileName().toString().startsWith(".")
        && !Compressed.is(path);
  }
}
