package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tracks the memory files of Tenstorrent tools. */
final class TtnnMemories implements SystemTracker {

  /** ttrt writes the memories of one device, or of all devices together. */
  static final String DEVICE = "0";

  private boolean ran;
  private GraphCapture capture = new GraphCapture();
  private MemoryReport report = new MemoryReport();

  private record State(boolean ran, GraphCapture capture, MemoryReport report) {}

  @Override
  public void apply(Fact fact, RunOutput out) {
    if (fact instanceof TtnnFact.OpMemory op) {
      ran(op, out);
    } else if (fact instanceof TtnnFact.ReportLine line) {
      report.apply(line, out);
    } else if (fact instanceof TtnnFact captured) {
      capture.apply(captured, out);
    }
  }

  private void ran(TtnnFact.OpMemory op, RunOutput out) {
    Op of = new Op(OpNameLimiter.cut(op.op()), cut(op.location()), null);
    // The use before the first op is not stated, so its change is unknown.
    Block block = new Block(Point.AFTER_OPERATION, of, ran ? of : null);
    Set<String> seen = new HashSet<>();
    for (TtnnFact.Bank bank : op.memories()) {
      if (seen.add(bank.memory())) {
        block.views().add(view(bank));
      }
    }
    ran = true;
    out.stated(DEVICE, block);
  }

  static MemoryView view(TtnnFact.Bank bank) {
    int banks = bank.banks();
    return new MemoryView(
        bank.memory(),
        banks,
        bank.capacityBytes() * banks,
        bank.usedBytes() * banks,
        bank.freeBytes() * banks,
        bank.largestFreeBytes() * banks);
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null ? null : OpNameLimiter.cut(text);
  }

  @Override
  public Section<?> section() {
    return new Section<>(State.class, () -> new State(ran, capture, report), this::restore);
  }

  private void restore(State stored) {
    ran = stored.ran();
    capture = stored.capture();
    report = stored.report();
  }
}
