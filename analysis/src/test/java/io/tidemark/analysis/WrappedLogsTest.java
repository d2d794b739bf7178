package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A log says the same behind whatever carried it. */
class WrappedLogsTest {

  /** Small ones, at least one of each system. */
  static final List<String> LOGS =
      List.of(
          "wrapped/tenstorrent.log",
          "wrapped/tt-train.log",
          "tpu-mlir/search-2025.log",
          "made/zant_allocator_MADE.log",
          "made/tflite_micro_plans_MADE.log",
          "made/xla_dump_MADE.txt",
          "wrapped/xla-bfc.log");

  static String log(String name) throws IOException {
    return new String(LogRun.resource(name), UTF_8);
  }

  private static LogRun whole(String log) {
    LogRun run = LogRun.of(log.getBytes(UTF_8));
    run.end();
    return run;
  }

  private static void assertSameFigures(String log, String wrapped, String what) {
    SortedMap<RunId, SortedMap<String, String>> bare = Figures.of(whole(log));
    assertThat(bare.firstKey()).as(what).isNotNull();
    assertThat(Figures.of(whole(wrapped))).as(what).isEqualTo(bare);
  }

  @ParameterizedTest
  @EnumSource(Wrapping.class)
  void aLogSaysTheSameBehindEachWrapper(Wrapping wrapping) throws IOException {
    for (String name : LOGS) {
      String log = log(name);
      assertSameFigures(log, wrapping.log(log), name + " " + wrapping);
      if (wrapping.keepsLines()) {
        assertThat(lines(whole(wrapping.log(log)))).as(name).isEqualTo(lines(whole(log)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Wrapping.class)
  void aLogSaysTheSameBehindEachPairOfWrappers(Wrapping outer) throws IOException {
    for (String name : LOGS) {
      String log = log(name);
      for (Wrapping inner : Wrapping.values()) {
        String what = name + " " + outer + " around " + inner;
        assertSameFigures(log, outer.log(inner.log(log)), what);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tenstorrent/oom_errors.txt",
        "tpu-mlir/reconstructed/A_depthnet_8settings.log",
        "tt-train/pr50909_excerpt.log",
        "zant/lib_gen_stderr_old_SYNTHETIC.log",
        "xla/bfc_tf2.21_cpu_bfc_full_dump.log",
        "xla/bfc_gpu_t4_tf_gsate_1.log",
        "xla/gpu_oom_bufferassignment_jax13428.txt",
        "xla/tpu_oom_2020_torchxla_v2-8.txt",
        "xla/tpu_oom_2024_jax_easydel_gemma.txt",
        "xla/tpu_oom_short_libtpu0.0.42.1.txt"
      })
  void norDoesASampleSayOtherThings(String sample) {
    String log = new String(Samples.bytes(sample), UTF_8);
    for (Wrapping wrapping : Wrapping.values()) {
      assertSameFigures(log, wrapping.log(log), wrapping.name());
    }
    assertSameFigures(log, Wrapping.CRI_PARTS.log(Wrapping.RAY.log(log)), "parts of Ray's");
  }

  /** Every line of the file counts once, whatever it is a part of. */
  @ParameterizedTest
  @EnumSource(Wrapping.class)
  void theLinesAddUpToThoseOfTheFile(Wrapping wrapping) throws IOException {
    for (String name : LOGS) {
      String wrapped = wrapping.log(log(name));
      long read =
          whole(wrapped).runs.values().stream().mapToLong(run -> run.lines().read()).sum();
      assertThat(read).as(name).isEqualTo(wrapped.chars().filter(c -> c == '\n').count());
    }
  }

  @Test
  void aPartOfALineCountsAsIgnored() {
    LogRun run = whole(Wrapping.CRI_PARTS.log("x".repeat(500)));
    assertThat(run.runs.firstEntry().getValue().lines())
        .isEqualTo(new RunStatus.Lines(0, 9, 0, 0, 0));
  }

  private static List<RunStatus.Lines> lines(LogRun run) {
    return run.runs.values().stream().map(RunStatus::lines).toList();
  }
}
