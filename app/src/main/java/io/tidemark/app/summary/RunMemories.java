package io.tidemark.app.summary;

import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.CulpritText;
import io.tidemark.sink.verdict.MainMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The memories of a run: their present use, the ops that raised it, and unused memories. */
final class RunMemories {

  private RunMemories() {}

  /**
   * The lines of all memories in use.
   *
   * @param shown the memory whose use stands above
   */
  static List<String> of(Board board, RunId run, @Nullable Fullness shown) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<MemoryKey, MemoryUsage> memory : MainMemory.of(board, run)) {
      if (MainMemory.isUsed(memory.getValue())) {
        Fullness full =
            Fullness.of(memory.getKey(), memory.getValue())
                .ofSeveral(shown != null && shown.isOneOfSeveral());
        if (!full.equals(shown)) {
          boolean other = shown == null || !full.isOf(shown);
          lines.addAll(
              Columns.wrapped(
                  "also", other ? full.words() : "at the last snapshot " + full.words()));
        }
        String culprit = CulpritText.sentence(memory.getValue().tidemark());
        if (culprit != null) {
          lines.addAll(Columns.wrapped("peak", culprit));
        }
      }
    }
    return lines;
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
}
