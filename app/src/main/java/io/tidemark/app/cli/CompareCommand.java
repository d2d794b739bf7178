package io.tidemark.app.cli;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.compare.Change;
import io.tidemark.app.compare.ComparedMarkdown;
import io.tidemark.app.compare.Comparison;
import io.tidemark.app.compare.ComparisonLines;
import io.tidemark.app.compare.Gate;
import io.tidemark.app.compare.Side;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.PlainLogs;
import io.tidemark.app.logfile.SlicedLog.Pass;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "compare", mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {

  private static final int GREW = 3;

  @Parameters(index = "0", paramLabel = "A", descriptionKey = "A")
  String before = "";

  @Parameters(index = "1", paramLabel = "B", descriptionKey = "B")
  String after = "";

  @Option(names = "--max-growth", paramLabel = "PERCENT", converter = PerCent.class)
  @Nullable Double maxGrowth;

  @ArgGroup CompareForm form = new CompareForm();

  /** What is printed; one of them. */
  static final class CompareForm extends HistoryCommand.HistoryForm {
    @Option(names = "--benchmark-json")
    boolean benchmark;
  }

  @Mixin LogOptions log = new LogOptions();

  @Override
  public Integer call() throws Exception {
    Settings settings = log.settings();
    List<Side> sides = new ArrayList<>();
    LogByLog each = LogByLog.onStandardError();
    List<String> runs = List.of(before, after);
    try (PlainLogs plain = PlainLogs.of(runs, System.in, each.progress())) {
      List<Side.Choice> chosen = new ArrayList<>();
      for (String name : plain.names()) {
        chosen.add(Side.choice(name, settings));
      }
      List<LogAtRest> logs = chosen.stream().map(Side.Choice::log).toList();
      logs = LogAtRest.shown(logs, each.progress(), Pass.values());
      for (int i = 0; i < runs.size(); i++) {
        String run = runs.get(i);
        Side.Choice choice = chosen.get(i).with(logs.get(i));
        each.run(run, () -> sides.add(choice.read().named(run)));
      }
    }
    if (each.exitCode() != 0) {
      return each.exitCode();
    }
    Comparison comparison = Comparison.of(sides.get(0), sides.get(1));
    Gate gate = Gate.of(sides.get(0), sides.get(1));
    boolean answered = gate.isWorse() || (maxGrowth == null && gate.isAnswered());
    if (!comparison.hasCommonPeak() && !answered) {
      System.err.println(
          TerminalText.of(
              "tidemark: %s and %s: no memory and no plan has a peak in both"
                  .formatted(before, after)));
      if (maxGrowth == null && gate.before().where() != null) {
        print(gate, comparison);
      }
      return ReportCommand.NO_FIGURE;
    }
    print(gate, comparison);
    boolean grew = maxGrowth != null && !comparison.exceeding(maxGrowth).isEmpty();
    return grew || gate.isWorse() ? GREW : 0;
  }

  private void print(Gate gate, Comparison comparison) {
    List<String> lines = new ArrayList<>();
    if (form.markdown) {
      ComparedMarkdown.of(gate, comparison, grown(comparison)).lines().forEach(lines::add);
    } else if (form.benchmark) {
      json(BenchmarkFigure.of(comparison), lines);
    } else if (form.json) {
      json(document(gate, comparison, maxGrowth), lines);
    } else {
      lines.add(grown(comparison) + gate.sentence());
      lines.addAll(ComparisonLines.of(comparison));
      if (maxGrowth != null) {
        lines.addAll(ComparisonLines.exceeding(comparison, maxGrowth));
      }
    }
    lines.forEach(line -> System.out.println(TerminalText.of(line)));
    System.out.flush();
  }

  static ObjectNode document(Gate gate, Comparison comparison, @Nullable Double maxGrowth) {
    ObjectNode document = Json.MAPPER.valueToTree(comparison);
    document.put("worse", gate.isWorse());
    document.put("verdict", gate.sentence());
    if (maxGrowth != null) {
      document.set("exceeding", Json.MAPPER.valueToTree(comparison.exceeding(maxGrowth)));
    }
    return document;
  }

  /** Begin of the sentence: which figures grew by more than the limit; empty for none. */
  private String grown(Comparison comparison) {
    List<Change> rows = maxGrowth == null ? List.of() : comparison.exceeding(maxGrowth);
    return rows.isEmpty()
        ? ""
        : "grew: %s by %s%s; "
            .formatted(
                rows.get(0).what(),
                ComparisonLines.percent(rows.get(0)),
                rows.size() == 1 ? "" : " and %,d more".formatted(rows.size() - 1));
  }

  private static void json(Object document, List<String> to) {
    Json.MAPPER
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(document)
        .lines()
        .forEach(to::add);
  }

  /**
   * A peak of the later run, in the form {@code customSmallerIsBetter} of the GitHub action
   * benchmark-action/github-action-benchmark.
   */
  record BenchmarkFigure(String name, String unit, long value, String extra) {

    /** One figure for each peak and each arena of the later run. */
    public static List<BenchmarkFigure> of(Comparison comparison) {
      return Stream.concat(comparison.peaks().stream(), comparison.arenas().stream())
          .filter(row -> row.after() > 0)
          .map(
              row ->
                  new BenchmarkFigure(
                      row.what(), "bytes", row.after(), "before: %d bytes".formatted(row.before())))
          .toList();
    }
  }
}
