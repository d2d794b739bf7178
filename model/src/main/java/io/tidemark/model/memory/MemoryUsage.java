package io.tidemark.model.memory;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Use and peaks of one memory of a run: the value of {@code tidemark.usage}.
 *
 * @param now the newest snapshot
 * @param snapshots number of snapshots
 * @param before the op that was about to run at the newest snapshot
 * @param live the tensors alive at the newest snapshot; {@code null} without op lines
 * @param at position of the newest snapshot; of two records the one with the higher offset is newer
 */
public record MemoryUsage(
    MemoryView now,
    long snapshots,
    @JsonUnwrapped MemoryPeaks peaks,
    @Nullable String before,
    @JsonUnwrapped SubmissionUse submissions,
    @Nullable LiveTensors live,
    @JsonUnwrapped LogPosition at) {

  public Peak tidemark() {
    return peaks.tidemark();
  }

  public long offset() {
    return at.offset();
  }

  public long timeMillis() {
    return at.timeMillis();
  }
}
