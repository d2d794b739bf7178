package io.tidemark.app.summary;

import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.OverLastRun;
import io.tidemark.model.memory.Peak;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.CulpritText;
import io.tidemark.sink.verdict.MainMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The memories of a run: their present use, the ops that raised it, and unused memories. */
final class RunMemories {

  private static final int MOST_OPS = 5;

  private final Board board;
  private final List<String> lines = new ArrayList<>();

  private RunMemories(Board board) {
    this.board = board;
  }

  static List<String> of(Board board, RunId run) {
    RunMemories text = new RunMemories(board);
    for (Map.Entry<MemoryKey, MemoryUsage> memory : MainMemory.of(board, run)) {
      if (MainMemory.isUsed(memory.getValue())) {
        text.memory(memory.getKey(), memory.getValue());
      }
    }
    return text.lines;
  }

  /** The memories without any use, in one line; empty if there are none. */
  static List<String> unused(Board board, RunId run) {
    List<Map.Entry<MemoryKey, MemoryUsage>> all = board.usageOf(run);
    boolean several = all.stream().map(memory -> memory.getKey().device()).distinct().count() > 1;
    StringJoiner names = new StringJoiner(", ");
    for (Map.Entry<MemoryKey, MemoryUsage> memory : all) {
      if (!MainMemory.isUsed(memory.getValue())) {
        String device = several ? " dev " + memory.getKey().device() : "";
        names.add(memory.getKey().memory() + device);
      }
    }
    return names.length() == 0 ? List.of() : Columns.wrapped("unused", names.toString());
  }

  private void memory(MemoryKey key, MemoryUsage usage) {
    String name = key.memory() + " dev " + key.device();
    Peak peak = usage.tidemark();
    lines.addAll(Columns.wrapped(name, use(usage.now(), peak)));
    lines.addAll(Columns.wrapped("", CulpritText.sentence(peak)));
    OverLastRun over = usage.submissions().overLastRun();
    if (over != null) {
      lines.addAll(Columns.wrapped("", over.words()));
    }
    OpTable table = board.ops().get(key);
    if (table != null) {
      growth(table);
      held(table);
    }
  }

  private static String use(MemoryView now, Peak peak) {
    long capacity = now.capacityBytes();
    Units unit = Units.of(Math.max(capacity, peak.usedBytes()));
    if (capacity == 0) {
      return "%s used, peak %s, capacity unknown"
          .formatted(unit.text(now.usedBytes()), unit.figure(peak.usedBytes()));
    }
    return String.format(
        Locale.ROOT,
        "%s of %s  %.1f %%   peak %s  %.1f %%",
        unit.figure(now.usedBytes()),
        unit.text(capacity),
        100 * now.usedRatio(),
        unit.figure(peak.usedBytes()),
        100.0 * peak.usedBytes() / capacity);
  }

  private void growth(OpTable table) {
    List<OpUsage> grown =
        table.ops().stream()
            .filter(op -> op.growthBytes() > 0)
            .sorted(Comparator.comparingLong(OpUsage::growthBytes).reversed())
            .limit(MOST_OPS)
            .toList();
    if (grown.isEmpty()) {
      return;
    }
    Units unit = Units.of(grown.get(0).growthBytes());
    StringJoiner ops = new StringJoiner("  ");
    for (OpUsage op : grown) {
      String net = op.netBytes() == op.growthBytes() ? "" : ", net " + signed(unit, op.netBytes());
      String times = op.count() > 0 ? " (" + op.count() + "×" + net + ")" : "";
      String first = ops.length() == 0 ? " " + unit.name() : "";
      ops.add(op.op() + " " + signed(unit, op.growthBytes()) + first + times);
    }
    lines.addAll(Columns.wrapped("grew most", ops.toString()));
    if (CulpritText.isUpload(grown.get(0).op())) {
      lines.addAll(Columns.wrapped("", CulpritText.BETWEEN_SUBMISSIONS));
    }
  }

  /**
   * The bytes that each op held at the peak; the net change if an op freed bytes that the log
   * attributes to no other op.
   */
  private void held(OpTable table) {
    List<Map.Entry<String, Long>> held = new ArrayList<>();
    for (OpUsage op : table.ops()) {
      addHeld(op.op(), op.heldAtPeakBytes(), held);
    }
    held.sort(Comparator.comparing(op -> -Math.abs(op.getValue())));
    List<Map.Entry<String, Long>> shown =
        new ArrayList<>(held.subList(0, Math.min(MOST_OPS, held.size())));
    addHeld(Op.BEFORE, table.heldBeforeBytes(), shown);
    if (!shown.isEmpty()) {
      Units unit = Units.of(Math.abs(shown.get(0).getValue()));
      StringJoiner ops = new StringJoiner("  ");
      for (Map.Entry<String, Long> op : shown) {
        String first = ops.length() == 0 ? " " + unit.name() : "";
        ops.add(op.getKey() + " " + unit.figure(op.getValue()) + first);
      }
      boolean net = table.ops().stream().anyMatch(RunMemories::isNet);
      lines.addAll(Columns.wrapped(net ? "net at peak" : "peak holds", ops.toString()));
    }
  }

  private static boolean isNet(OpUsage op) {
    Long bytes = op.heldAtPeakBytes();
    return bytes != null && bytes < 0;
  }

  private static void addHeld(String op, @Nullable Long bytes, List<Map.Entry<String, Long>> to) {
    if (bytes != null && bytes != 0) {
      to.add(Map.entry(op, bytes));
    }
  }

  private static String signed(Units unit, long bytes) {
    return (bytes > 0 ? "+" : "") + unit.figure(bytes);
  }
}
