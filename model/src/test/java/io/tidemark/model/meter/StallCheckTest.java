package io.tidemark.model.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.meter.StallCheck.Work;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StallCheckTest {

  private Work work = new Work(0, false);
  private long nanos;
  private final StallCheck check = new StallCheck(Duration.ofSeconds(30), () -> nanos, () -> work);

  private void pass(int seconds) {
    nanos += Duration.ofSeconds(seconds).toNanos();
  }

  @Test
  void workThatStandsStillIsTrouble() {
    work = new Work(7, true);
    assertThat(check.problem()).isEmpty();
    pass(29);
    assertThat(check.problem()).isEmpty();
    pass(13);
    assertThat(check.problem()).contains("work is pending and none was done for 42 s");
  }

  @Test
  void progressEndsTheTrouble() {
    work = new Work(7, true);
    check.problem();
    pass(60);
    assertThat(check.problem()).isPresent();
    work = new Work(8, true);
    assertThat(check.problem()).isEmpty();
  }

  @Test
  void aProgramWithoutWorkIsWellHoweverLong() {
    check.problem();
    pass(86_400);
    assertThat(check.problem()).isEmpty();
  }

  @Test
  void workThatHasJustComeAfterALongRestIsNoTrouble() {
    check.problem();
    pass(3_600);
    work = new Work(0, true);
    assertThat(check.problem()).isEmpty();
  }
}
