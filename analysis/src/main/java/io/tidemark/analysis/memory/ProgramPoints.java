package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.MemoryView;
import io.tidemark.model.OverLastRun;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The use of one memory by points of the program, and beside that of the run before. */
final class ProgramPoints {

  private PointProfile profile = new PointProfile();
  private LastRunComparison comparison = new LastRunComparison();

  /** Lines are missing: from there on nobody knows where the program is. */
  private boolean stopped;

  /** Records a snapshot; {@code program}: that a submission has begun with since the last one. */
  void record(@Nullable Point point, @Nullable String program, MemoryView view) {
    if (!stopped && profile.programs().next(point, program)) {
      profile.record(view.usedBytes());
      comparison.record(profile.programs(), view);
    }
  }

  /** Begins to compare with a run, or ceases to for {@code null}. */
  void against(@Nullable LastMemory last) {
    comparison.against(stopped ? null : last);
  }

  /** Nothing more is recorded or compared; what was recorded stays. */
  void stop() {
    stopped = true;
    comparison.against(null);
  }

  /** Nothing is known of the points so far, nor of those to come. */
  void forget() {
    profile = new PointProfile();
    comparison = new LastRunComparison();
    stop();
  }

  @Nullable OverLastRun over() {
    return comparison.over();
  }

  /** As the next run is compared with it; {@code null} when no point is known. */
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

  void write(PartWriter out) {
    out.flag(stopped);
    profile.write(out);
    comparison.write(out);
  }

  /** Restores what {@link #write} wrote, once its pages are. */
  void read(PartReader in) {
    stopped = in.flag();
    profile.read(in);
    comparison.read(in);
  }
}
