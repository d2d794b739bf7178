package io.tidemark.sink.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecentPeaksTest {

  @Test
  void aSpikeIsSeenForFifteenSecondsAndThenNoMore() {
    RecentPeaks peaks = RecentPeaks.NONE.with(1000, 900);

    assertThat(peaks.highestBytes(1000, 500)).isEqualTo(900);
    assertThat(peaks.highestBytes(16_000, 500)).isEqualTo(900);
    assertThat(peaks.highestBytes(16_001, 500)).isEqualTo(500);
  }

  @Test
  void readingTakesNothingAway() {
    RecentPeaks peaks = RecentPeaks.NONE.with(1000, 900);

    long first = peaks.highestBytes(1500, 500);

    assertThat(peaks.highestBytes(1500, 500)).isEqualTo(first).isEqualTo(900);
  }

  @Test
  void aLowerPeakShowsWhenTheHigherOneIsOver() {
    RecentPeaks peaks = RecentPeaks.NONE.with(1000, 900).with(5000, 700);

    assertThat(peaks.highestBytes(16_001, 500)).isEqualTo(700);
  }

  @Test
  void whatStandsNowIsNeverBelowIt() {
    assertThat(RecentPeaks.NONE.with(1000, 100).highestBytes(1000, 500)).isEqualTo(500);
  }

  @Test
  void itNeverHidesWhatAFullListWouldShow() {
    Random random = new Random(7);
    Deque<long[]> all = new ArrayDeque<>();
    RecentPeaks peaks = RecentPeaks.NONE;
    for (int record = 0; record < 3000; record++) {
      long millis = record * 50L;
      // Mostly falling, so that the staircase fills up.
      long bytes = random.nextInt(20) == 0 ? 100_000 : 90_000 - record;
      peaks = peaks.with(millis, bytes);
      all.add(new long[] {millis, bytes});
      long wanted =
          all.stream().filter(p -> p[0] >= millis - 15_000).mapToLong(p -> p[1]).max().orElse(0);
      assertThat(peaks.highestBytes(millis, 0)).isGreaterThanOrEqualTo(wanted);
      assertThat(peaks.highestBytes(millis + 15_001, 0)).isZero();
    }
  }
}
