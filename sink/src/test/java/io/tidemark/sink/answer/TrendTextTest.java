package io.tidemark.sink.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.memory.Holder;
import io.tidemark.model.memory.Leak;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.sink.Made;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrendTextTest {

  private static MemoryUsage leaking(long bytes) {
    MemoryUsage usage = Made.usage(1, 1, 1);
    return new MemoryUsage(
        usage.now(),
        usage.snapshots(),
        usage.peaks(),
        usage.before(),
        new SubmissionUse(null, bytes, null, new Leak(bytes, 20, 20, 0, 20 * bytes)),
        usage.live(),
        usage.at());
  }

  @Test
  void aLeakIsSaidWithItsEvidenceAndWhatIsLeft() {
    MemoryUsage usage = leaking(Made.MIB);
    long left = usage.now().freeBytes() / Made.MIB;

    assertThat(TrendText.words(usage))
        .isEqualTo("+1.00 MiB each submission, 20 of 20; full after %,d more".formatted(left));
    assertThat(TrendText.words(leaking(usage.now().freeBytes() + 1)))
        .endsWith("full with the next one");
  }

  @Test
  void theOpThatHoldsMostIsToBeFreed() {
    Fills fills =
        new Fills(
            List.of(), List.of(), List.of(new Holder("(before)", 9), new Holder("ConcatOp", 5)));

    assertThat(TrendText.advice(leaking(1), fills)).startsWith("Free what ConcatOp keeps");
    assertThat(TrendText.advice(Made.usage(1, 1, 1), fills)).isNull();
  }
}
