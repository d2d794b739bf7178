package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.line.DocumentFormat;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tracker of one system fails at a line of one log, beside six healthy logs. */
class FailedTrackersTest {

  private static final String BAD = "bad.log";

  /** Golden cases of its system. */
  private static final String TENSTORRENT =
      "analysis/src/test/resources/io/tidemark/analysis/system/tenstorrent";

  private static final Map<String, String> HEALTHY =
      Map.of(
          "june", "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
          "train", "tt-train/pr50909_excerpt.log",
          "depth", "tpu-mlir/reconstructed/A_depthnet_8settings.log",
          "bfc", "xla/bfc_tf2.21_cpu_bfc_full_dump.log",
          "example", "",
          "second example", "");

  private static Map<Object, Object> alone = Map.of();

  @TempDir Path stateDir;

  private static byte[] log(String sample) {
    if (!sample.startsWith("ttrt-memory")) {
      return Samples.bytes(sample.isEmpty() ? HEALTHY.get("june") : sample);
    }
    try {
      return Files.readAllBytes(Samples.root().resolve(TENSTORRENT).resolve(sample));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All systems; the trackers of one fail at this fact of the bad log, counted from 1. */
  private static SourceAnalysis.Loader failing(String system, int fact) {
    LogSystems systems =
        LogSystems.ALL.with(
            LogSystem.class,
            known -> known.name().equals(system) ? new Failing(known, fact) : known);
    return (source, parts) -> LogAnalysis.load(source, parts, Settings.DEFAULT.with(systems));
  }

  /** A system whose trackers fail. */
  private record Failing(LogSystem real, int fact) implements LogSystem {

    @Override
    public String name() {
      return real.name();
    }

    @Override
    public List<LineFormat> lineFormats() {
      return real.lineFormats();
    }

    @Override
    public List<DocumentFormat> documentFormats() {
      return real.documentFormats();
    }

    @Override
    public boolean tracksFailures() {
      return real.tracksFailures();
    }

    @Override
    public SystemTracker newTracker(RunContext context) {
      SystemTracker tracker = real.newTracker(context);
      if (!context.source().equals(BAD)) {
        return tracker;
      }
      int[] facts = {0};
      return (SystemTracker)
          Proxy.newProxyInstance(
              SystemTracker.class.getClassLoader(),
              new Class<?>[] {SystemTracker.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("follow")) {
                  return null;
                }
                if (method.getName().equals("apply") && ++facts[0] == fact) {
                  throw new IllegalStateException("planted in " + real.name());
                }
                try {
                  return method.invoke(tracker, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }

  private static Map<Object, Object> boards(Transcript job) {
    Map<Object, Object> boards = new HashMap<>();
    for (Topic<?, ?> topic :
        List.of(Topics.RUNS, Topics.USAGE, Topics.OPS, Topics.PLANS, Topics.ALERTS)) {
      job.board(topic).forEach((key, value) -> boards.put(topic.name() + " " + key, value));
    }
    return boards;
  }

  private static void readHealthy(Transcript job) {
    HEALTHY.forEach((source, sample) -> job.log(source, 0, log(sample), 64 * 1024));
  }

  /** Only the healthy logs, with sound trackers. */
  @BeforeAll
  static void readThemAlone(@TempDir Path stateDir) {
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      readHealthy(job);
      alone = boards(job.flush().flush());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tenstorrent, tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log, 3",
    "tt-train, tt-train/pr50909_excerpt.log, 3",
    "tpu-mlir, tpu-mlir/reconstructed/A_depthnet_8settings.log, 3",
    "xla, xla/bfc_tf2.21_cpu_bfc_full_dump.log, 3",
    "tflite-micro, ../cases/tflm/person_plan.log, 3",
    "zant, zant/lib_gen_stderr_old_SYNTHETIC.log, 3",
    "zant, zant/beer.json, 1",
    "ttnn, ttrt-memory/input.json, 1"
  })
  void itsRunsEndAndSixHealthyLogsAreAsWithoutIt(String system, String sample, int faults) {
    byte[] bad = repeated(log(sample), faults);
    Map<Object, Object> failed;
    int ignored;
    try (Transcript job = new Transcript(stateDir, failing(system, faults))) {
      readHealthy(job);
      job.log(BAD, 0, bad, bad.length / 24).flush().flush();
      failed = boards(job);
      ignored = job.slicesIgnored();
    }

    assertThat(failure(failed, 1).reason()).contains("planted in " + system);
    // A document is one run: what comes after its failed slice is no document.
    if (faults > 1) {
      assertThat(failure(failed, 2).sourceIgnored()).isFalse();
      assertThat(failure(failed, 3).sourceIgnored()).isTrue();
      assertThat(ignored).isPositive();
    }
    failed.keySet().removeIf(key -> key.toString().contains(BAD));
    assertThat(failed).isNotEmpty().isEqualTo(alone);
  }

  private static byte[] repeated(byte[] log, int times) {
    byte[] all = new byte[log.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(log, 0, all, i * log.length, log.length);
    }
    return all;
  }

  private static AnalysisFailure failure(Map<Object, Object> boards, int run) {
    RunStatus status = (RunStatus) boards.get(Topics.RUNS.name() + " " + new RunId(BAD, run));
    assertThat(Objects.requireNonNull(status, () -> "no run " + run).endMillis()).isNotNull();
    return Objects.requireNonNull(status.analysisFailure(), () -> "run %d".formatted(run));
  }
}
