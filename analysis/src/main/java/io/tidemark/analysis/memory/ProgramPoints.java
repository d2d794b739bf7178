package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.OverLastRun;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The use of one memory by program point, compared with that of the previous run. */
@Stored
final class ProgramPoints {

  private final PointProfile profile = new PointProfile();
  private final LastRunComparison comparison = new LastRunComparison();

  /** Whether lines are missing, so that the position in the program is unknown. */
  private boolean stopped;

  /** Records a snapshot; {@code program} is one submitted since the last snapshot. */
  void record(@Nullable Point point, @Nullable String program, MemoryView view) {
    if (!stopped && profile.programs().next(point, program)) {
      profile.record(view.usedBytes());
      comparison.record(profile.programs(), view);
    }
  }

  /** Sets the run to compare with; {@code null} stops the comparison. */
  void against(@Nullable LastMemory last) {
    comparison.against(stopped ? null : last);
  }

  /** Stops recording and comparing; recorded points stay. */
  void stop() {
    stopped = true;
    comparison.against(null);
  }

  @Nullable OverLastRun over() {
    return comparison.over();
  }

  /** Returns the figures for comparison with the next run; {@code null} if no point is known. */
  @Nullable LastMemory ended(int run, MemoryView now) {
    return profile.isEmpty()
        ? null
        : new LastMemory(run, now.banks(), now.capacityBytes(), profile.ended());
  }

  void store(ObjIntConsumer<byte[]> page) {
    profile.store(page);
  }

  void restore(int page, byte[] bytes) {
    profile.restore(page, bytes);
  }

  /** Called when all pages are restored. */
  void restored() {
    profile.restored();
    comparison.check();
  }
}
