package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.analysis.system.UnsectionedState;
import io.tidemark.model.LogPosition;
import org.jspecify.annotations.Nullable;

/** Tracks the compiler's searches and the runtime's profiles of one run. */
final class TpuMlirTracker implements SystemTracker, UnsectionedState {

  private static final int VERSION = 1;

  private final LaneMemory lane;
  private final LmemTracker lmem;
  private final EarlyLmemTracker earlyLmem;
  private final GmemTracker gmem;
  private final BmProfileTracker bmProfile;
  private final MemoryAccesses accesses;
  private final RuntimeBlocks blocks = new RuntimeBlocks();

  private final @Nullable RecordListener listener;

  /** Number of the newest line, kept only for a listener. */
  private long line;

  TpuMlirTracker(Plans plans, @Nullable Chip chip, @Nullable RecordListener listener) {
    this.listener = listener;
    lane = new LaneMemory(plans, chip);
    lmem = new LmemTracker(plans, lane);
    earlyLmem = new EarlyLmemTracker(plans, lane);
    gmem = new GmemTracker(plans);
    bmProfile = new BmProfileTracker(plans);
    accesses = new MemoryAccesses(plans, lane);
  }

  @Override
  public @Nullable LineListener lineListener() {
    return listener == null ? null : (bytes, start, end, number) -> line = number;
  }

  @Override
  public void apply(Fact fact, RunOutput out) {
    LogPosition at = out.at();
    if (fact instanceof KeyValueRecord record) {
      if (listener != null) {
        listener.onRecord(record, line);
      }
      apply(record, at, out);
    } else if (fact instanceof ChipNamed named) {
      lane.is(named.chip());
    } else if (fact instanceof BmProfileFact.Block block) {
      blocks.apply(block, out);
    } else if (fact instanceof BmProfileFact line) {
      bmProfile.apply(line, at, out);
    } else if (fact instanceof MemoryAccessFact line) {
      accesses.apply(line, at, out);
    }
  }

  private void apply(KeyValueRecord record, LogPosition at, RunOutput out) {
    String action = record.first("action");
    if (LmemTracker.ACTION.equals(action)) {
      lmem.apply(record, at, out);
    } else if (GmemTracker.ACTION.equals(action)) {
      gmem.apply(record, at, out);
    } else if (action != null) {
      earlyLmem.apply(action, record, at, out);
    }
  }

  @Override
  public void end(RunOutput out) {
    blocks.close(out);
    earlyLmem.end(out.at());
    gmem.end(out.at());
    accesses.end(out.at());
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public void write(PartWriter section) {
    lane.write(section);
    lmem.write(section);
    earlyLmem.write(section);
    gmem.write(section);
    bmProfile.write(section);
    accesses.write(section);
    blocks.write(section);
  }

  @Override
  public void read(PartReader section) {
    lane.read(section);
    lmem.read(section);
    earlyLmem.read(section);
    gmem.read(section);
    bmProfile.read(section);
    accesses.read(section);
    blocks.read(section);
  }

  @Override
  public void readPlans(PartReader in) {
    lane.read(in);
    lmem.read(in);
    earlyLmem.read(in);
    gmem.read(in);
    bmProfile.read(in);
    accesses.read(in);
  }

  @Override
  public void readDevices(PartReader in) {
    blocks.read(in);
  }
}
