package io.tidemark.analysis.memory;

/** Where in a program a block of memories was taken. */
public enum Point {
  BEFORE_OPERATION,
  BEFORE_SUBMIT,
  AFTER_SUBMIT,
  /** The op that the block names has just run. */
  AFTER_OPERATION,
  /** The op that the block names is running. */
  WITHIN_OPERATION
}
