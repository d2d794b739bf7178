package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Logs in which lines are damaged: none is lost from the count, and whole records tell what they
 * tell without the damage. More lines than the build has time for: {@code -Dtidemark.fuzz.lines=N}.
 */
@Timeout(3600)
class MutatedLogsTest {

  private static final long LINES = Long.getLong("tidemark.fuzz.lines", 200_000);
  private static final int LINES_PER_LOG = 20_000;

  static List<String> samples() {
    return List.of(
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/oom_errors.txt",
        "tpu-mlir/reconstructed/A_depthnet_8settings.log",
        "tpu-mlir/reconstructed/E_mixed_debug_types_with_noise.log",
        "tt-train/pr50909_excerpt.log",
        "tt-train/dram_footprint_pr50618.log",
        "zant/lib_gen_stderr_old_SYNTHETIC.log",
        "xla/bfc_tf2.21_cpu_bfc_full_dump.log",
        "xla/tpu_oom_2020_torchxla_v2-8.txt",
        "xla/gpu_oom_bufferassignment_jax13428.txt",
        "xla/cpu_jax0.10.2_train_step-buffer-assignment.txt",
        "xla/cpu_jax0.10.2_train_step-live-range.txt");
  }

  private static List<byte[]> lines(String sample) {
    byte[] log = Samples.bytes(sample);
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int end = 0; end <= log.length; end++) {
      if (end == log.length ? end > start : log[end] == '\n') {
        lines.add(Arrays.copyOfRange(log, start, end));
        start = end + 1;
      }
    }
    return lines;
  }

  private static void put(ByteArrayOutputStream log, byte[] line) {
    // A turned bit may have made a line end, and two lines of one.
    log.writeBytes(new String(line, ISO_8859_1).replace('\n', ' ').getBytes(ISO_8859_1));
    log.write('\n');
  }

  private static List<String> told(LogRun run) {
    List<String> told = new ArrayList<>();
    for (MemoryEvent event : run.events) {
      ObjectNode tree = Json.MAPPER.valueToTree(event);
      // Only where it stands is another.
      tree.remove(List.of("offset", "timeMillis"));
      told.add(tree.toString());
    }
    return told;
  }

  private static long read(LogRun run) {
    return run.runs.values().stream().mapToLong(status -> status.lines().read()).sum();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void wholeRecordsTellTheSameBetweenDamagedOnes(String sample) {
    Random random = new Random(sample.hashCode());
    List<byte[]> lines = lines(sample);
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    ByteArrayOutputStream noisy = new ByteArrayOutputStream();
    long damaged = 0;
    for (byte[] line : lines) {
      put(plain, line);
      put(noisy, line);
      byte[] other = lines.get(random.nextInt(lines.size()));
      byte[] broken =
          line.length == 0 || other.length == 0 ? other : Mutations.of(line, other, random);
      // A damaged line that still says something may say it: that is no damage to the others.
      Parsed parsed = LogSystems.ALL.formats().parse(broken, 0, broken.length);
      if (parsed instanceof Rejected || parsed == Ignored.IGNORED || parsed == Quoted.QUOTED) {
        put(noisy, broken);
        damaged++;
      }
    }
    LogRun calm = LogRun.of(plain.toByteArray());
    LogRun run = LogRun.of(noisy.toByteArray());
    assertThat(damaged).isGreaterThan(lines.size() / 8);
    assertThat(told(run)).isEqualTo(told(calm)).isNotEmpty();
    assertThat(read(run)).isEqualTo(read(calm) + damaged);
    assertThat(run.runs.values().stream().mapToLong(status -> status.lines().fact()).sum())
        .isEqualTo(calm.runs.values().stream().mapToLong(status -> status.lines().fact()).sum());
  }

  @Test
  void anyMixtureOfDamageIsCountedLineByLine() {
    Random random = new Random(20260101);
    List<List<byte[]>> logs = samples().stream().map(MutatedLogsTest::lines).toList();
    for (long done = 0; done < LINES; done += LINES_PER_LOG) {
      ByteArrayOutputStream log = new ByteArrayOutputStream();
      for (int i = 0; i < LINES_PER_LOG; i++) {
        List<byte[]> of = logs.get(random.nextInt(logs.size()));
        byte[] line = of.get(random.nextInt(of.size()));
        byte[] other = of.get(random.nextInt(of.size()));
        boolean broken = random.nextInt(3) > 0 && line.length > 0 && other.length > 0;
        put(log, broken ? Mutations.of(line, other, random) : line);
      }
      LogRun run = LogRun.of(log.toByteArray());
      assertThat(read(run)).isEqualTo(LINES_PER_LOG);
      for (RunStatus status : run.runs.values()) {
        RunStatus.Lines lines = status.lines();
        assertThat(lines.fact() + lines.ignored() + lines.quoted() + lines.rejected())
            .isEqualTo(lines.read());
      }
    }
  }
}
