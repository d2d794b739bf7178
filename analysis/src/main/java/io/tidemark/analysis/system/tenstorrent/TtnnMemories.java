package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  /**
   * tt-metal's memory reports. The summary lists DRAM and then L1, with figures of one bank. The
   * number of banks follows from the detailed report, which states sums, if that was read before.
   */
  @Stored
  private static final class MemoryReport {

    private static final String DRAM = "DRAM";
    private static final String L1 = "L1";
    private static final int MAX_BANKS = 65_536;

    private final Map<String, Long> allBanks = new TreeMap<>();
    private String section = "";
    private int unitBytes;
    private String program = "";
    private TtnnFact.@Nullable ReportRow dram;

    void apply(TtnnFact.ReportLine line, RunOutput out) {
      if (line instanceof TtnnFact.ReportHeading heading) {
        unitBytes = heading.unitBytes();
        dram = null;
      } else if (line instanceof TtnnFact.ReportSection next) {
        section = next.memory();
      } else if (line instanceof TtnnFact.ReportCapacity capacity) {
        if (!section.isEmpty()) {
          allBanks.putIfAbsent(section, capacity.bytes());
        }
      } else if (line instanceof TtnnFact.ReportRow row && unitBytes > 0) {
        row(row, out);
      }
    }

    private void row(TtnnFact.ReportRow row, RunOutput out) {
      MemoryBounds.Breach breach = breach(row);
      if (breach != null) {
        out.refused(column(row, breach.figure()), breach.reason());
      }
      String id = row.program();
      TtnnFact.ReportRow first = dram;
      if (id != null || first == null) {
        program = id == null ? "" : "program " + id;
        dram = row;
        return;
      }
      Op op = program.isEmpty() ? null : new Op(program, null, program);
      Block block = new Block(op == null ? null : Point.AFTER_OPERATION, op, op);
      add(block, DRAM, first);
      add(block, L1, row);
      dram = null;
      if (!block.views().isEmpty()) {
        out.stated(TtnnMemories.DEVICE, block);
      }
    }

    private void add(Block block, String memory, TtnnFact.ReportRow row) {
      if (breach(row) == null) {
        block.views().add(TtnnMemories.view(bank(memory, row)));
      }
    }

    /** Each figure in KiB is rounded down. */
    private MemoryBounds.@Nullable Breach breach(TtnnFact.ReportRow row) {
      return TtMetalBounds.of(
              1,
              row.capacity() * unitBytes,
              row.used() * unitBytes,
              row.free() * unitBytes,
              row.largestFree() * unitBytes,
              2L * (unitBytes - 1))
          .breach();
    }

    /**
     * Returns the column of a figure. A row begins with the program's number and separates by
     * commas.
     */
    private static int column(TtnnFact.ReportRow row, MemoryBounds.Figure figure) {
      String id = row.program();
      int column = 2 + (id == null ? 0 : id.length());
      List<Long> before = List.of(row.capacity(), row.used(), row.free());
      int fields = Math.max(0, figure.compareTo(MemoryBounds.Figure.CAPACITY));
      for (long field : before.subList(0, Math.min(fields, before.size()))) {
        column += Long.toString(field).length() + 1;
      }
      return column;
    }

    private TtnnFact.Bank bank(String memory, TtnnFact.ReportRow row) {
      long capacity = row.capacity() * unitBytes;
      return new TtnnFact.Bank(
          memory,
          banks(capacity, allBanks.getOrDefault(memory, 0L)),
          capacity,
          row.used() * unitBytes,
          row.free() * unitBytes,
          row.largestFree() * unitBytes);
    }

    /** Figures in KiB are rounded down, so the sum may exceed the banks' rounded figures. */
    private static int banks(long ofOne, long ofAll) {
      return ofOne <= 0 ? 1 : (int) Math.max(1, Math.min(MAX_BANKS, ofAll / ofOne));
    }
  }
}
