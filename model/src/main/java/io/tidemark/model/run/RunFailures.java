package io.tidemark.model.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failed allocations of a run.
 *
 * @param newest the newest failures, at most {@link #MAX_NEWEST}
 * @param count total number of failures
 * @param quoted the first one that only a quoted line claims, which is no failure; {@code null} for
 *     none
 * @param refused those after which the run went on, which are no failures; {@code null} for none
 * @param hints warnings of the log that are no failures; {@code null} for none
 * @param killed the kill that ended the run; {@code null} for none
 * @param open true if the newest failure was refused by a runtime that threw, and the log says
 *     nothing of the run behind it; else {@code null}
 */
public record RunFailures(
    @JsonProperty("outOfMemory") List<MemoryEvent.OutOfMemory> newest,
    @JsonProperty("outOfMemoryCount") long count,
    @JsonProperty("quotedFailure") @Nullable FailedAllocation quoted,
    @Nullable Refusals refused,
    @Nullable List<String> hints,
    @Nullable Killed killed,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Boolean open) {

  public static final int MAX_NEWEST = 16;

  public static final RunFailures NONE =
      new RunFailures(List.of(), 0, null, null, null, null, null);

  /** Whether a failed allocation or a kill ended the run. */
  public boolean ended() {
    return count > 0 || killed != null;
  }

  public RunFailures {
    newest = List.copyOf(newest);
    hints = hints == null ? null : List.copyOf(hints);
  }
}
