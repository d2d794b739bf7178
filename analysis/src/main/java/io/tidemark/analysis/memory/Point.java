package io.tidemark.analysis.memory;

/** Position in a program at which a block of memories was reported. */
public enum Point {
  BEFORE_OPERATION,
  BEFORE_SUBMIT,
  AFTER_SUBMIT,
  /** Right after the op that the block names. */
  AFTER_OPERATION,
  /** During the op that the block names. */
  WITHIN_OPERATION
}
