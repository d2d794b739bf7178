package io.tidemark.app.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.store.NoParts;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.memory.Leak;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A false leak is worse than a missed one. */
class LeaksTest {

  private static final MemoryKey DRAM = new MemoryKey(new RunId("log", 1), "0", "DRAM");

  private static Changes changes(byte[] log) {
    LogAnalysis analysis = LogAnalysis.load("log", new NoParts());
    int lines = 0;
    for (byte b : log) {
      lines += b == '\n' ? 1 : 0;
    }
    analysis.apply(new Slice("life", 0, log.length, lines, false, false, 0, 0, log));
    analysis.end();
    return analysis.changes();
  }

  private static Map<MemoryKey, Leak> leaks(Changes changes) {
    Map<MemoryKey, Leak> leaks = new TreeMap<>();
    changes
        .usage()
        .forEach(
            (memory, usage) -> {
              Leak leak = usage.submissions().leak();
              if (leak != null) {
                leaks.put(memory, leak);
              }
            });
    return leaks;
  }

  /** Seventy seeds of each, of several lengths, so that runs end in every state. */
  @ParameterizedTest
  @CsvSource({"STEADY", "SPIKE", "FRAGMENTATION"})
  void noHealthyRunLeaks(Scenario scenario) {
    for (int seed = 0; seed < 70; seed++) {
      byte[] log = Simulated.bytes(Format.TENSTORRENT, scenario, 1000 + 97L * seed, seed);
      assertThat(leaks(changes(log))).describedAs("seed %d", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tt-train/dram_footprint_pr50618.log",
        "xla/bfc_gpu_tail_2022_2024.txt"
      })
  void noSampleLeaks(String sample) {
    assertThat(leaks(changes(Samples.bytes(sample)))).isEmpty();
  }

  @Test
  void theExampleHasTooFewSubmissionsForALeak() throws IOException {
    byte[] log = Files.readAllBytes(Samples.root().resolve("examples/tenstorrent.log"));
    assertThat(leaks(changes(log))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 99})
  void climbingIsALeakOfItsConcatenationInEverySubmission(long seed) {
    Changes changes = changes(Simulated.bytes(Format.TENSTORRENT, Scenario.CLIMBING, 12_000, seed));
    Map<MemoryKey, Leak> leaks = leaks(changes);
    assertThat(leaks).containsOnlyKeys(DRAM);
    Leak leak = Objects.requireNonNull(leaks.get(DRAM));
    assertThat(leak.rises()).isEqualTo(leak.of()).isGreaterThan(10);
    assertThat(leak.bytesPerSubmission() * leak.of())
        .isCloseTo(leak.toBytes() - leak.fromBytes(), withPercentage(30));
    OpTable table = Objects.requireNonNull(changes.ops().get(DRAM));
    assertThat(heldMost(table.ops())).isEqualTo("ConcatOp");
  }

  /** A training's log of the highest use so far, in MiB, by the use of each step. */
  private static byte[] training(LongStream useByStep) {
    StringBuilder log = new StringBuilder();
    long[] highest = {0};
    useByStep.forEach(
        mib -> {
          highest[0] = Math.max(highest[0], mib);
          log.append(
              "[07/30 10:00:00 d2.utils.events]:  iter: %d  total_loss: 2.1  max_mem: %dM%n"
                  .formatted(log.length(), highest[0]));
        });
    return log.toString().getBytes(UTF_8);
  }

  /** Batches differ in size, so the highest use rises for a while; a device is filled by chance. */
  @Test
  void noTrainingOfUnlikeBatchesLeaks() {
    for (int seed = 0; seed < 200; seed++) {
      LongStream use = new Random(seed).longs(20 + seed, 4000, 9000);
      assertThat(leaks(changes(training(use)))).describedAs("seed %d", seed).isEmpty();
    }
  }

  /** A caching allocator warms up: each step raises the highest use, by less and less. */
  @ParameterizedTest
  @CsvSource({"0.5, 40", "0.75, 19", "0.75, 60", "0.85, 30", "0.9, 60"})
  void noWarmUpLeaks(double share, int steps) {
    LongStream use =
        LongStream.range(0, steps)
            .map(step -> Math.round(60_000 - 20_000 * Math.pow(share, (double) step)));
    assertThat(leaks(changes(training(use)))).isEmpty();
  }

  @Test
  void aGrowthOfLessThanAHundredthIsNoLeak() {
    LongStream use = LongStream.range(8000, 8030);
    assertThat(leaks(changes(training(use)))).isEmpty();
  }

  @Test
  void aTrainingThatKeepsSomethingLeaksByStep() {
    MemoryKey memory = new MemoryKey(new RunId("log", 1), "0", "HBM");
    Changes changes = changes(training(LongStream.range(0, 30).map(step -> 4000 + 30 * step)));

    assertThat(leaks(changes))
        .containsExactly(Map.entry(memory, new Leak(30L << 20, 28, 28, 4000L << 20, 4840L << 20)));
    assertThat(Objects.requireNonNull(changes.usage().get(memory)).submissions().byStep()).isTrue();
  }

  private static String heldMost(List<OpUsage> ops) {
    return ops.stream()
        .filter(op -> !op.op().startsWith("("))
        .max(Comparator.comparing(op -> Objects.requireNonNull(op.heldAtPeakBytes())))
        .orElseThrow()
        .op();
  }
}
