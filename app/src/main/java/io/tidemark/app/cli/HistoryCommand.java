package io.tidemark.app.cli;

import io.tidemark.app.summary.HistoryLines;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.RunsHistory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "history", mixinStandardHelpOptions = true)
final class HistoryCommand implements Callable<Integer> {

  private static final int BAD = 3;

  @Option(names = "--max-growth", paramLabel = "PERCENT")
  double maxGrowth = 100 * RunsHistory.MAX_GROWTH;

  @Option(names = "--json")
  boolean json;

  @Option(names = "--markdown")
  boolean markdown;

  @Mixin LabelledLogs logs = new LabelledLogs();

  @Override
  public Integer call() throws Exception {
    // The negation also catches NaN.
    if (!(maxGrowth >= 0)) {
      throw new Refusal("--max-growth %s: want per cent, 0 or more".formatted(maxGrowth));
    }
    RunsHistory history = RunsHistory.of(logs.board(), maxGrowth / 100, 0);
    print(history);
    int failed = logs.each.exitCode();
    return failed == 0 && history.firstBad() != null ? BAD : failed;
  }

  private void print(RunsHistory history) {
    if (json) {
      System.out.println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(history));
    } else if (markdown) {
      System.out.print(HistoryLines.markdown(history));
    } else {
      HistoryLines.of(history).forEach(line -> System.out.println(TerminalText.of(line)));
    }
    System.out.flush();
  }
}
