package io.tidemark.app.cli;

import io.tidemark.app.summary.Columns;
import io.tidemark.model.ByteSize;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.FitLine;
import io.tidemark.sink.answer.FitModel;
import io.tidemark.sink.answer.FitRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "fit", mixinStandardHelpOptions = true)
final class FitCommand implements Callable<Integer> {

  private static final int NO_ANSWER = 4;

  @Option(names = "--by", paramLabel = "LABEL")
  @Nullable String by;

  @Option(names = "--json")
  boolean json;

  @Mixin LabelledLogs logs = new LabelledLogs();

  @Override
  public Integer call() throws Exception {
    FitRuns runs = FitRuns.of(logs.board(), by);
    FitModel model = FitModel.of(runs, logs.reading.sizes().device());
    if (json) {
      System.out.println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(model));
    } else {
      System.out.println(TerminalText.of(model.sentence()));
      table(model).forEach(line -> System.out.println(TerminalText.of(line)));
    }
    System.out.flush();
    int failed = logs.each.exitCode();
    return failed == 0 && model.largest() == null ? NO_ANSWER : failed;
  }

  private static List<String> table(FitModel model) {
    Long largest = model.largest();
    List<List<String>> rows = new ArrayList<>();
    String at = largest == null ? "" : "at " + largest;
    rows.add(List.of("part", "per " + model.runs().by(), "fixed", at));
    for (FitLine part : model.parts()) {
      rows.add(
          part.linear()
              ? List.of(
                  part.name(),
                  ByteSize.text(Math.round(part.perUnit())),
                  ByteSize.text(part.at(0)),
                  largest == null ? "" : ByteSize.text(part.at(largest)))
              : List.of(part.name(), "not linear", "", ""));
    }
    return rows.size() > 1 ? Columns.table(rows) : List.of();
  }
}
