package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.TenstorrentFact.MemoryHeader.Point;
import io.tidemark.analysis.parse.TtnnFact;
import io.tidemark.model.MemoryView;
import io.tidemark.model.Op;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The memory files of Tenstorrent's tools. */
final class TtnnMemories {

  /** ttrt writes one device's memories, or those that all devices share. */
  static final String DEVICE = "0";

  private final GraphCapture capture = new GraphCapture();
  private final MemoryReport report = new MemoryReport();
  private boolean ran;

  void take(TtnnFact fact, Allocators.Told told) {
    if (fact instanceof TtnnFact.OpMemory op) {
      ran(op, told);
    } else if (fact instanceof TtnnFact.ReportLine line) {
      report.take(line, told);
    } else {
      capture.take(fact, told);
    }
  }

  private void ran(TtnnFact.OpMemory op, Allocators.Told told) {
    Op of = new Op(Names.cut(op.op()), cut(op.location()), null);
    // What was there before the first op is not told, so what it changed is not known.
    Block block = new Block(Point.AFTER_OPERATION, of, ran ? of.name() : null);
    Set<String> seen = new HashSet<>();
    for (TtnnFact.Bank bank : op.memories()) {
      if (seen.add(bank.memory())) {
        block.views().add(view(bank));
      }
    }
    ran = true;
    told.stated(DEVICE, block);
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
    return text == null ? null : Names.cut(text);
  }

  void write(PartWriter out) {
    out.flag(ran);
    capture.write(out);
    report.write(out);
  }

  void read(PartReader in) {
    ran = in.flag();
    capture.read(in);
    report.read(in);
  }
}
