package io.tidemark.analysis;

import static io.tidemark.analysis.TtTrainTest.MIB;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import java.io.IOException;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The size of the device, given by the user or stated by the log. */
class GivenDeviceTest {

  private static final String PLAN = "system/zant/new-plan/input.json";

  private static final String HALF =
      """
      === Memory Usage Summary ===

      --- MODEL_CREATION ---
        DRAM: Segment Peak 10.00 MB, Allocations 10.00 MB, Deallocations 0.00 MB, Segment Change +10.00 MB
        DRAM: Cumulative Peak 10.00 MB, Cumulative Current 10.00 MB
      --- OPTIMIZER_CREATION ---
        DRAM: Segment Peak 0.00 MB, Allocations 0.00 MB, Deallocations 1.00 MB, Segment Change -1.00 MB
        DRAM: Cumulative Peak 10.00 MB, Cumulative Current 9.00 MB
      --- BACKWARD_PASS ---
        DRAM: Segment Peak 30.00 MB, Allocations 30.00 MB, Deallocations 0.00 MB, Segment Change +30.00 MB
      """;

  private static final String FOOTPRINT =
      """
        peak usage: 10 MB/device (98.3% of 16 MB arena)
        reserved (outside arena): 45 MB/device
      """;

  private static LogRun run(String log, long deviceBytes) {
    return LogRun.of(log.getBytes(UTF_8), given(deviceBytes));
  }

  private static Settings given(long deviceBytes) {
    return new Settings(
        Thresholds.DEFAULT, LogSystems.ALL, GivenSizes.ofDevice(OptionalLong.of(deviceBytes)));
  }

  private static TrainingMemory memory(LogRun run) {
    Training training = Objects.requireNonNull(run.status().training());
    return Objects.requireNonNull(training.memory());
  }

  @Test
  void aGivenSizeStandsInTheRecordOfThePlanThatItJudges() throws IOException {
    LogRun run = LogRun.of(LogRun.resource(PLAN), given(16));
    run.end();

    PlanRecord.Summary plan = run.summaries().get(0);
    assertThat(plan.space().capacityBytes()).isZero();
    assertThat(plan.space().sizeBytes()).isEqualTo(16);
    assertThat(run.alerts).containsOnlyKeys("log#1 0 ARENA WILL_NOT_FIT");
    assertThat(run.alerts.firstEntry().getValue().sentence()).endsWith("the device has 16 B");
  }

  @Test
  void itIsAlsoThatOfAModuleOfAnUnnamedPlatform() {
    byte[] report = "Memory Space: default (color=0)\nTotal bytes: 4096 (4.0KiB)\n".getBytes(UTF_8);
    LogRun run = new LogRun("module_0001.jit_f.after_optimizations", given(1024));
    run.feed("life", report, 0, report.length);
    run.publish();

    assertThat(run.alerts.firstEntry().getValue().sentence())
        .as("before the log ends")
        .endsWith("needs 4.00 KiB of DEFAULT, the device has 1.00 KiB");
  }

  @Test
  void withoutAGivenSizeAPlanHasNone() throws IOException {
    LogRun run = LogRun.of(LogRun.resource(PLAN));
    run.end();

    assertThat(run.summaries()).allMatch(plan -> plan.space().sizeBytes() == 0);
    assertThat(run.alerts).isEmpty();
  }

  @Test
  void theDevicesSizeIsNotThatOfALane() throws IOException {
    LogRun run = LogRun.of(LogRun.resource("system/tpumlir/search-2025/input.log"), given(16));

    assertThat(run.summaries()).isNotEmpty().allMatch(plan -> plan.space().givenBytes() == null);
  }

  @Test
  void aPhaseThatIsBeingPrintedTakesNothingFromThePeak() {
    TrainingMemory memory = memory(run(HALF, 8 << 20));

    assertThat(memory.peakBytes() / MIB).isEqualTo(10);
    assertThat(memory.parts().gradientsBytes()).isZero();
    assertThat(memory.peakOwner()).isEqualTo("MODEL_CREATION");
  }

  @Test
  void anOpenSummaryThatIsTooLargeAlertsAtOnce() {
    assertThat(run(HALF, 8 << 20).alerts).containsOnlyKeys("log#1 0 DRAM WILL_NOT_FIT");
    assertThat(run(HALF, 10 << 20).alerts).isEmpty();
  }

  @Test
  void theArenaThatTheLogStatesIsTheDevice() {
    TrainingMemory memory = memory(run(FOOTPRINT + HALF, 8 << 20));

    assertThat(memory.assumptions().deviceBytes()).isEqualTo(16 << 20);
    assertThat(memory.fits()).isTrue();
    assertThat(run(FOOTPRINT + HALF, 8 << 20).alerts)
        .doesNotContainKey("log#1 0 DRAM WILL_NOT_FIT");
  }

  @Test
  void theSizeThatTheTrainerPrintsIsTheDevice() {
    LogRun run = new LogRun(given(8 << 20));
    run.feedNext("life", "  - Available Device Memory: 9.50 MB\n".getBytes(UTF_8));
    run.publish();
    run.restart();
    run.feedNext("life", HALF.getBytes(UTF_8));
    run.publish();

    assertThat(memory(run).assumptions().deviceBytes()).isEqualTo(19 << 19);
    assertThat(run.alerts.get("log#1 0 DRAM WILL_NOT_FIT").sentence()).contains("9.50 MiB");
  }
}
