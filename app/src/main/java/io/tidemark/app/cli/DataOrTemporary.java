package io.tidemark.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** The named folder, or a temporary one that is deleted at the end. */
record DataOrTemporary(Path path, boolean temporary) implements AutoCloseable {

  static DataOrTemporary of(@Nullable Path named, String prefix) throws IOException {
    return named == null
        ? new DataOrTemporary(Files.createTempDirectory(prefix), true)
        : new DataOrTemporary(named, false);
  }

  /** The named folder, or the per-user state folder of the XDG base directory specification. */
  static Path orDefault(@Nullable Path named) {
    if (named != null) {
      return named;
    }
    String state = System.getenv("XDG_STATE_HOME");
    return state == null || state.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".local", "state", "tidemark")
        : Path.of(state, "tidemark");
  }

  @Override
  public void close() throws IOException {
    if (temporary) {
      Utils.delete(path.toFile());
    }
  }
}
