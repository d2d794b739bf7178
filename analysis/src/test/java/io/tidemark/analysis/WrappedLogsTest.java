package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.MemoryEvent;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** A log says the same behind whatever carried it: one sample of each system. */
class WrappedLogsTest {

  private static final String DATE = "2026-11-22T05:54:09.123456789Z ";

  private static final List<String> SAMPLES =
      List.of(
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
          "xla/tpu_oom_short_libtpu0.0.42.1.txt",
          "made/tflite_micro_plans_MADE.log");

  @ParameterizedTest
  @ValueSource(
      strings = {
        DATE + "stdout F ",
        DATE,
        "Nov 22 05:54:09 node-1 train[4711]: ",
        "<14>Nov  2 05:54:09 node-1 kernel: ",
        "2026-11-22T05:54:09.123456+00:00 node-1 train[4711]: ",
        "2026-11-22T05:54:09+0100 node-1 train[4711]: ",
        "[pod/train-0/main] ",
        "[pod/train-0/main] " + DATE,
        "trainer-1  | ",
        "\u001b[36mtrainer-1  | \u001b[0m",
        "trainer-1  | " + DATE,
        "(pid=4711) ",
        "(train pid=4711, ip=10.0.0.1) ",
        "\u001b[36m(EngineCore_DP0 pid=4711)\u001b[0m ",
        "[rank0]: ",
        "[default0]:",
        "[1,0]<stdout>:",
        "0: ",
        "  0: ",
        "\u001b[32m",
        DATE + "stderr F \u001b[36m(EngineCore pid=4711)\u001b[0m [rank0]: ",
        "[pod/train-0/main] Nov 22 05:54:09 node-1 train[4711]: 0: ",
      })
  void aLogSaysTheSameBehindIt(String wrapper) {
    for (String sample : SAMPLES) {
      String log = new String(bytes(sample), ISO_8859_1);
      LogRun bare = whole(log);
      LogRun wrapped = whole(wrapped(log, wrapper));
      assertThat(told(wrapped)).as(sample).isEqualTo(told(bare)).isNotEmpty();
      assertThat(lines(wrapped)).as(sample).isEqualTo(lines(bare));
      assertThat(wrapped.alerts.keySet()).as(sample).isEqualTo(bare.alerts.keySet());
      assertThat(wrapped.plans.keySet()).as(sample).isEqualTo(bare.plans.keySet());
      assertThat(wrapped.usage.keySet()).as(sample).isEqualTo(bare.usage.keySet());
    }
  }

  private static LogRun whole(String log) {
    LogRun run = LogRun.of(log.getBytes(ISO_8859_1));
    run.end();
    return run;
  }

  private static String wrapped(String log, String wrapper) {
    String whole = log.endsWith("\n") ? log.substring(0, log.length() - 1) : log;
    return wrapper + whole.replace("\n", "\n" + wrapper) + "\n";
  }

  private static byte[] bytes(String sample) {
    return sample.startsWith("made/") ? MadeLogs.bytes(sample.substring(5)) : Samples.bytes(sample);
  }

  private static List<String> told(LogRun run) {
    List<String> told = new ArrayList<>();
    for (MemoryEvent event : run.events) {
      ObjectNode tree = Json.MAPPER.valueToTree(event);
      tree.remove(List.of("offset", "timeMillis"));
      told.add(tree.toString());
    }
    return told;
  }

  private static List<RunStatus.Lines> lines(LogRun run) {
    return run.runs.values().stream().map(RunStatus::lines).toList();
  }
}
