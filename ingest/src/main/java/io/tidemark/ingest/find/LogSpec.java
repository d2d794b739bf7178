package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One entry of the user's list of logs: a file, a folder or a glob. */
sealed interface LogSpec permits OneFile, Glob {

  /** The folder of its files, or their common parent folder. */
  Path folder();

  /** The entry's text if it may name many files; empty for a single file. */
  Optional<String> pattern();

  /** A text that stays equal while the entry names the same files, wherever it is written. */
  String identity();

  /** The real path of the folder when the list was read. */
  Path root();

  /**
   * The paths that it names now, of files of any kind, and those that cannot be looked at.
   *
   * @param visited gets the folders that were looked into
   */
  List<Path> entries(Set<Path> visited);

  /** Whether the entry covers a file at this absolute path. */
  boolean covers(Path path);

  /** The path by which the entry covers this real file without a link below its folder. */
  default Optional<Path> nameOf(Path real) {
    return Optional.of(real)
        .filter(path -> path.startsWith(root()))
        .map(path -> folder().resolve(root().relativize(path)))
        .filter(this::covers);
  }

  /**
   * A covered path without the links of the folder that the user wrote. Once these lead elsewhere,
   * they stay in it.
   */
  default Path written(Path covered) throws IOException {
    return folder().toRealPath().equals(root())
        ? root().resolve(folder().relativize(covered))
        : covered;
  }

  /** Whether files of the entry may lie in this real folder. */
  boolean holds(Path realFolder);
}
