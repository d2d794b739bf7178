package io.tidemark.app.cli;

import io.tidemark.app.report.Report;
import io.tidemark.app.summary.Columns;
import io.tidemark.app.summary.Markdown;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.answer.RunsHistory;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "history", mixinStandardHelpOptions = true)
final class HistoryCommand implements Callable<Integer> {

  private static final int BAD = 3;

  @Option(names = "--max-growth", paramLabel = "PERCENT", converter = PerCent.class)
  double maxGrowth = 100 * RunsHistory.MAX_GROWTH;

  @ArgGroup HistoryForm form = new HistoryForm();

  /** What is printed; one of them. */
  static class HistoryForm {
    @Option(names = "--json")
    boolean json;

    @Option(names = "--markdown")
    boolean markdown;
  }

  @Mixin LabelledLogs logs = new LabelledLogs();

  @Override
  public Integer call() throws Exception {
    Board board = logs.board();
    RunsHistory history = RunsHistory.of(board, maxGrowth / 100, 0);
    print(history);
    if (logs.each.exitCode() != 0) {
      return logs.each.exitCode();
    }
    return history.firstBad() != null
        ? BAD
        : history.isNewestSilent() || !Report.hasFigures(board) ? ReportCommand.NO_FIGURE : 0;
  }

  private void print(RunsHistory history) {
    if (form.json) {
      System.out.println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(history));
    } else if (form.markdown) {
      System.out.print(markdown(history));
    } else {
      lines(history).forEach(line -> System.out.println(TerminalText.of(line)));
    }
    System.out.flush();
  }

  /** One line per run, then the first bad one. */
  private static List<String> lines(RunsHistory history) {
    List<List<String>> rows = history.runs().stream().map(HistoryCommand::cells).toList();
    List<String> lines = Columns.table(rows);
    lines.add(TerminalText.of(history.sentence()));
    return lines;
  }

  /** The history as Markdown of at most 40 lines: the newest runs. */
  private static String markdown(RunsHistory history) {
    List<List<String>> rows =
        new ArrayList<>(history.runs().stream().map(HistoryCommand::cells).toList());
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
