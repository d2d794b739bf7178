package io.tidemark.model.memory;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.log.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * The highest figure of a memory in a run, with the ops related to it.
 *
 * @param usedBytes over all banks
 * @param fromErrorLine whether an out-of-memory line stated it instead of a snapshot
 * @param at position of the line that stated it
 */
public record Peak(
    long usedBytes,
    @JsonUnwrapped Culprit culprit,
    boolean fromErrorLine,
    @JsonUnwrapped LogPosition at) {

  /** The op that raised use to this peak. */
  public @Nullable String raisedBy() {
    return culprit.raisedBy();
  }

  /** The op before which the peak was first seen. */
  public @Nullable String before() {
    return culprit.before();
  }

  public long offset() {
    return at.offset();
  }

  public long timeMillis() {
    return at.timeMillis();
  }
}
