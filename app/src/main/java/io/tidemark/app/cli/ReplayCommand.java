package io.tidemark.app.cli;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.LogFailure;
import io.tidemark.app.logfile.PlainLogs;
import io.tidemark.app.logfile.SlicedLog.Pass;
import io.tidemark.app.replay.Replay;
import io.tidemark.app.replay.ReplaySummary;
import io.tidemark.app.replay.ReplayTimes;
import io.tidemark.ingest.Ingest;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.OpenMetricsFile;
import io.tidemark.sink.history.RemoteWrite;
import io.tidemark.sink.receiver.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "replay", mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {

  /** Long enough for a restart of the receiver. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Parameters(arity = "1..*", paramLabel = "LOG", descriptionKey = "LOG")
  List<String> logs = List.of();

  @Option(names = "--openmetrics", paramLabel = "FILE")
  @Nullable Path openMetrics;

  @Option(names = "--grafana", paramLabel = "URL")
  String grafana = "http://127.0.0.1:3000";

  @Mixin RemoteWriteOptions remoteWrite = new RemoteWriteOptions();

  @Option(names = "--start", paramLabel = "TIME")
  @Nullable String start;

  @Option(names = "--zone", paramLabel = "ZONE")
  ZoneId zone = ZoneId.of("UTC");

  @Mixin LabelOption label = new LabelOption();

  @Mixin PipelineOptions pipeline = new PipelineOptions();

  @Mixin OwnPipelineOptions own = new OwnPipelineOptions();

  @Mixin SettingsOptions settings = new SettingsOptions();

  private final LogByLog each = LogByLog.onStandardError();

  @Override
  public Integer call() throws Exception {
    try (PlainLogs plain = PlainLogs.of(logs, System.in, each.progress())) {
      return replay(plain.names());
    }
  }

  private int replay(List<String> plain) throws Exception {
    ReplayTimes times = times();
    String dashboards = Endpoint.page("--grafana", grafana);
    Settings chosen = settings.value();
    Map<String, String> labels = label.value();
    List<LogAtRest> found =
        LogAtRest.of(Ingest.atRest(plain), chosen).stream()
            .map(log -> log.labelled(labels))
            .toList();
    Endpoint receiver = remoteWrite.endpoint();
    if (receiver != null || openMetrics != null) {
      pipeline.refuseBesideHistory();
      own.refuseTyped();
      return write(found, times, receiver, dashboards);
    }
    if (pipeline.named()) {
      own.refuseTyped();
      refuseSettings(chosen);
      pipeline.ship(pipeline.uploads(found, times, each));
    } else {
      pipeline.refuseWithoutName();
      own.ship(pipeline.uploads(found, times, each), chosen);
    }
    return each.exitCode();
  }

  private int write(
      List<LogAtRest> logs, ReplayTimes times, @Nullable Endpoint receiver, String dashboards)
      throws Exception {
    RemoteWrite remote = receiver == null ? null : new RemoteWrite(receiver, PATIENCE);
    try (OpenMetricsFile file = openMetrics == null ? null : openMetrics(openMetrics)) {
      List<HistoryWriter> out = new ArrayList<>();
      if (remote != null) {
        out.add(remote);
      }
      if (file != null) {
        out.add(file);
      }
      List<ReplaySummary> replayed = new ArrayList<>();
      for (LogAtRest log : LogAtRest.shown(logs, each.progress(), Pass.values())) {
        each.run(log.name(), () -> replayed.add(read(log, times, out)));
      }
      each.progress().clear();
      for (HistoryWriter writer : out) {
        writer.finish();
      }
      replayed.forEach(one -> System.out.println(TerminalText.of(one.line())));
      replayed.forEach(
          one -> one.link(dashboards).ifPresent(link -> System.out.println("in Grafana: " + link)));
    }
    System.out.flush();
    if (remote != null && remote.dropped() > 0) {
      System.err.printf(
          "tidemark: %d samples dropped, %s refuses them for good: %s%s%n",
          remote.dropped(), receiver, tooOld(remote), TerminalText.of(remote.whyDropped()));
    }
    boolean refused = remote != null && remote.dropped() > 0 && remote.accepted() == 0;
    return refused ? Math.max(1, each.exitCode()) : each.exitCode();
  }

  private static String tooOld(RemoteWrite remote) {
    return remote.tooOld() == 0
        ? ""
        : "%d are older than its storage.tsdb.out_of_order_time_window; "
            .formatted(remote.tooOld());
  }

  private static ReplaySummary read(LogAtRest log, ReplayTimes times, List<HistoryWriter> out)
      throws IOException {
    out.forEach(HistoryWriter::begin);
    try {
      return Replay.read(
          log,
          times,
          (series, millis, value) -> {
            for (HistoryWriter writer : out) {
              writer.write(series, millis, value);
            }
          });
    } catch (LogFailure e) {
      out.forEach(HistoryWriter::discard);
      throw e;
    }
  }

  /** A running pipeline uses the settings of its streams job. */
  private static void refuseSettings(Settings settings) {
    if (!settings.equals(Settings.DEFAULT)) {
      throw new Refusal(
          "--format, --chip, --messages, --line-prefix, --threshold, --device-memory and the other"
              + " sizes: with --bootstrap-servers they are options of tidemark streams");
    }
  }

  private static OpenMetricsFile openMetrics(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    boolean opened = OpenMetricsFile.isOpened(file);
    Path written = opened ? file : folder;
    if (Files.isDirectory(file) || written == null || !Files.isWritable(written)) {
      throw new Refusal(
          "--openmetrics '" + file + "': want a file in a folder that can be written");
    }
    return new OpenMetricsFile(file);
  }

  private ReplayTimes times() {
    return new ReplayTimes(zone, start == null ? null : instant(start, zone));
  }

  private static Instant instant(String text, ZoneId zone) {
    String time = text.replace(' ', 'T');
    try {
      return time.matches(".*T.*(Z|[+-]\\d\\d:?\\d\\d)")
          ? OffsetDateTime.parse(time).toInstant()
          : (time.contains("T") ? LocalDateTime.parse(time) : LocalDate.parse(time).atStartOfDay())
              .atZone(zone)
              .toInstant();
    } catch (DateTimeException e) {
      throw new Refusal(
          "--start '" + text + "': want a time as 2026-06-19T09:26:13, 2026-06-19 or with a zone");
    }
  }
}
