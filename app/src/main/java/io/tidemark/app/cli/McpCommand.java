package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.tidemark.app.compare.Comparison;
import io.tidemark.app.compare.Gate;
import io.tidemark.app.compare.Side;
import io.tidemark.app.logfile.PlainLogs;
import io.tidemark.app.logfile.Progress;
import io.tidemark.app.mcp.LogRoot;
import io.tidemark.app.mcp.McpServer;
import io.tidemark.model.Refusal;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.answer.FitModel;
import io.tidemark.sink.answer.FitRuns;
import io.tidemark.sink.answer.RunsHistory;
import io.tidemark.sink.board.Board;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "mcp", mixinStandardHelpOptions = true)
final class McpCommand implements Callable<Integer> {

  /** Standard input carries the protocol, so {@code -} names an empty log. */
  private static final InputStream NO_LOG = InputStream.nullInputStream();

  private static final Duration LONGEST = Duration.ofMinutes(1);

  @Option(names = "--root", paramLabel = "DIR")
  @Nullable Path root;

  @Mixin LogOptions log = new LogOptions();

  private LogRoot allowed = LogRoot.of(Path.of(""));

  @Override
  public Integer call() throws Exception {
    allowed = LogRoot.of(root == null ? Path.of("") : root);
    try (InputStream tools = McpCommand.class.getResourceAsStream("mcp-tools.json")) {
      new McpServer(
              Json.MAPPER.readTree(tools),
              Map.of(
                  "runs", this::runs,
                  "failure", this::failure,
                  "peak", this::peak,
                  "compare", this::compare,
                  "history", this::history,
                  "fit", this::fit),
              LONGEST,
              System.out)
          .serve(System.in);
    }
    return 0;
  }

  private Object runs(JsonNode arguments) throws Exception {
    return history(arguments).runs().stream()
        .map(
            row ->
                Map.of(
                    "run", row.title(), "state", row.words(), "headline", row.answer().headline()))
        .toList();
  }

  private Object failure(JsonNode arguments) throws IOException {
    Side side = sides(arguments, "log").get(0);
    Answer answer = answer(side);
    return Map.of(
        "run", side.run().toString(),
        "state", answer.verdict().words(),
        "cause", answer.cause(),
        "do", answer.actions(),
        "also", answer.also());
  }

  private Object peak(JsonNode arguments) throws IOException {
    Side side = sides(arguments, "log").get(0);
    Answer answer = answer(side);
    if (answer.where() == null) {
      throw new Refusal("%s: the log states no use of a memory".formatted(side.run()));
    }
    return Map.of("run", side.run().toString(), "where", answer.where(), "fills", answer.fills());
  }

  private Object compare(JsonNode arguments) throws IOException {
    List<Side> sides = sides(arguments, "before", "after");
    return CompareCommand.document(
        Gate.of(sides.get(0), sides.get(1)),
        Comparison.of(sides.get(0), sides.get(1)),
        growth(arguments));
  }

  private RunsHistory history(JsonNode arguments) throws Exception {
    Double most = growth(arguments);
    double growth = most == null ? RunsHistory.MAX_GROWTH : most / 100;
    return RunsHistory.of(board(arguments), growth, 0);
  }

  private Object fit(JsonNode arguments) throws Exception {
    JsonNode by = arguments.get("by");
    FitRuns runs = FitRuns.of(board(arguments), by == null ? null : by.asString(""));
    FitModel model = FitModel.of(runs, log.sizes().device());
    ObjectNode document = Json.MAPPER.valueToTree(model);
    return document.put("sentence", model.sentence());
  }

  private Board board(JsonNode arguments) throws Exception {
    List<String> logs = new ArrayList<>();
    arguments.path("logs").forEach(name -> logs.add(name.asString("")));
    if (logs.isEmpty()) {
      throw new Refusal("argument logs is missing: want a list of logs, globs or folders");
    }
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    LogByLog each = new LogByLog(new PrintStream(errors, false, UTF_8), Progress.hidden());
    Board board = LabelledLogs.board(allowed.allowed(logs), log.settings(), NO_LOG, each);
    if (each.exitCode() != 0) {
      throw new Refusal(errors.toString(UTF_8).strip());
    }
    return board;
  }

  private static @Nullable Double growth(JsonNode arguments) {
    JsonNode most = arguments.get("max_growth");
    if (most != null && !(most.isNumber() && most.asDouble() >= 0)) {
      throw new Refusal("argument max_growth %s: want per cent, 0 or more".formatted(most));
    }
    return most == null ? null : Double.valueOf(most.asDouble());
  }

  /** A run for each of these names, which version 0.2 had in place of the list. */
  private List<Side> sides(JsonNode arguments, String... names) throws IOException {
    List<String> logs = new ArrayList<>();
    arguments.path("logs").forEach(name -> logs.add(name.asString("")));
    for (String name : logs.isEmpty() ? names : new String[0]) {
      logs.add(arguments.path(name).asString(""));
    }
    if (logs.size() != names.length || logs.contains("")) {
      throw new Refusal(
          "argument logs: want a list of %s".formatted(names.length == 1 ? "one log" : "two logs"));
    }
    List<Side> sides = new ArrayList<>();
    try (PlainLogs plain = PlainLogs.of(allowed.allowed(logs), NO_LOG, Progress.hidden())) {
      for (int i = 0; i < logs.size(); i++) {
        sides.add(Side.of(plain.names().get(i), log.settings()).named(logs.get(i)));
      }
    }
    return sides;
  }

  private static Answer answer(Side side) {
    RunStatus status = requireNonNull(side.board().runs().get(side.run()));
    return Answers.of(side.board(), side.run(), status, 0);
  }
}
