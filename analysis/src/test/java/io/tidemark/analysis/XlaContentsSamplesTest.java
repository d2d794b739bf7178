package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.MemoryEvent.Interval;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

/** Contents of the buffers of a real dump. */
class XlaContentsSamplesTest {

  static final String FITS = "tpu_v5e_libtpu0.0.42.1_train_step_fits";

  private static final Comparator<Interval> BY_SIZE =
      Comparator.comparingLong(Interval::bytes).reversed();

  @Test
  void theLargestBuffersStateTheirShapeAndOpName() {
    LogRun run = LogRun.of(XlaDumpSamplesTest.dump(FITS, XlaDumpSamplesTest.KINDS));
    assertThat(XlaDumpTest.intervals(run, "module HBM").stream().sorted(BY_SIZE).limit(20))
        .allSatisfy(
            interval -> {
              BufferContents contents = interval.buffer().contents();
              assertThat(contents.shape()).startsWith("[");
              assertThat(contents.dtype()).isIn("bf16", "f32");
              assertThat(contents.opName()).isNotNull();
              assertThat(contents.opcode()).isNotNull();
            });
  }

  @Test
  void scalarsWithinReductionsAreNoBuffersOfThePlan() {
    LogRun run = LogRun.of(XlaDumpSamplesTest.dump(FITS, XlaDumpSamplesTest.KINDS));
    assertThat(XlaDumpTest.intervals(run, "module HBM"))
        .noneMatch(interval -> interval.buffer().bufferClass().equals("thread-local"));
  }
}
