package io.tidemark.app.summary;

import io.tidemark.model.TerminalText;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.answer.RunsHistory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A history of runs as lines for a terminal: one per run, then the first bad one. */
public final class HistoryLines {

  private HistoryLines() {}

  public static List<String> of(RunsHistory history) {
    List<List<String>> rows = history.runs().stream().map(HistoryLines::cells).toList();
    List<String> lines = Columns.table(rows);
    lines.add(TerminalText.of(history.sentence()));
    return lines;
  }

  /** The history as Markdown of at most 40 lines: the newest runs. */
  public static String markdown(RunsHistory history) {
    List<List<String>> rows =
        new ArrayList<>(history.runs().stream().map(HistoryLines::cells).toList());
    Collections.reverse(rows);
    return new Markdown()
        .head("Device memory: " + history.sentence())
        .table(List.of("run", "memory", "growth", "state", "bad"), rows, 30)
        .text();
  }

  private static List<String> cells(RunsHistory.Row row) {
    Fullness where = row.answer().where();
    return List.of(
        TerminalText.of(row.title()),
        where == null ? "-" : TerminalText.of(where.words()),
        row.growth() == null ? "" : String.format(Locale.ROOT, "%+.1f %%", 100 * row.growth()),
        TerminalText.of(row.words()),
        row.bad() == null ? "" : "bad");
  }
}
