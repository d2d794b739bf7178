package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.Settings;
import io.tidemark.app.compare.Comparison;
import io.tidemark.app.compare.Gate;
import io.tidemark.app.compare.Side;
import io.tidemark.app.logfile.PlainLogs;
import io.tidemark.model.Refusal;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.answer.RunsHistory;
import io.tidemark.sink.board.Board;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(name = "mcp", mixinStandardHelpOptions = true)
final class McpCommand implements Callable<Integer> {

  /** Standard input carries the protocol, so {@code -} names an empty log. */
  private static final InputStream NO_LOG = InputStream.nullInputStream();

  @Mixin LogOptions log = new LogOptions();

  @Mixin SizeOptions sizes = new SizeOptions();

  @Override
  public Integer call() throws Exception {
    try (InputStream tools = McpCommand.class.getResourceAsStream("mcp-tools.json")) {
      new McpServer(
              Json.MAPPER.readTree(tools),
              Map.of(
                  "runs", this::runs,
                  "failure", this::failure,
                  "peak", this::peak,
                  "compare", this::compare,
                  "history", this::history))
          .serve(System.in, System.out);
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
    Side side = side(arguments, "log");
    Answer answer = answer(side);
    return Map.of(
        "run", side.run().toString(),
        "state", answer.verdict().words(),
        "cause", answer.cause(),
        "do", answer.actions(),
        "also", answer.also());
  }

  private Object peak(JsonNode arguments) throws IOException {
    Side side = side(arguments, "log");
    Answer answer = answer(side);
    if (answer.where() == null) {
      throw new Refusal("%s: the log states no use of a memory".formatted(side.run()));
    }
    return Map.of("run", side.run().toString(), "where", answer.where(), "fills", answer.fills());
  }

  private Object compare(JsonNode arguments) throws IOException {
    Side before = side(arguments, "before");
    Side after = side(arguments, "after");
    return CompareCommand.document(
        Gate.of(before, after), Comparison.of(before, after), growth(arguments));
  }

  private RunsHistory history(JsonNode arguments) throws Exception {
    List<String> logs = new ArrayList<>();
    arguments.path("logs").forEach(name -> logs.add(name.asString("")));
    if (logs.isEmpty()) {
      throw new Refusal("argument logs is missing: want a list of logs, globs or folders");
    }
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    LogByLog each = new LogByLog(new PrintStream(errors, false, UTF_8));
    Board board = LabelledLogs.board(logs, settings(), NO_LOG, each);
    if (each.exitCode() != 0) {
      throw new Refusal(errors.toString(UTF_8).strip());
    }
    Double most = growth(arguments);
    return RunsHistory.of(board, most == null ? RunsHistory.MAX_GROWTH : most / 100, 0);
  }

  private static @Nullable Double growth(JsonNode arguments) {
    JsonNode most = arguments.get("max_growth");
    if (most != null && !(most.isNumber() && most.asDouble() >= 0)) {
      throw new Refusal("argument max_growth %s: want per cent, 0 or more".formatted(most));
    }
    return most == null ? null : Double.valueOf(most.asDouble());
  }

  private Side side(JsonNode arguments, String argument) throws IOException {
    String name = arguments.path(argument).asString("");
    if (name.isEmpty()) {
      throw new Refusal("argument %s is missing: want a log".formatted(argument));
    }
    try (PlainLogs plain = PlainLogs.of(List.of(name), NO_LOG)) {
      return Side.of(plain.names().get(0), settings()).named(name);
    }
  }

  private static Answer answer(Side side) {
    RunStatus status = requireNonNull(side.board().runs().get(side.run()));
    return Answers.of(side.board(), side.run(), status, 0);
  }

  private Settings settings() {
    return log.settings(Thresholds.DEFAULT, sizes.value());
  }
}
