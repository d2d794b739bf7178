package io.tidemark.app.simulate;

/** A log that the simulator can write. */
public enum Format {
  /**
   * tt-mlir's runtime at memory level Operation and logger level DEBUG, with PJRT and vLLM lines.
   */
  TENSTORRENT,
  /** A debug build of tpuc-opt with {@code --debug-only=lmem_assign} and its search records. */
  TPU_MLIR,
  /** Other programs' lines, whatever the scenario. */
  FOREIGN
}
