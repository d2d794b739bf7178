package io.tidemark.app.cli;

import io.tidemark.app.cli.MetricsOptions.KafkaMetricsOption;
import io.tidemark.app.notify.Notifier;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.AllInOneConfig;
import io.tidemark.app.report.Report;
import io.tidemark.app.report.ReportParent;
import io.tidemark.app.summary.FailedAnalyses;
import io.tidemark.app.watch.Watch;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.model.Refusal;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.sink.board.Board;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "watch", mixinStandardHelpOptions = true)
final class WatchCommand implements Callable<Integer> {

  private static final int FAILED_AT_THE_END = 1;
  private static final int CRITICAL_AT_THE_END = 3;

  @Parameters(arity = "1..*", paramLabel = "LOG", descriptionKey = "LOG")
  List<String> logs = List.of();

  @Option(names = "--port", paramLabel = "P", converter = Port.class)
  @Nullable Integer port;

  @Option(names = "--data", paramLabel = "DIR")
  @Nullable Path data;

  @Mixin FollowOptions follow = new FollowOptions();

  @Mixin LabelOption label = new LabelOption();

  @Mixin PageOptions web = new PageOptions();

  @Mixin RemoteWriteOptions remoteWrite = new RemoteWriteOptions();

  @Mixin SettingsOptions settings = new SettingsOptions();

  @Mixin AlertOptions alerts = new AlertOptions();

  @Mixin KafkaMetricsOption kafkaMetrics = new KafkaMetricsOption();

  @Mixin OwnLogOptions ownLog = new OwnLogOptions();

  @Option(names = "--once")
  boolean once;

  @Option(names = "--json")
  boolean json;

  @Option(names = "--fail-on-alert")
  boolean failOnAlert;

  @Option(names = "--report", paramLabel = "DIR")
  @Nullable Path report;

  @Spec @Nullable CommandSpec command;

  @Override
  public Integer call() throws Exception {
    ownLog.apply();
    check();
    List<String> arguments =
        command == null ? List.of() : command.commandLine().getParseResult().originalArgs();
    ProgramToWatch program =
        ProgramToWatch.of(arguments, logs.size(), System.getProperty("tidemark.program"));
    return program == null ? watch() : watch(program);
  }

  /** Watches the output of a program, which has the exit code of its own; returns a verdict. */
  private int watch(ProgramToWatch program) throws Exception {
    if (once || json) {
      throw new Refusal("--once and --json with -- PROGRAM: it is watched to its end anyway");
    }
    program.check();
    if (report != null) {
      new ReportParent("--report", report).make();
    }
    PrintStream err = System.err;
    try (StopSignal stop = new StopSignal();
        AllInOne parts =
            new AllInOne(
                options(List.of(program.log().toString()), DataOrTemporary.orDefault(data)));
        Notifier notifier = alerts.open(parts.link())) {
      err.println("tidemark: page and metrics on " + parts.address());
      program.follow(parts, notifier, stop.asked(), err);
      if (report != null) {
        program.report(new ReportParent("--report", report), settings.value(), err);
      }
      return failOnAlert && failing(parts.board()) ? CRITICAL_AT_THE_END : 0;
    }
  }

  private AllInOneConfig options(List<String> followed, Path folder) throws Exception {
    return new AllInOneConfig(
        new IngestConfig(
            Map.of(),
            followed,
            follow.from(),
            ends(),
            follow.rotation(),
            follow.naming(label.value())),
        folder,
        web.listen("127.0.0.1", port()),
        settings.value(),
        web.receivers(remoteWrite),
        kafkaMetrics.value());
  }

  private void check() {
    if (once && follow.from() == IngestConfig.From.END) {
      throw new Refusal("--once with --from end reads nothing; leave one of them out");
    }
    if (json && !once) {
      throw new Refusal("--json wants --once: what is followed is on the page, as /api/v1/state");
    }
    if (once && alerts.given()) {
      throw new Refusal(
          "--once with --alert-webhook or --on-alert: want --fail-on-alert for a finished log");
    }
    alerts.check();
    if (once && remoteWrite.endpoint() != null) {
      throw new Refusal("--once with --remote-write: want tidemark replay for a finished log");
    }
  }

  /** Whether the watch ends with what it reads. */
  private boolean ends() {
    return once || logs.equals(List.of("-"));
  }

  private int watch() throws Exception {
    if (report != null) {
      throw new Refusal("--report wants -- PROGRAM; want tidemark report for a finished log");
    }
    PrintStream out = System.out;
    // What is kept of earlier starts is no part of logs that are read once.
    Path kept = ends() ? data : DataOrTemporary.orDefault(data);
    try (StopSignal stop = new StopSignal();
        DataOrTemporary folder = DataOrTemporary.of(kept, "tidemark-watch-");
        AllInOne parts = new AllInOne(options(logs, folder.path()));
        Notifier notifier = alerts.open(parts.link())) {
      FollowOptions.sayNotFollowed(logs);
      Watch watch = new Watch(parts, out, stop.asked());
      if (once) {
        watch.once(json);
      } else {
        // The launcher detects whether standard output is a terminal, since a JVM before 22 cannot.
        watch.follow(Boolean.getBoolean("tidemark.terminal"), ends(), notifier);
      }
      if (ends() && failed(parts.board())) {
        return FAILED_AT_THE_END;
      }
      return failOnAlert ? judged(parts.board()) : 0;
    }
  }

  /** Prints the runs whose analysis failed; returns whether there are any. */
  private static boolean failed(Board board) {
    List<String> failed = FailedAnalyses.of(board);
    failed.forEach(line -> System.err.println("tidemark: " + line));
    return !failed.isEmpty();
  }

  /** A gate must not pass a log that failed, will not fit, or states nothing. */
  private int judged(Board board) {
    if (failing(board)) {
      return CRITICAL_AT_THE_END;
    }
    if (ends() && !Report.hasFigures(board)) {
      System.err.println("tidemark: no log states memory, so --fail-on-alert has nothing to judge");
      return ReportCommand.NO_FIGURE;
    }
    return 0;
  }

  /** Whether a critical alert is active, or one on what will not fit. */
  private static boolean failing(Board board) {
    return board.alerts().entrySet().stream()
        .filter(entry -> entry.getValue().active())
        .map(entry -> entry.getKey().rule())
        .anyMatch(
            rule ->
                rule.severity() == AlertRule.Severity.CRITICAL || rule == AlertRule.WILL_NOT_FIT);
  }

  private int port() {
    return port != null ? port : once ? 0 : 8080;
  }
}
