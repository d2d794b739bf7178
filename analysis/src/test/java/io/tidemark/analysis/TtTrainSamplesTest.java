package io.tidemark.analysis;

import static io.tidemark.analysis.TtTrainTest.MIB;
import static io.tidemark.analysis.TtTrainTest.derived;
import static io.tidemark.analysis.TtTrainTest.run;
import static io.tidemark.analysis.TtTrainTest.training;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.Samples;
import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.model.training.TrainingState;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TtTrainSamplesTest {

  @Test
  void theCutExcerptIsToldAsFarAsItGoes() {
    LogRun run = LogRun.of(Samples.bytes("tt-train/pr50909_excerpt.log"));
    Training training = training(run, 1);
    assertThat(training.phases())
        .extracting(Phase::name)
        .containsExactly(
            "ENTRY",
            "MODEL_CREATION",
            "OPTIMIZER_CREATION",
            "FORWARD_PASS_micro_0",
            "BACKWARD_PASS_micro_0");
    assertThat(training.phases().get(4).kind()).isEqualTo("BACKWARD_PASS");
    assertThat(training.checks().inconsistent()).isZero();
    assertThat(training.checks().peakUnreliable()).isFalse();
    assertThat(training.state()).isEqualTo(TrainingState.OPEN);
    run.end();
    assertThat(training(run, 1).state()).isEqualTo(TrainingState.TRUNCATED);
    TrainingMemory memory = derived(training, true);
    assertThat(memory.peakBytes() / MIB).isCloseTo(14453.88, within(0.01));
    assertThat(memory.peakOwner()).isEqualTo("BACKWARD_PASS_micro_0");
    assertThat(memory.parts().modelBytes() / MIB).isCloseTo(2104.53, within(0.01));
    assertThat(memory.parts().gradientsBytes() / MIB).isCloseTo(2104.92, within(0.01));
    assertThat(memory.fits()).isFalse();
  }

  @Test
  void theFootprintIsTheTruePeakOfTheArena() {
    LogRun run = LogRun.of(Samples.bytes("tt-train/dram_footprint_pr50618.log"));
    run.end();
    MemoryUsage dram = run.usage.get("log#1 0 DRAM");
    assertThat(dram.tidemark().usedBytes()).isEqualTo(32_036L << 20);
    assertThat(dram.now().capacityBytes()).isEqualTo(32_595L << 20);
    LogRun whole =
        run(
            new String(Samples.bytes("tt-train/dram_footprint_pr50618.log"), StandardCharsets.UTF_8)
                + "  largest allocatable block at the tightest point: 100 MB/device\n");
    assertThat(whole.usage.get("log#1 0 DRAM").now().largestFreeBytes()).isEqualTo(100L << 20);
  }
}
