package io.tidemark.app.cli;

import io.tidemark.app.notify.Notifier;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.AllInOneConfig;
import io.tidemark.app.summary.ParkedLines;
import io.tidemark.app.watch.Watch;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.ingest.checkpoint.SourcePrefix;
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
    description =
        "Follows logs on this machine: broker, tailer, streams job and sink in one process.",
    footer = "Example: tidemark watch --once examples/tenstorrent.log")
final class WatchCommand implements Callable<Integer> {

  private static final int PARKED_AT_THE_END = 1;
  private static final int CRITICAL_AT_THE_END = 3;

  @Parameters(
      arity = "1..*",
      paramLabel = "LOG",
      description = "files, globs, folders, or - for standard input")
  List<String> logs = List.of();

  @Option(
      names = "--port",
      paramLabel = "P",
      description = {
        "port of page and metrics, on loopback",
        "allowed: 0 to 65535; 0 takes a free port",
        "default: 8080, with --once 0"
      })
  @Nullable Integer port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "folder of everything that is kept between starts",
        "allowed: a folder of this user, created if absent; one watch at a time",
        "default: $XDG_STATE_HOME/tidemark, else ~/.local/state/tidemark"
      })
  @Nullable Path data;

  @Mixin FromOption from = new FromOption();

  @Mixin LabelOption label = new LabelOption();

  @Mixin RotationOptions rotation = new RotationOptions();

  @Mixin WebOptions web = new WebOptions();

  @Mixin RemoteWriteOptions remoteWrite = new RemoteWriteOptions();

  @Mixin SettingsOptions settings = new SettingsOptions();

  @Mixin AlertOptions alerts = new AlertOptions();

  @Option(names = "--once", description = "reads to the end, prints the summary and exits")
  boolean once;

  @Option(
      names = "--json",
      description = "with --once: prints the canonical state instead of the summary")
  boolean json;

  @Option(
      names = "--fail-on-alert",
      description = "exits with 3 when a critical alert is active at the end")
  boolean failOnAlert;

  @Override
  public Integer call() throws Exception {
    PrintStream out = System.out;
    IngestConfig.From begin = from.value();
    if (once && begin == IngestConfig.From.END) {
      throw new Refusal("--once with --from end reads nothing; leave one of them out");
    }
    if (json && !once) {
      throw new Refusal("--json wants --once: what is followed is on the page, as /api/v1/state");
    }
    if (once && alerts.given()) {
      throw new Refusal(
          "--once with --alert-webhook or --on-alert: want --fail-on-alert for a log at rest");
    }
    alerts.check();
    Endpoint receiver = remoteWrite.endpoint();
    if (once && receiver != null) {
      throw new Refusal("--once with --remote-write: want tidemark replay for a log at rest");
    }
    AllInOneConfig options =
        new AllInOneConfig(
            new IngestConfig(
                Map.of(), logs, begin, once, rotation.policy(), SourcePrefix.NONE, label.value()),
            DataPaths.orDefault(data),
            new Listen("127.0.0.1", port(), web.config()),
            settings.value(),
            receiver);
    try (StopSignal stop = new StopSignal();
        AllInOne parts = AllInOne.open(options);
        Notifier notifier = alerts.open(parts.address())) {
      Watch watch = new Watch(parts, out, stop.asked());
      if (once) {
        watch.once(json);
      } else {
        // The launcher knows whether standard output is one; a JVM before 22 does not.
        watch.follow(Boolean.getBoolean("tidemark.terminal"), notifier);
      }
      if (once && parked(parts.board())) {
        return PARKED_AT_THE_END;
      }
      return failOnAlert && critical(parts.board()) ? CRITICAL_AT_THE_END : 0;
    }
  }

  /** Prints which sources are parked. */
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
