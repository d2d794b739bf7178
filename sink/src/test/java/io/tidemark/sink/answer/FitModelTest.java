package io.tidemark.sink.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.ByteSize;
import io.tidemark.model.Refusal;
import io.tidemark.model.event.Holder;
import io.tidemark.sink.answer.FitRuns.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FitModelTest {

  private static final long CAPACITY = 12_000;

  /** A run of a memory with parts of these MiB, by name. */
  private static Point run(String memory, double batch, long peak, Object... parts) {
    List<Holder> holders = new ArrayList<>();
    for (int i = 0; i < parts.length; i += 2) {
      holders.add(new Holder((String) parts[i], mib(((Number) parts[i + 1]).longValue())));
    }
    Fullness where = new Fullness("0", memory, mib(peak), mib(peak), mib(CAPACITY));
    return new Point("run" + batch, batch, false, where, holders);
  }

  /** A run with weights of 6,000 MiB, and activations. */
  private static Point run(double batch, long activations) {
    return run("HBM", batch, 6000 + activations, "weights", 6000, "activations", activations);
  }

  private static Point failed(double batch) {
    return new Point("failed" + batch, batch, true, null, List.of());
  }

  private static FitModel fit(OptionalLong given, Point... points) {
    List<Point> inOrder =
        Arrays.stream(points).sorted(Comparator.comparingDouble(Point::value)).toList();
    return FitModel.of(new FitRuns("batch", inOrder, List.of()), given);
  }

  private static FitModel fit(Point... points) {
    return fit(OptionalLong.empty(), points);
  }

  private static long mib(long mib) {
    return mib * ByteSize.MIB;
  }

  private static List<String> names(FitModel model) {
    return model.parts().stream().map(FitLine::name).toList();
  }

  @Test
  void exactLinesAreFoundAndTheLargestNumberIsRoundedDown() {
    FitModel model = fit(run(4, 900), run(8, 1700), run(16, 3300));

    assertThat(model.largest()).isEqualTo(29);
    assertThat(model.parts())
        .containsExactly(
            new FitLine("weights", 0, mib(6000), 0, true),
            new FitLine("activations", mib(200), mib(100), 0, true));
    assertThat(model.sentence())
        .isEqualTo(
            "batch 29 fits: 11.62 GiB of 11.72 GiB, 100.0 MiB left; 30 needs 11.82 GiB of 11.72"
                + " GiB; from 3 runs, at most 0.0 % off the lines");
  }

  @ParameterizedTest
  @CsvSource({"10100, 20", "10099, 19", "6300, 1", "16000, 49", "99999, 64"})
  void theGivenSizeDecides(long capacity, long largest) {
    Point[] runs = {run(4, 900), run(8, 1700), run(16, 3300)};
    assertThat(fit(OptionalLong.of(mib(capacity)), runs).largest()).isEqualTo(largest);
  }

  @Test
  void aCacheThatTakesTheRestOfTheMemoryShowsNoNumberBeyondTheRuns() {
    FitModel model =
        fit(
            run("HBM", 4, 10_800, "weights", 6000, "KV cache", 4800),
            run("HBM", 8, 10_790, "weights", 6000, "KV cache", 4790));
    FitModel grows =
        fit(
            run("HBM", 4, 6400, "weights", 6000, "KV cache", 400),
            run("HBM", 8, 6800, "weights", 6000, "KV cache", 800));

    assertThat(model.largest()).isEqualTo(8);
    assertThat(model.sentence())
        .startsWith("batch 8 fits: 10.54 GiB of 11.72 GiB; no number between or above")
        .contains("the KV cache takes what the other parts leave");
    assertThat(grows.largest()).isEqualTo(32);
    FitModel large =
        fit(
            run("HBM", 4, 10_100, "weights", 10_000, "KV cache", 100),
            run("HBM", 8, 10_180, "weights", 10_000, "KV cache", 180));
    assertThat(large.sentence()).doesNotContain("takes what the other parts leave");
  }

  @Test
  void noNumberFitsBelowTheFixedPart() {
    FitModel model = fit(OptionalLong.of(mib(6299)), run(4, 900), run(8, 1700));

    assertThat(model.largest()).isNull();
    assertThat(model.sentence()).startsWith("no batch fits: 1 needs 6.15 GiB of 6.15 GiB; from 2");
  }

  @Test
  void twoRunsAreALineThatNothingChecks() {
    FitModel model = fit(run(4, 900), run(8, 1700));

    assertThat(model.largest()).isEqualTo(29);
    assertThat(model.sentence())
        .endsWith("from 2 runs, too few numbers to check that memory grows linearly");
  }

  @Test
  void noiseIsStated() {
    FitModel model = fit(run(4, 900), run(8, 1700), run(12, 2575), run(16, 3300));

    assertThat(model.largest()).isEqualTo(29);
    assertThat(model.off()).isBetween(0.003, 0.007);
    assertThat(model.sentence()).endsWith("from 4 runs, at most 0.6 % off the lines");
  }

  @ParameterizedTest
  @CsvSource({"12000, true", "11910, false"})
  void aMarginBelowTheNoiseIsStated(long capacity, boolean close) {
    Point[] runs = {run(4, 900), run(8, 1700), run(12, 2575), run(16, 3300)};
    String sentence = fit(OptionalLong.of(mib(capacity)), runs).sentence();

    assertThat(sentence.contains("MiB left, less than the lines are off;")).isEqualTo(close);
  }

  @Test
  void noLineFalls() {
    FitModel model =
        fit(
            run("HBM", 4, 6900, "weights", 6004, "activations", 896),
            run("HBM", 8, 7700, "weights", 6000, "activations", 1700),
            run("HBM", 12, 8500, "weights", 5996, "activations", 2504));

    assertThat(model.parts().get(0))
        .isEqualTo(new FitLine("weights", 0, mib(6000), 4.0 / 6004, true));
    assertThat(model.largest()).isEqualTo(29);
  }

  @Test
  void aPartThatFallsIsNotExtended() {
    FitModel model =
        fit(
            run("HBM", 4, 11000, "weights", 7000, "pool", 4000),
            run("HBM", 8, 11000, "weights", 8000, "pool", 3000));

    assertThat(model.largest()).isEqualTo(8);
    assertThat(model.sentence())
        .startsWith("batch 8 fits: ")
        .contains("runs is computed: not linear in batch: pool (12.5 %");
  }

  @ParameterizedTest
  @CsvSource({"16, 64, 256", "0, 900, 900"})
  void aPartThatIsNotLinearIsNotExtended(long first, long second, long third) {
    FitModel model = fit(run(4, 10 * first + 1), run(8, 10 * second + 1), run(16, 10 * third + 1));

    long fits =
        model.runs().measured().stream().filter(p -> p.peakBytes() <= mib(CAPACITY)).count();
    assertThat(model.largest()).isEqualTo(2L << fits);
    assertThat(model.sentence())
        .startsWith("batch %d fits: ".formatted(2L << fits))
        .contains("runs is computed: not linear in batch: activations (");
    assertThat(model.parts()).extracting(FitLine::linear).containsExactly(true, false);
  }

  @Test
  void twoRunsShowAPartThatGrowsFasterThanTheNumber() {
    FitModel model = fit(run(4, 500), run(8, 2000));

    assertThat(model.largest()).isEqualTo(8);
    assertThat(model.sentence()).contains("no number between or above the runs is computed");
  }

  @Test
  void roundingOfASmallPartIsNoBend() {
    FitModel model = fit(run(4, 20), run(8, 60), run(16, 60));

    assertThat(model.parts().get(1).off()).isGreaterThan(0.05);
    assertThat(model.largest()).isEqualTo(64);
  }

  @Test
  void moreThanFourTimesTheLargestRunIsNotExtrapolated() {
    FitModel model = fit(run(2, 500), run(4, 900));

    assertThat(model.largest()).isEqualTo(16);
    assertThat(model.sentence())
        .contains("; more than 4 times the largest run is not extrapolated; from 2 runs");
  }

  @Test
  void memoryThatDoesNotGrowFitsWithinTheRange() {
    assertThat(fit(run(2, 500), run(4, 500)).largest()).isEqualTo(16);
    assertThat(fit(OptionalLong.of(mib(6499)), run(2, 500), run(4, 500)).largest()).isNull();
  }

  @Test
  void aFailureBelowTheLinesLeavesTheLargestRun() {
    FitModel model = fit(run(4, 900), run(8, 1700), run(16, 3300), failed(24));

    assertThat(model.largest()).isEqualTo(16);
    assertThat(model.sentence())
        .contains("; 24 failed, although the lines give 10.64 GiB of 11.72 GiB, so that no number")
        .endsWith("; failed, so only lower bounds: 24");
  }

  @Test
  void aFailedRunAboveTheAnswerChangesNothing() {
    FitModel model = fit(run(4, 900), run(8, 1700), run(16, 3300), failed(30));

    assertThat(model.largest()).isEqualTo(29);
    assertThat(model.sentence()).contains("; 30 needs 11.82 GiB of 11.72 GiB;");
  }

  @Test
  void aFailureInASmallerMemoryIsNoBound() {
    Point[] runs = {run(4, 900), run(8, 1700), failed(24)};
    assertThat(fit(OptionalLong.of(mib(CAPACITY)), runs).largest()).isEqualTo(8);
    assertThat(fit(OptionalLong.of(mib(CAPACITY + 1)), runs).largest()).isEqualTo(29);
  }

  /** Its use says nothing about the memory in which the others are compared. */
  @Test
  void aRunOfAnotherMemoryIsNotListed() {
    FitModel model = fit(run(4, 500), run("L1", 6, 100, "weights", 100), run(8, CAPACITY));

    assertThat(model.sentence())
        .startsWith("batch 4 fits: ")
        .contains(", batch 8 needs ")
        .doesNotContain("batch 6 ")
        .contains("without a peak of the memory: 1");
  }

  @Test
  void besideFailedRunsOneThatFitsIsTheAnswer() {
    FitModel model = fit(run(4, 900), failed(8), failed(16));

    assertThat(model.largest()).isEqualTo(4);
    assertThat(model.sentence())
        .startsWith("batch 4 fits: ")
        .endsWith(
            ", batch 8 failed, batch 16 failed; no number between or above the runs is computed:"
                + " want two different ones with a peak of the same memory; from 1 run; failed, so"
                + " only lower bounds: 8, 16");
  }

  @Test
  void aRunOfAnotherMemoryIsLeftOut() {
    FitModel model = fit(run("L1", 2, 10), run(4, 900), run(8, 1700));

    assertThat(model.largest()).isEqualTo(29);
    assertThat(model.sentence()).endsWith("; without a peak of the memory: 1");
    assertThat(fit(run("L1", 2, 10), run(4, 900)).parts()).isEmpty();
  }

  @Test
  void holdersThatNotAllRunsNameAreOthers() {
    FitModel model =
        fit(
            run("HBM", 4, 1000, "weights", 600, "states", 100, "activations", 200),
            run("HBM", 8, 1400, "weights", 600, "graphs", 100, "activations", 400));

    assertThat(names(model)).containsExactly("weights", "activations", "others");
    assertThat(model.parts().get(2).perUnit()).isEqualTo((double) mib(50));
  }

  @Test
  void holdersOfSharedBytesAreOnePart() {
    FitModel model =
        fit(run("HBM", 4, 1000, "a", 800, "b", 700), run("HBM", 8, 1400, "a", 900, "b", 800));

    assertThat(names(model)).containsExactly("peak");
  }

  @Test
  void anUnknownSizeIsRefused() {
    List<Point> runs = new ArrayList<>();
    for (int batch : List.of(4, 8)) {
      Fullness where = new Fullness("0", "HBM", 0, mib(batch), 0);
      runs.add(new Point("run", batch, false, where, List.of()));
    }
    FitRuns unknown = new FitRuns("batch", runs, List.of());

    assertThatThrownBy(() -> FitModel.of(unknown, OptionalLong.empty()))
        .isInstanceOf(Refusal.class)
        .hasMessage("size of HBM: stated by no run; want --device-memory");
    assertThat(FitModel.of(unknown, OptionalLong.of(mib(20))).largest()).isEqualTo(20);
  }

  @Test
  void labelsThatAlsoDifferAreNamed() {
    FitRuns runs = new FitRuns("batch", List.of(run(4, 900), run(8, 1700)), List.of("layers"));

    assertThat(FitModel.of(runs, OptionalLong.empty()).sentence())
        .endsWith("; the runs also differ in layers");
  }
}
