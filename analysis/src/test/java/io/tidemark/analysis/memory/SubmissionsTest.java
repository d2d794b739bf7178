package io.tidemark.analysis.memory;

import static io.tidemark.analysis.memory.Point.BEFORE_OPERATION;
import static io.tidemark.analysis.memory.Point.BEFORE_SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.StateFormat;
import org.junit.jupiter.api.Test;

class SubmissionsTest {

  private Submissions submissions = new Submissions();

  private void decode(long... uses) {
    for (long use : uses) {
      submissions.record(BEFORE_OPERATION, "decode", use);
    }
  }

  @Test
  void nothingIsToldOfAFewSubmissions() {
    decode(100, 110, 120);
    assertThat(submissions.riseBytes()).isNull();
    decode(130);
    assertThat(submissions.riseBytes()).isEqualTo(10);
  }

  @Test
  void oneRiseOfACacheIsNoLeak() {
    decode(100, 100, 5000, 5000, 5000, 5000);
    assertThat(submissions.riseBytes()).isZero();
  }

  @Test
  void aSteadyRiseIsToldInSpiteOfOneThatStandsOut() {
    decode(100, 110, 120, 9130, 9140, 9150);
    assertThat(submissions.riseBytes()).isEqualTo(10);
  }

  @Test
  void whatFallsIsNoLeak() {
    decode(100, 90, 80, 70, 60);
    assertThat(submissions.riseBytes()).isZero();
  }

  @Test
  void programsAreComparedWithThemselves() {
    for (int turn = 0; turn < 6; turn++) {
      submissions.record(BEFORE_OPERATION, "prefill", 10_000);
      submissions.record(BEFORE_OPERATION, "decode", 100 + turn);
    }
    assertThat(submissions.riseBytes()).isEqualTo(1);
  }

  @Test
  void theSnapshotsWithinAProgramTellNothing() {
    for (int use = 0; use < 100; use += 10) {
      submissions.record(BEFORE_OPERATION, null, use);
    }
    assertThat(submissions.riseBytes()).isNull();
  }

  @Test
  void aSubmitIsAPointOfItsOwn() {
    for (int use = 0; use < 100; use += 20) {
      submissions.record(BEFORE_SUBMIT, null, use);
    }
    assertThat(submissions.riseBytes()).isEqualTo(20);
  }

  @Test
  void oldRisesAreForgottenAndARestartForgetsNothing() {
    for (int i = 0; i < 30; i++) {
      decode(1000L * i);
      restart();
    }
    assertThat(submissions.riseBytes()).isEqualTo(1000);
    for (int i = 0; i < Submissions.RISES; i++) {
      decode(29_000);
    }
    assertThat(submissions.riseBytes()).isZero();
  }

  private void restart() {
    submissions = StateFormat.read(StateFormat.write(submissions), Submissions.class);
  }
}
