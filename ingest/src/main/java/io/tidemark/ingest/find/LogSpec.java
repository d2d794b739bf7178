package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One entry of the user's list of logs: a file, a folder or a glob. */
sealed interface LogSpec permits OneFile, Folder, Glob {

  /** Where its files lie, or the folder above all of them. */
  Path folder();

  /** The text of an entry that may name many files; empty for that of one file. */
  Optional<String> pattern();

  /** The regular files it names now; what cannot be looked at now is left out. */
  List<Path> files();

  /** Whether a file at this absolute path would belong to it. */
  boolean covers(Path path);

  /** The file at a path that it covers, links resolved; empty where a link leads out of it. */
  Optional<CoveredFile> real(Path covered) throws IOException;

  /** Whether the real folder is one that its files lie in. */
  boolean holds(Path realFolder);
}
