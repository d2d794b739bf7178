package io.tidemark.sink.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.Holder;
import io.tidemark.model.memory.Leak;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.sink.Made;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrendTextTest {

  private static MemoryUsage leaking(long bytes) {
    return leaking(bytes, false);
  }

  private static MemoryUsage leaking(long bytes, boolean steps) {
    Leak leak = new Leak(bytes, 20, 20, 0, 20 * bytes);
    return with(new SubmissionUse(null, bytes, null, leak, null, steps, null));
  }

  private static MemoryUsage with(SubmissionUse submissions) {
    MemoryUsage usage = Made.usage(1, 1, 1);
    return new MemoryUsage(
        usage.now(),
        usage.snapshots(),
        usage.peaks(),
        usage.before(),
        submissions,
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
  void thatNothingLeaksIsSaidWhereItWasSeen() {
    assertThat(TrendText.words(with(new SubmissionUse(null, 0L, null, null, 12, false, null))))
        .isEqualTo("no leak: no new high in the last 12 submissions");
    MemoryUsage few = with(new SubmissionUse(null, 0L, null));
    assertThat(TrendText.words(few)).isNull();
  }

  @Test
  void aGrowthThatStandsStillIsNoForecast() {
    Leak stood = new Leak(Made.MIB, 120, 125, 0, 125 * Made.MIB);

    assertThat(TrendText.words(with(new SubmissionUse(null, 0L, null, null, 33, false, stood))))
        .isEqualTo(
            "rose by 125.0 MiB over 125 submissions, then no new high in the last 33 submissions");
  }

  @Test
  void aTrainingLeaksByStep() {
    MemoryUsage usage = leaking(Made.MIB, true);

    assertThat(TrendText.words(usage)).startsWith("+1.00 MiB each logged step, 20 of 20");
    assertThat(TrendText.advice(usage, Fills.NONE)).startsWith("Find what each step keeps");
    assertThat(TrendText.words(with(new SubmissionUse(null, 0L, null, null, 12, true, null))))
        .isEqualTo("no new high in the last 12 logged steps");
    assertThat(TrendText.words(with(new SubmissionUse(null, 5L, null, null, null, true, null))))
        .isNull();
  }

  @Test
  void theOpThatHoldsMostIsToBeFreed() {
    Fills fills =
        new Fills(
            List.of(), List.of(), List.of(new Holder("(before)", 9), new Holder("ConcatOp", 5)));

    assertThat(TrendText.advice(leaking(1), fills)).startsWith("Free what ConcatOp keeps");
    assertThat(TrendText.advice(Made.usage(1, 1, 1), fills)).isNull();
    Fills freed =
        new Fills(List.of(), List.of(), List.of(new Holder("freed of unknown holders", -9)));
    assertThat(TrendText.advice(leaking(1), freed)).startsWith("Free what is kept");
  }
}
