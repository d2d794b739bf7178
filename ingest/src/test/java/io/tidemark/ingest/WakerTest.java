package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.follow.Tailer.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

class WakerTest {

  @Test
  void whileMoreIsAtHandTheNextRoundComesAtOnce() {
    assertThat(Waker.pauseMillis(Work.MORE, 100, 0)).isZero();
    assertThat(Waker.pauseMillis(Work.FULL, 100, 0)).isZero();
  }

  @Test
  void whileDataFlowsTheNextRoundComesSoon() {
    assertThat(Waker.pauseMillis(Work.SOME, 100, 0)).isEqualTo(40);
  }

  @Test
  void aTrickleIsGathered() {
    assertThat(Waker.pauseMillis(Work.FEW, 50, 0)).isEqualTo(250);
  }

  @Test
  void whileNothingComesThePausesGrowToATenthOfASecond() {
    long pause = Waker.pauseMillis(Work.NONE, 0, 1);
    assertThat(pause).isEqualTo(40);
    for (int i = 0; i < 20; i++) {
      long next = Waker.pauseMillis(Work.NONE, pause, i);
      assertThat(next).isBetween(pause, 100L);
      pause = next;
    }
    assertThat(pause).isEqualTo(100);
  }

  @Test
  void onceNothingHasComeForLongTheyGrowToASecondAndTheNextLineEndsThat() {
    int idle = Waker.ROUNDS_TO_REST;
    assertThat(Waker.pauseMillis(Work.NONE, 100, idle - 1)).isEqualTo(100);
    long pause = 100;
    for (int i = 0; i < 20; i++) {
      pause = Waker.pauseMillis(Work.NONE, pause, idle);
    }
    assertThat(pause).isEqualTo(1000);
    assertThat(Waker.pauseMillis(Work.FEW, pause, 0)).isEqualTo(250);
    assertThat(Waker.pauseMillis(Work.NONE, pause, 1)).isEqualTo(100);
  }

  @Test
  void aLookAtThousandsOfLogsTakesATenthOfTheTime() {
    for (Work little : List.of(Work.NONE, Work.FEW)) {
      assertThat(Waker.longEnough(little, 250, 10)).isEqualTo(250);
      assertThat(Waker.longEnough(little, 250, 200)).isEqualTo(1800);
      assertThat(Waker.longEnough(little, 250, 60_000)).isEqualTo(Waker.LONGEST_MILLIS);
    }
    assertThat(Waker.longEnough(Work.SOME, 40, 300)).isEqualTo(40);
    assertThat(Waker.longEnough(Work.MORE, 0, 300)).isZero();
  }

  @Test
  void aStoppedWakerAsksForNoFurtherRound() throws InterruptedException {
    Waker waker = new Waker();
    assertThat(waker.awaitRound(Work.MORE, 0)).isTrue();
    waker.stop();
    assertThat(waker.awaitRound(Work.MORE, 0)).isFalse();
  }
}
