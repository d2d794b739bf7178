package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import java.util.List;

/**
 * Is shown the ops and modules of a runtime's log while it is analysed. They come from the tracker
 * of the run, so they agree with its figures; nothing of them is stored.
 */
public interface OperationListener {

  /** What there is no room for. */
  enum Limit {
    /** Programs nested deeper than is followed. */
    DEPTH,
    /** Cache misses of further graphs. */
    MISSES,
    /** Weights of one op. */
    WEIGHTS,
    /** Lines of a module's text. */
    MODULE_LINES
  }

  /** The memory before the op is known; ops of one device come in the log's order. */
  default void onOperation(Operation operation) {}

  /** A module declares its arguments, before the ops that run it. */
  default void onModule(List<ModuleArgument> arguments) {}

  /**
   * A module's text is complete: the first of this stage in its run.
   *
   * @param stage {@code ttir} or {@code ttnn}
   */
  default void onStage(String stage, String text) {}

  /** So much is left out from here on. */
  default void onLimit(Limit limit, long count) {}
}
