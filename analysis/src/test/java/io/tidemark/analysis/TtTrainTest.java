package io.tidemark.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.TrainingDerivation;
import io.tidemark.model.log.RunId;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.model.training.TrainingMemory.Assumptions;
import io.tidemark.model.training.TrainingState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** tt-train's summaries as runs with phases. */
class TtTrainTest {

  static final double MIB = 1 << 20;
  private static final long TINY_LLAMA = 969_369_600;

  static LogRun run(String text) {
    return LogRun.of(text.getBytes(StandardCharsets.UTF_8));
  }

  static Training training(LogRun run, int number) {
    return run.runs.get(new RunId("log", number)).training();
  }

  private static String phase(
      String name, double peak, double change, double cumulative, double current) {
    return """
    --- %s ---
      DRAM: Segment Peak %.2f MB, Allocations %.2f MB, Deallocations %.2f MB, Segment Change %+.2f MB
      DRAM: Cumulative Peak %.2f MB, Cumulative Current %.2f MB
      L1: Peak CB 0.29 MB, Peak Buffer 0.00 MB, Peak Total 0.29 MB
    """
        .formatted(
            name, peak, Math.max(change, 0), Math.max(-change, 0), change, cumulative, current);
  }

  private static String summary(String phases, double peak, double last) {
    return "=== Memory Usage Summary ===\n\n"
        + phases
        + "\n=== Final Totals ===\nOverall DRAM Peak: %.2f MB, Final DRAM Usage: %.2f MB\n\n"
            .formatted(peak, last);
  }

  /** The table of TinyLlama with recomputation from the documentation. */
  static String memoryEfficient() {
    return "Number of parameters: "
        + TINY_LLAMA
        + "\n"
        + summary(
            phase("MODEL_CREATION", 1863.25, 1863.25, 1863.25, 1863.25)
                + phase("OPTIMIZER_CREATION", 3708.76, 3708.76, 5572.01, 5572.01)
                + phase("FORWARD_PASS", 996.35, 192.95, 6568.36, 5764.96)
                + phase("BACKWARD_PASS", 2513.69, 1663.07, 8278.65, 7428.04),
            8278.65,
            7428.04);
  }

  static TrainingMemory derived(Training training, boolean actual) {
    OptionalLong unknown = OptionalLong.empty();
    return TrainingDerivation.of(
        training, new GivenSizes(unknown, unknown, unknown, unknown, actual), 0);
  }

  @Test
  void tinyLlamaIsAsItsDocumentationSays() {
    Training training = training(run(memoryEfficient()), 1);
    assertThat(training.state()).isEqualTo(TrainingState.COMPLETE);
    assertThat(training.checks().inconsistent()).isZero();
    TrainingMemory theory = derived(training, false);
    Assumptions expected = theory.assumptions();
    assertThat(requireNonNull(expected.modelBytes()) / MIB).isCloseTo(1848.93, within(0.005));
    assertThat(requireNonNull(expected.optimizerBytes()) / MIB).isCloseTo(3697.85, within(0.005));
    assertThat(theory.parts().gradientsBytes() / MIB).isCloseTo(1856.03, within(0.005));
    assertThat(TrainingMemory.differencePercent(theory.parts().modelBytes(), expected.modelBytes()))
        .isCloseTo(0.77, within(0.005));
    assertThat(
            TrainingMemory.differencePercent(
                theory.parts().optimizerBytes(), expected.optimizerBytes()))
        .isCloseTo(0.29, within(0.006));
    assertThat(theory.parts().otherBytes() / MIB).isCloseTo(25.23, within(0.006));
    assertThat(derived(training, true).parts().otherBytes() / MIB).isCloseTo(0.00, within(0.005));
    assertThat(100 * theory.usageRatio()).isCloseTo(67.37, within(0.005));
    assertThat(theory.fits()).isTrue();
    assertThat(theory.peakOwner()).isEqualTo("BACKWARD_PASS");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "unknown",
      value = {
        "Number of parameters: 1103446016; 1103446016",
        "Total parameters: 1,103,446,016; 1103446016",
        "Total parameters: 1.103.446.016; 1103446016",
        "Number of parameters: 1.24B; 1240000000",
        "Number of parameters: 125M; 125000000",
        "Number of parameters: 124.44 M (all of them); 124440000",
        "Number of parameters: 1.5 billion; 1500000000",
        "Number of parameters: 7K.; 7000",
        "Total parameters: 1000 (100 % trainable); 1000",
        "Number of parameters: 1.103; unknown",
        "Number of parameters: 1,24B; unknown",
        "Number of parameters: 1.24e9; unknown",
        "Number of parameters: 250 MB; unknown",
        "Number of parameters: 12,34; unknown",
        "Number of parameters: 3x; unknown",
        "Number of parameters: 9999999999999999; unknown",
      })
  void aCountIsReadAsAWholeOrNotAtAll(String line, @Nullable Long parameters) {
    LogRun run = run(line + "\n" + summary(phase("MODEL_CREATION", 1, 1, 1, 1), 1, 1));
    assertThat(training(run, 1).parameters()).isEqualTo(parameters);
  }

  /** Python's logging writes this to the same file when it fails, between any two lines. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void theHeadingOfAnotherProgramIsNoPhase(int before) {
    String phases =
        phase("MODEL_CREATION", 10, 10, 10, 10) + phase("FORWARD_PASS", 5, 2, 15, 12) + "\n";
    List<String> lines = new ArrayList<>(phases.lines().toList());
    lines.add(before, "--- Logging error ---\nTraceback (most recent call last):");
    Training whole = training(run(summary(phases, 15, 12)), 1);
    Training mixed = training(run(summary(String.join("\n", lines), 15, 12)), 1);
    assertThat(mixed.phases())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("at")
        .isEqualTo(whole.phases())
        .hasSize(2);
    assertThat(mixed.checks().inconsistent()).isZero();
  }

  @Test
  void aPhaseWhoseFirstFiguresAreRejectedLeavesTheOneBeforeAlone() {
    String phases =
        phase("MODEL_CREATION", 10, 10, 10, 10)
            + phase("FORWARD_PASS", 5, 2, 15, 12).replace("Peak 5.00", "Peak 5.0.0");
    LogRun run = run(summary(phases, 15, 12));
    assertThat(run.rejects).hasSize(1);
    assertThat(training(run, 1).phases())
        .extracting(phase -> phase.name() + " " + phase.cumulative().currentBytes() / MIB)
        .containsExactly("MODEL_CREATION 10.0", "FORWARD_PASS 12.0");
  }

  @Test
  void withoutRecomputationItDoesNotFit() {
    LogRun run =
        run(
            summary(
                phase("FORWARD_PASS", 10019.39, 9636.02, 10019.39, 9636.02)
                    + phase("BACKWARD_PASS", 458.75, -7780.87, 10094.77, 1855.15),
                15666.65,
                1855.15));
    TrainingMemory memory = derived(training(run, 1), false);
    assertThat(100 * memory.usageRatio()).isCloseTo(127.50, within(0.005));
    assertThat(memory.fits()).isFalse();
    assertThat(memory.headroomBytes() / MIB).isCloseTo(12288 - 15666.65, within(0.01));
    // The stated total and the last phase differ widely: two outputs are mixed in one log.
    assertThat(training(run, 1).checks().inconsistent()).isEqualTo(1);
  }

  @Test
  void phasesOfOneNameAndFigureHideEachOther() {
    String twice = phase("FORWARD_PASS", 10, 5, 10, 5) + phase("FORWARD_PASS", 10, 5, 15, 10);
    assertThat(training(run(summary(twice, 15, 10)), 1).checks().peakUnreliable()).isTrue();
    String apart = phase("FORWARD_PASS", 10, 5, 10, 5) + phase("FORWARD_PASS", 11, 5, 16, 10);
    assertThat(training(run(summary(apart, 16, 10)), 1).checks().peakUnreliable()).isFalse();
    assertThat(
            training(
                    run(
                        "WARNING: Snapshot 'A' already exists, overwriting\n"
                            + summary(apart, 16, 10)),
                    1)
                .checks()
                .peakUnreliable())
        .isTrue();
  }

  @Test
  void everySummaryOfALogIsARunWithItsParameters() {
    String other = "   - Total parameters: 1,234\n" + summary(phase("ENTRY", 0, 0, 0, 0), 0, 0);
    LogRun run = run(memoryEfficient() + other + summary(phase("ENTRY", 1, 1, 1, 1), 1, 1));
    assertThat(training(run, 1).parameters()).isEqualTo(TINY_LLAMA);
    assertThat(training(run, 2).parameters()).isEqualTo(1234);
    assertThat(training(run, 3).parameters()).isNull();
    assertThat(run.runs).hasSize(3);
  }

  @Test
  void parametersThatComeLateAreOfTheSummaryBefore() {
    LogRun run = run(summary(phase("ENTRY", 0, 0, 0, 0), 0, 0) + "Number of parameters: 7\n");
    assertThat(training(run, 1).parameters()).isEqualTo(7);
    assertThat(run.runs).hasSize(1);
  }

  @Test
  void aSummaryThatBreaksOffIsTruncated() {
    LogRun run =
        run("=== Memory Usage Summary ===\n\n" + phase("ENTRY", 0, 0, 0, 0) + memoryEfficient());
    assertThat(training(run, 1).state()).isEqualTo(TrainingState.TRUNCATED);
    assertThat(training(run, 2).state()).isEqualTo(TrainingState.COMPLETE);
  }

  @Test
  void headingsOfOtherToolsAreLeftAlone() {
    LogRun run = run("--- Model Size ---\n  Actual: 1 MB\n");
    assertThat(run.runs.get(new RunId("log", 1)).formats()).isEmpty();
    assertThat(training(run, 1)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "MODEL_CREATION, MODEL_CREATION",
    "FORWARD_PASS, FORWARD_PASS",
    "BACKWARD_PASS_micro_3, BACKWARD_PASS",
    "FORWARD_PASS_12, FORWARD_PASS",
    "SPARSE_MOE_L3_AFTER_ROUTING_FWD__000042, SPARSE_MOE_AFTER_ROUTING_FWD",
    "BEFORE_STEP__000007, BEFORE_STEP",
    "whatever, OTHER"
  })
  void namesAreTakenToTheirKind(String name, String kind) {
    LogRun run = run(summary(phase(name, 0, 0, 0, 0), 0, 0));
    assertThat(training(run, 1).phases().get(0).kind()).isEqualTo(kind);
  }

  @Test
  void theFirstVersionsLinesAreSnapshotsOfTheirDevices() {
    LogRun run =
        run(
            """
            [kNodeBufferAllocate] Found buffer: size: 4096 device: 1
            [kNodeBufferAllocate] Found buffer: size: 1000 device: 1
            [kNodeBufferDeallocate] Deallocated buffer: size: 4096 device: 1
            === Memory Usage Summary ===
            Device 0: Peak DRAM 1863.25 MB, Current DRAM 863.00 MB
            Device 0: Peak L1 CB 1.00 MB, Peak L1 Buffer 0.50 MB, Peak L1 Total 1.25 MB, Current L1 0.25 MB
            """);
    assertThat(run.usage.get("log#1 1 DRAM").now().usedBytes()).isEqualTo(1000);
    assertThat(run.usage.get("log#1 1 DRAM").tidemark().usedBytes()).isEqualTo(5096);
    assertThat(run.usage.get("log#1 0: DRAM")).isNull();
    assertThat(run.usage.get("log#1 0 DRAM").tidemark().usedBytes() / MIB)
        .isCloseTo(1863.25, within(0.001));
    assertThat(run.usage.get("log#1 0 DRAM").now().usedBytes() / MIB).isCloseTo(863, within(0.001));
    assertThat(run.usage.get("log#1 0 L1").tidemark().usedBytes() / MIB)
        .isCloseTo(1.25, within(0.001));
  }

  @Test
  void aPrefixAndColoursDoNotMatter() {
    String plain = memoryEfficient();
    String dressed =
        plain.lines().map(l -> "[1,0]<stdout>:" + l + "\u001b[0m\r\n").reduce("", String::concat);
    assertThat(training(run(dressed), 1).phases()).hasSize(4);
    assertThat(derived(training(run(dressed), 1), false).parts().otherBytes())
        .isEqualTo(derived(training(run(plain), 1), false).parts().otherBytes());
  }
}
