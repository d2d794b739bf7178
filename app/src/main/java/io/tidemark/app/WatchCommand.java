package io.tidemark.app;

import io.tidemark.app.watch.AllInOne;
import io.tidemark.app.watch.ParkedLines;
import io.tidemark.app.watch.Watch;
import io.tidemark.app.watch.WatchOptions;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.model.AlertRule;
import io.tidemark.model.Refusal;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.history.Endpoint;
import io.tidemark.sink.page.Listen;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = "Broker, tailer, streams and sink in one process, on this machine.",
    footer = "Example: tidemark watch --once examples/tenstorrent.log")
final class WatchCommand implements Callable<Integer> {

  private static final int PARKED_AT_THE_END = 1;
  private static final int CRITICAL_AT_THE_END = 3;

  @Parameters(arity = "1..*", paramLabel = "LOG", description = "files, globs, folders or -")
  List<String> logs = List.of();

  @Option(names = "--port", paramLabel = "P", description = "page and metrics, 8080 unless --once")
  @Nullable Integer port;

  @Option(names = "--data", paramLabel = "DIR", description = "what is kept between starts")
  @Nullable Path data;

  @Option(
      names = "--from",
      defaultValue = "start",
      description = "where a log never seen before is read from: start or end")
  String from = "start";

  @Mixin RotationOptions rotation = new RotationOptions();

  @Mixin WebOptions web = new WebOptions();

  @Mixin RemoteWriteOptions remoteWrite = new RemoteWriteOptions();

  @Mixin SettingsOptions settings = new SettingsOptions();

  @Option(names = "--once", description = "read to the end, print the summary, exit")
  boolean once;

  @Option(names = "--json", description = "with --once: print the canonical state instead")
  boolean json;

  @Option(
      names = "--fail-on-alert",
      description = "exit with 3 when an alert of severity critical is active at the end")
  boolean failOnAlert;

  @Override
  public Integer call() throws Exception {
    PrintStream out = System.out;
    IngestConfig.From begin = FromOption.named(from);
    if (once && begin == IngestConfig.From.END) {
      throw new Refusal("--once with --from end reads nothing; leave one of them out");
    }
    if (json && !once) {
      throw new Refusal("--json wants --once: what is followed is on the page, as /api/v1/state");
    }
    Endpoint receiver = remoteWrite.endpoint();
    if (once && receiver != null) {
      throw new Refusal("--once with --remote-write: want tidemark replay for a log at rest");
    }
    WatchOptions options =
        new WatchOptions(
            new IngestConfig(Map.of(), logs, begin, once, rotation.policy()),
            DataPaths.orDefault(data),
            new Listen("127.0.0.1", port(), web.config()),
            settings.value(),
            receiver);
    try (StopSignal stop = new StopSignal();
        AllInOne parts = AllInOne.open(options)) {
      Watch watch = new Watch(parts, out, stop.asked());
      if (once) {
        watch.once(json);
      } else {
        // The launcher knows whether standard output is one; a JVM before 22 does not.
        watch.follow(Boolean.getBoolean("tidemark.terminal"));
      }
      if (once && parked(parts.board())) {
        return PARKED_AT_THE_END;
      }
      return failOnAlert && critical(parts.board()) ? CRITICAL_AT_THE_END : 0;
    }
  }

  /** Says which sources are parked, if any are. */
  private static boolean parked(Board board) {
    ParkedLines.of(board).forEach(line -> System.err.println("tidemark: " + line));
    return !board.parked().isEmpty();
  }

  private static boolean critical(Board board) {
    return board.alerts().entrySet().stream()
        .anyMatch(
            entry ->
                entry.getKey().rule().severity() == AlertRule.Severity.CRITICAL
                    && entry.getValue().active());
  }

  private int port() {
    if (port != null) {
      return Ports.checked(port);
    }
    return once ? 0 : 8080;
  }
}
