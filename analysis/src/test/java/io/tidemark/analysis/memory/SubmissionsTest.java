package io.tidemark.analysis.memory;

import static io.tidemark.analysis.memory.Point.BEFORE_OPERATION;
import static io.tidemark.analysis.memory.Point.BEFORE_SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.Leak;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubmissionsTest {

  private Submissions submissions = new Submissions();

  private static Crossed submits(String program) {
    return new Crossed(List.of(), program, false);
  }

  private void decode(long... uses) {
    for (long use : uses) {
      submissions.record(BEFORE_OPERATION, submits("decode"), use);
    }
  }

  @Test
  void aFewSubmissionsShowNoLeak() {
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
  void aSteadyRiseIsALeakInSpiteOfOneThatStandsOut() {
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
      submissions.record(BEFORE_OPERATION, submits("prefill"), 10_000);
      submissions.record(BEFORE_OPERATION, submits("decode"), 100 + turn);
    }
    assertThat(submissions.riseBytes()).isEqualTo(1);
  }

  @Test
  void theSnapshotsWithinAProgramTellNothing() {
    for (int use = 0; use < 100; use += 10) {
      submissions.record(BEFORE_OPERATION, Crossed.NOTHING, use);
    }
    assertThat(submissions.riseBytes()).isNull();
  }

  @Test
  void aSubmitIsAPointOfItsOwn() {
    for (int use = 0; use < 100; use += 20) {
      submissions.record(BEFORE_SUBMIT, Crossed.NOTHING, use);
    }
    assertThat(submissions.riseBytes()).isEqualTo(20);
  }

  @Test
  void withoutANewHighAtAnyPointNothingLeaks() {
    decode(100, 120, 90, 120, 80, 120, 100);
    assertThat(submissions.steady()).as("five are too few").isNull();
    decode(110);
    restart();
    assertThat(submissions.steady()).isEqualTo(6);

    submissions.record(BEFORE_OPERATION, submits("prefill"), 1);
    assertThat(submissions.steady()).as("seen once, compared with nothing").isEqualTo(6);
    submissions.record(BEFORE_OPERATION, submits("prefill"), 2);
    assertThat(submissions.steady()).as("another point rose").isNull();
    decode(121);
    assertThat(submissions.steady()).isNull();
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

  private static final long MIB = 1 << 20;

  private @Nullable Leak leak() {
    return submissions.leak(new MemoryView("DRAM", 2, 1000 * MIB, 0, 1000 * MIB, null));
  }

  private @Nullable Leak stood() {
    return submissions.stood(new MemoryView("DRAM", 2, 1000 * MIB, 0, 1000 * MIB, null));
  }

  /** Records these uses in MiB, with a restart after each. */
  private void uses(long... mib) {
    for (long use : mib) {
      decode(use * MIB);
      restart();
    }
  }

  @Test
  void aLeakIsShownFromItsSixthRise() {
    uses(100, 110, 120, 130, 140, 150);
    assertThat(leak()).isNull();
    uses(160);
    assertThat(leak()).isEqualTo(new Leak(10 * MIB, 6, 6, 100 * MIB, 160 * MIB));
    uses(170, 180, 190, 190, 200);
    assertThat(leak()).isNotNull().returns(10, Leak::rises).returns(11, Leak::of);
    MemoryView now = new MemoryView("DRAM", 2, 1000 * MIB, 955 * MIB, 45 * MIB, null);
    assertThat(leak()).returns(4L, leak -> leak.submissionsLeft(now));
  }

  /** Unmarked ranks state the step that they share, in any order. */
  @Test
  void aStepCountsOnceByItsHighestUse() {
    for (int step = 1; step <= 14; step++) {
      for (int rank = 0; rank < 4; rank++) {
        int leaks = rank == step % 4 ? 10 * step : 0;
        submissions.record(null, Crossed.ofStep("" + step), (100 + leaks) * MIB);
      }
      restart();
    }

    assertThat(submissions.byStep()).isTrue();
    assertThat(leak()).isEqualTo(new Leak(10 * MIB, 12, 12, 110 * MIB, 230 * MIB));
  }

  @Test
  void itIsKeptForAWhileAfterItsLastRiseAndNoLonger() {
    uses(100, 110, 120, 130, 140, 150, 160, 170);
    uses(170, 169, 170);
    assertThat(leak()).isEqualTo(new Leak(10 * MIB, 7, 7, 100 * MIB, 170 * MIB));
    uses(170);
    assertThat(leak()).isNull();
  }

  @Test
  void aLongGrowthThatStandsStillIsTheOneBefore() {
    for (int i = 0; i < 125; i++) {
      uses(100 + 5 * i);
    }
    assertThat(stood()).isNull();
    for (int i = 0; i < 11; i++) {
      uses(720);
    }
    assertThat(leak()).as("a pause").isNotNull();
    uses(720);
    assertThat(leak()).isNull();
    Leak before = new Leak(5 * MIB, 124, 124, 100 * MIB, 720 * MIB);
    assertThat(stood()).isEqualTo(before);
    uses(720, 720, 720, 719);
    assertThat(stood()).isEqualTo(before);
    uses(721, 721, 721, 721, 721, 721);
    assertThat(stood()).as("a blip is no growth").isEqualTo(before);
    uses(300);
    assertThat(stood()).as("given back").isNull();
  }

  @Test
  void whatIsGivenBackWasNoLeak() {
    uses(100, 110, 120, 130, 140, 150, 160, 170);
    uses(136);
    assertThat(leak()).isNotNull();
    uses(134);
    assertThat(leak()).isNull();
  }

  @Test
  void aCacheThatGrowsInStepsIsNoLeak() {
    for (int i = 0; i < 100; i++) {
      decode(100 * MIB + i / 2 * (20L * MIB));
      assertThat(leak()).isNull();
    }
  }

  @Test
  void tooLittleIsNoLeak() {
    for (int i = 0; i < 1000; i++) {
      decode(100 * MIB + i * 4095L);
      assertThat(leak()).isNull();
    }
    submissions = new Submissions();
    for (int i = 0; i < 11; i++) {
      decode(200 * MIB + i * MIB);
      assertThat(leak() != null).isEqualTo(i == 10);
    }
  }

  private void restart() {
    submissions = StateFormat.read(StateFormat.write(submissions), Submissions.class);
  }
}
