package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import java.util.List;

/**
 * Receives the ops and modules of a runtime's log during analysis. They come from the run's
 * tracker, so they agree with its figures. They are not stored.
 */
public interface OperationListener {

  /** Limits above which data is dropped. */
  enum Limit {
    /** Depth of nested programs. */
    DEPTH,
    /** Number of graphs with cache misses. */
    MISSES,
    /** Number of weights of one op. */
    WEIGHTS,
    /** Length of a module's text. */
    MODULE_LINES
  }

  /** Receives an op once the memory before it is known; ops of one device come in log order. */
  default void onOperation(Operation operation) {}

  /** Receives the arguments of a module, before the ops that run it. */
  default void onModule(List<ModuleArgument> arguments) {}

  /**
   * Receives the complete text of a module: the first of its stage in a run.
   *
   * @param stage {@code ttir} or {@code ttnn}
   */
  default void onStage(String stage, String text) {}

  /** Reports the number of items dropped from here on. */
  default void onLimit(Limit limit, long count) {}
}
