package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.SystemTracker;
import org.jspecify.annotations.Nullable;

/** Tracks the compiler's searches and the runtime's profiles of one run. */
final class TpuMlirTracker implements SystemTracker {

  private final Plans plans;
  private final @Nullable RecordListener listener;
  private State state = new State();

  /** Number of the newest line, kept only for a listener. */
  private long line;

  /** What is stored. */
  @Stored
  private static final class State {
    private @Nullable Chip chip;
    private LmemTracker lmem = new LmemTracker();
    private EarlyLmemTracker earlyLmem = new EarlyLmemTracker();
    private GmemTracker gmem = new GmemTracker();
    private BmProfileTracker bmProfile = new BmProfileTracker();
    private MemoryAccesses accesses = new MemoryAccesses();
    private RuntimeBlocks blocks = new RuntimeBlocks();
  }

  /**
   * Creates a tracker.
   *
   * @param chip the given chip, which applies until the log names another
   */
  TpuMlirTracker(Plans plans, @Nullable Chip chip, @Nullable RecordListener listener) {
    this.plans = plans;
    this.listener = listener;
    state.chip = chip;
  }

  @Override
  public @Nullable LineListener lineListener() {
    return listener == null ? null : (bytes, start, end, number) -> line = number;
  }

  private LaneMemory lane() {
    return new LaneMemory(plans, state.chip);
  }

  @Override
  public void apply(Fact fact, RunOutput out) {
    if (fact instanceof KeyValueRecord record) {
      if (listener != null) {
        listener.onRecord(record, line);
      }
      apply(record, out);
    } else if (fact instanceof ChipNamed named) {
      state.chip = named.chip();
    } else if (fact instanceof BmProfileFact.Block block) {
      state.blocks.apply(block, out);
    } else if (fact instanceof BmProfileFact line) {
      state.bmProfile.apply(line, plans, out);
    } else if (fact instanceof MemoryAccessFact line) {
      state.accesses.apply(line, lane(), out);
    }
  }

  private void apply(KeyValueRecord record, RunOutput out) {
    String action = record.first("action");
    if (LmemTracker.ACTION.equals(action)) {
      state.lmem.apply(record, lane(), out);
    } else if (GmemTracker.ACTION.equals(action)) {
      state.gmem.apply(record, plans, out);
    } else if (action != null) {
      state.earlyLmem.apply(action, record, lane(), out);
    }
  }

  @Override
  public void end(RunOutput out) {
    state.blocks.close(out);
    state.earlyLmem.end(plans, out.at());
    state.gmem.end(plans, out.at());
    state.accesses.end(plans, out.at());
  }

  @Override
  public Section<?> section() {
    return new Section<>(State.class, () -> state, this::restore);
  }

  private void restore(State stored) {
    stored.chip = stored.chip == null ? state.chip : stored.chip;
    state = stored;
  }
}
