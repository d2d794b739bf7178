package io.tidemark.app.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The per-user state folder of the XDG base directory specification. */
final class DataPaths {

  private DataPaths() {}

  static Path orDefault(@Nullable Path named) {
    if (named != null) {
      return named;
    }
    String state = System.getenv("XDG_STATE_HOME");
    return state == null || state.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".local", "state", "tidemark")
        : Path.of(state, "tidemark");
  }
}
