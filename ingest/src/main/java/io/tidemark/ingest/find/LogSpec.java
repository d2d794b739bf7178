package io.tidemark.ingest.find;

import java.nio.file.Path;
import java.util.List;

/** One entry of the user's list of logs: a file, a folder or a glob. */
sealed interface LogSpec permits OneFile, Folder, Glob {

  /** The regular files it names now; what cannot be looked at now is left out. */
  List<Path> files();

  /** Whether a file at this absolute path would belong to it. */
  boolean covers(Path path);
}
