package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.tidemark.streams.source.SourceAnalysis;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tracker of one system fails at a line of one log, beside six healthy logs. */
class FailedTrackersTest {

  private static final String BAD = "bad.log";
  private static final int SLICE_BYTES = 4096;

  private static final Map<String, String> HEALTHY =
      Map.of(
          "june", "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
          "train", "tt-train/pr50909_excerpt.log",
          "depth", "tpu-mlir/reconstructed/A_depthnet_8settings.log",
          "bfc", "xla/bfc_tf2.21_cpu_bfc_full_dump.log",
          "example", "",
          "second example", "");

  @TempDir Path stateDir;

  private static byte[] log(String sample) {
    return Samples.bytes(sample.isEmpty() ? HEALTHY.get("june") : sample);
  }

  /** All systems; the tracker of one fails at its third fact of the bad log. */
  private static SourceAnalysis.Loader failing(String system) {
    LogSystems systems =
        LogSystems.ALL.with(
            LogSystem.class, known -> known.name().equals(system) ? new Failing(known) : known);
    return (source, parts) -> SourceAnalysis.load(source, parts, Settings.DEFAULT.with(systems));
  }

  /** A system whose trackers fail. */
  private record Failing(LogSystem real) implements LogSystem {

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
                if (method.getName().equals("apply") && ++facts[0] == 3) {
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

  private Map<Object, Object> boards(Transcript job) {
    Map<Object, Object> boards = new HashMap<>();
    for (Topic<?, ?> topic :
        List.of(Topics.RUNS, Topics.USAGE, Topics.OPS, Topics.PLANS, Topics.ALERTS)) {
      job.board(topic).forEach((key, value) -> boards.put(topic.name() + " " + key, value));
    }
    return boards;
  }

  private Map<Object, Object> read(Transcript job, byte[] bad) {
    HEALTHY.forEach((source, sample) -> job.log(source, 0, log(sample), SLICE_BYTES * 16));
    job.log(BAD, 0, bad, SLICE_BYTES).flush().flush();
    return boards(job);
  }

  @ParameterizedTest
  @CsvSource({
    "tenstorrent, tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
    "tt-train, tt-train/pr50909_excerpt.log",
    "tpu-mlir, tpu-mlir/reconstructed/A_depthnet_8settings.log",
    "xla, xla/bfc_tf2.21_cpu_bfc_full_dump.log"
  })
  void itsRunEndsAndSixHealthyLogsAreAsWithoutIt(String system, String sample) {
    Map<Object, Object> sound;
    try (Transcript job = new Transcript(stateDir.resolve("sound"), SourceAnalysis::load)) {
      sound = read(job, log(sample));
    }
    Map<Object, Object> failed;
    int ignored;
    try (Transcript job = new Transcript(stateDir.resolve("failed"), failing(system))) {
      failed = read(job, log(sample));
      ignored = job.slicesIgnored();
    }

    RunStatus first = (RunStatus) failed.get(Topics.RUNS.name() + " " + new RunId(BAD, 1));
    AnalysisFailure failure = Objects.requireNonNull(first.analysisFailure());
    assertThat(failure.reason()).contains("planted in " + system);
    assertThat(first.endMillis()).isNotNull();
    RunStatus third = (RunStatus) failed.get(Topics.RUNS.name() + " " + new RunId(BAD, 3));
    if (third != null && third.analysisFailure() != null) {
      assertThat(third.analysisFailure().sourceIgnored()).isTrue();
      assertThat(ignored).isPositive();
    }
    sound.keySet().removeIf(key -> key.toString().contains(BAD));
    failed.keySet().removeIf(key -> key.toString().contains(BAD));
    assertThat(failed).isEqualTo(sound);
  }
}
