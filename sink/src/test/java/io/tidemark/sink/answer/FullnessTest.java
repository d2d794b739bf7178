package io.tidemark.sink.answer;

import static io.tidemark.sink.Made.MIB;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.Attempt;
import io.tidemark.model.plan.PlanArena;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import io.tidemark.sink.Made;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FullnessTest {

  /** A memory of 100 MiB. */
  private static Fullness filled(long usedMib, long peakMib) {
    return new Fullness("0", "HBM", usedMib * MIB, peakMib * MIB, 100 * MIB);
  }

  private static NamedPlan plan(PlanState state, long gapBytes, long paddingBytes) {
    PlanRecord.Summary made = Made.summary(7);
    PlanArena arena =
        new PlanArena(
            made.peakBytes() + gapBytes,
            made.arena().placements(),
            0,
            paddingBytes,
            null,
            null,
            null);
    Attempt attempt = new Attempt(made.attempt().setting(), state, made.attempt().at());
    return new NamedPlan(
        Made.PLAN,
        new PlanRecord.Summary(
            attempt,
            made.space(),
            made.use(),
            made.peaks(),
            arena,
            made.backings(),
            made.findings()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SUCCESS  | 2048 | 1024 | with 10.0 MiB less; gaps between buffers are 2.00 KiB; padding of buffers is 1.00 KiB
          COMPLETE | 0    | 1024 | with 10.0 MiB less; padding of buffers is 1.00 KiB
          SUCCESS  | 2048 | 0    | with 10.0 MiB less; gaps between buffers are 2.00 KiB
          SUCCESS  | 0    | 0    |
          FAILED   | 2048 | 1024 |
          """)
  void aPlanThatIsTooLargeStatesItsGapsAndItsPadding(
      PlanState state, long gapBytes, long paddingBytes, @Nullable String words) {
    assertThat(filled(110, 110).fits(plan(state, gapBytes, paddingBytes))).isEqualTo(words);
  }

  @Test
  void aNeedIsNoUse() {
    Fullness planned = Fullness.planned("0", "HBM", 150 * MIB, 100 * MIB);
    assertThat(planned.words()).isEqualTo("HBM 150.0 MiB needed of 100.0 MiB (150.0 %)");

    Fullness failed = filled(60, 80).failed(planned);
    assertThat(failed.words())
        .isEqualTo("HBM 60.0 MiB of 100.0 MiB (60.0 %), peak 80.0 MiB (80.0 %)");
    assertThat(failed.neededBytes()).isEqualTo(150 * MIB);
  }

  @Test
  void aMemoryOfUnknownSizeFitsNothingForCertain() {
    assertThat(new Fullness("0", "HBM", 5, 7, 0).fits(null)).isNull();
  }
}
