package io.tidemark.app.summary;

import io.tidemark.model.ByteSize;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.sink.answer.Place;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.CulpritText;
import io.tidemark.sink.verdict.MainMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

  /**
   * The lines of all memories in use.
   *
   * @param shown the memory whose use stands above
   */
  static List<String> of(Board board, RunId run, @Nullable Place shown) {
    RunMemories text = new RunMemories(board);
    for (Map.Entry<MemoryKey, MemoryUsage> memory : MainMemory.of(board, run)) {
      if (MainMemory.isUsed(memory.getValue())) {
        text.memory(memory.getKey(), memory.getValue(), shown);
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

  private void memory(MemoryKey key, MemoryUsage usage, @Nullable Place shown) {
    Place place = Place.of(key, usage);
    if (!place.equals(shown)) {
      lines.addAll(Columns.wrapped("also", place.words()));
    }
    lines.addAll(Columns.wrapped("peak", CulpritText.sentence(usage.tidemark())));
    OpTable table = board.ops().get(key);
    if (table != null) {
      growth(table);
    }
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
    StringJoiner ops = new StringJoiner(", ");
    for (OpUsage op : grown) {
      String times = op.count() > 0 ? " (%,d×)".formatted(op.count()) : "";
      ops.add("%s +%s%s".formatted(op.op(), ByteSize.text(op.growthBytes()), times));
    }
    lines.addAll(Columns.wrapped("grew most", ops.toString()));
    if (CulpritText.isUpload(grown.get(0).op())) {
      lines.addAll(Columns.wrapped("", CulpritText.BETWEEN_SUBMISSIONS));
    }
  }
}
