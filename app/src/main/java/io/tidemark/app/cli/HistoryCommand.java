package io.tidemark.app.cli;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.Gathered;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.PlainLogs;
import io.tidemark.app.summary.HistoryLines;
import io.tidemark.ingest.Ingest;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.SourceLabels;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.RunsHistory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "history", mixinStandardHelpOptions = true)
final class HistoryCommand implements Callable<Integer> {

  private static final int BAD = 3;

  /** A label in a path, e.g. {@code nightly/branch=main/commit=1a2b3c.log}. */
  private static final Pattern LABEL =
      Pattern.compile(
          "(?<![\\w.-])([a-zA-Z]\\w*)=([\\w.:+-]+?)(?=\\.log|\\.txt|\\.gz|\\.zst|[,/]|$)");

  @Parameters(arity = "1..*", paramLabel = "LOG", descriptionKey = "LOG")
  List<String> logs = List.of();

  @Option(names = "--max-growth", paramLabel = "PERCENT")
  double maxGrowth = 100 * RunsHistory.MAX_GROWTH;

  @Option(names = "--json")
  boolean json;

  @Option(names = "--markdown")
  boolean markdown;

  @Mixin LogOptions reading = new LogOptions();

  @Mixin SizeOptions sizes = new SizeOptions();

  @Override
  public Integer call() throws Exception {
    // The negation also catches NaN.
    if (!(maxGrowth >= 0)) {
      throw new Refusal("--max-growth %s: want per cent, 0 or more".formatted(maxGrowth));
    }
    Gathered all = new Gathered();
    LogByLog each = new LogByLog(System.err);
    Settings settings = reading.settings(Thresholds.DEFAULT, sizes.value());
    try (PlainLogs plain = PlainLogs.of(logs, System.in)) {
      for (LogAtRest log : LogAtRest.of(Ingest.atRest(plain.names()), settings)) {
        LogAtRest labelled = log.labelled(labels(log.files().get(0)));
        each.run(log.name(), () -> all.add(Analysed.of(labelled, outcome -> {}).board()));
      }
    }
    RunsHistory history = RunsHistory.of(all.board(), maxGrowth / 100, 0);
    print(history);
    boolean failed = each.exitCode() != 0;
    return failed ? each.exitCode() : history.firstBad() != null ? BAD : 0;
  }

  /** The labels that a log's path states. */
  static Map<String, String> labels(Path log) {
    List<String> found = new ArrayList<>();
    Matcher label = LABEL.matcher(log.toString());
    while (label.find()) {
      found.add(label.group());
    }
    return SourceLabels.parse("the path " + log, found);
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
