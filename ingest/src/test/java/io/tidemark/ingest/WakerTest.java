package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.follow.Tailer.Work;
import org.junit.jupiter.api.Test;

class WakerTest {

  @Test
  void whileMoreIsAtHandTheNextRoundComesAtOnce() {
    assertThat(Waker.pauseMillis(Work.MORE, 100)).isZero();
  }

  @Test
  void whileDataFlowsTheNextRoundComesSoon() {
    assertThat(Waker.pauseMillis(Work.SOME, 100)).isEqualTo(50);
  }

  @Test
  void aTrickleIsGathered() {
    assertThat(Waker.pauseMillis(Work.FEW, 50)).isEqualTo(100);
  }

  @Test
  void whileNothingComesThePausesGrowToATenthOfASecond() {
    long pause = Waker.pauseMillis(Work.NONE, 0);
    assertThat(pause).isEqualTo(50);
    for (int i = 0; i < 20; i++) {
      long next = Waker.pauseMillis(Work.NONE, pause);
      assertThat(next).isBetween(pause, 100L);
      pause = next;
    }
    assertThat(pause).isEqualTo(100);
  }

  @Test
  void aStoppedWakerAsksForNoFurtherRound() throws InterruptedException {
    Waker waker = new Waker();
    assertThat(waker.awaitRound(Work.MORE)).isTrue();
    waker.stop();
    assertThat(waker.awaitRound(Work.MORE)).isFalse();
  }
}
