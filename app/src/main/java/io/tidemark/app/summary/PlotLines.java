package io.tidemark.app.summary;

import io.tidemark.model.TerminalText;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.MainMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The use of each memory over its run as a line of blocks, at most 80 columns wide. */
public final class PlotLines {

  private static final String BLOCKS = " ▁▂▃▄▅▆▇█";
  private static final int HEADING = 12;
  private static final int CELLS = 68;
  private static final int MOST_OF_A_RUN = 8;

  private PlotLines() {}

  /** The lines of all runs, for each memory that was in use. */
  public static List<String> of(Board board) {
    List<String> lines = new ArrayList<>();
    board.runs().keySet().forEach(run -> lines.addAll(ofRun(board, run)));
    return lines;
  }

  private static List<String> ofRun(Board board, RunId run) {
    List<String> lines = new ArrayList<>();
    int more = 0;
    for (Map.Entry<MemoryKey, MemoryUsage> memory : MainMemory.of(board, run)) {
      MemoryTimeline timeline = board.timelines().get(memory.getKey());
      if (timeline == null || !MainMemory.isUsed(memory.getValue())) {
        continue;
      }
      if (lines.size() < MOST_OF_A_RUN) {
        lines.add(line(memory.getKey(), memory.getValue(), timeline.bySnapshot()));
      } else {
        more++;
      }
    }
    if (!lines.isEmpty()) {
      lines.add(0, "use over run %s, by snapshot".formatted(TerminalText.of(run.toString())));
    }
    if (more > 0) {
      lines.add(" ".repeat(HEADING) + "and " + more + " more memories");
    }
    return lines;
  }

  private static String line(MemoryKey key, MemoryUsage usage, MemoryTimeline.Axis axis) {
    String name = TerminalText.of(key.memory() + " dev " + key.device());
    String heading = name.length() < HEADING ? name : name.substring(0, HEADING - 2) + "…";
    long full = Math.max(usage.now().capacityBytes(), usage.tidemark().usedBytes());
    return heading + " ".repeat(HEADING - heading.length()) + cells(axis, full);
  }

  /** The highest use in each cell; a cell without a snapshot repeats the previous one. */
  static String cells(MemoryTimeline.Axis axis, long full) {
    int columns = axis.at().isEmpty() ? 0 : axis.at().get(axis.at().size() - 1) + 1;
    int width = Math.min(CELLS, columns);
    long[] highest = new long[width];
    boolean[] known = new boolean[width];
    for (int i = 0; i < axis.at().size(); i++) {
      int cell = (int) ((long) axis.at().get(i) * width / columns);
      highest[cell] = Math.max(highest[cell], axis.mostBytes().get(i));
      known[cell] = true;
    }
    StringBuilder cells = new StringBuilder();
    for (int cell = 0; cell < width; cell++) {
      cells.append(known[cell] ? block(highest[cell], full) : cells.charAt(Math.max(0, cell - 1)));
    }
    return cells.toString();
  }

  /** Any use gets at least the lowest block; only full use gets the highest one. */
  private static char block(long bytes, long full) {
    int steps = BLOCKS.length() - 1;
    double share = full == 0 ? 0 : (double) bytes / full;
    int step = bytes == 0 ? 0 : (int) Math.max(1, Math.min(steps, Math.floor(share * steps)));
    return BLOCKS.charAt(step);
  }
}
