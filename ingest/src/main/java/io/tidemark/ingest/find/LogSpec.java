package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One entry of the user's list of logs: a file, a folder or a glob. */
sealed interface LogSpec permits OneFile, Folder, Glob {

  /** The folder of its files, or their common parent folder. */
  Path folder();

  /** The entry's text if it may name many files; empty for a single file. */
  Optional<String> pattern();

  /** The regular files that it names now, without those that cannot be examined. */
  List<Path> files();

  /** Whether the entry covers a file at this absolute path. */
  boolean covers(Path path);

  /**
   * The covered file at a path, links resolved; empty if a link leads out of the entry's folder.
   */
  Optional<CoveredFile> real(Path covered) throws IOException;

  /** Whether files of the entry may lie in this real folder. */
  boolean holds(Path realFolder);
}
