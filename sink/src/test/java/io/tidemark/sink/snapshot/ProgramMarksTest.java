package io.tidemark.sink.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.sink.snapshot.ProgramMarks.Kind;
import io.tidemark.sink.snapshot.ProgramMarks.Mark;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgramMarksTest {

  private static final String MATMUL = "MatmulOp";
  private final ProgramMarks marks = new ProgramMarks();

  private static MemoryEvent.Snapshot in(@Nullable String program, @Nullable String changedBy) {
    Op before = program == null ? null : new Op(MATMUL, null, program);
    return new MemoryEvent.Snapshot(new LogPosition(0, 7), "0", before, changedBy, List.of());
  }

  private List<Long> numbers(Kind kind) {
    return marks.of(kind).stream().map(Mark::n).toList();
  }

  @Test
  void aSubmissionBeginsAtTheFirstSnapshotAndAfterEachBoundary() {
    marks.add(0, in("main", null));
    marks.add(1, in("main", MATMUL));
    marks.add(2, in("main", Op.BETWEEN_SUBMISSIONS));
    marks.add(3, in(null, Op.SUBMISSION));

    assertThat(marks.of(Kind.SUBMISSION))
        .containsExactly(new Mark(0, 7, "main"), new Mark(2, 7, "main"), new Mark(3, 7, null));
  }

  @Test
  void eachProgramThatComputesConstantsIsMarkedOnceWhereItBegins() {
    marks.add(0, in("main", null));
    marks.add(1, in("main_const_eval_0", MATMUL));
    marks.add(2, in("main_const_eval_0", MATMUL));
    marks.add(3, in("main", MATMUL));
    marks.add(4, in("main_const_eval_1", MATMUL));

    assertThat(numbers(Kind.CONST_EVAL)).containsExactly(1L, 4L);
  }

  /** The middle of a program is no start, even at the beginning of a range. */
  @Test
  void aRangeWithinAProgramHasNoMarkAtItsEdge() {
    marks.pass(in("main_const_eval_0", MATMUL));
    marks.add(6, in("main_const_eval_0", MATMUL));

    assertThat(marks.inAll()).isEmpty();

    ProgramMarks other = new ProgramMarks();
    other.add(6, in("main_const_eval_0", MATMUL));
    assertThat(other.inAll()).isEmpty();
  }

  @Test
  void aLogWithoutProgramsHasNoMarks() {
    marks.add(0, in(null, null));
    marks.add(1, in(null, MATMUL));

    assertThat(marks.inAll()).isEmpty();
  }

  @Test
  void marksAreBoundedAndTheRestIsCounted() {
    for (int n = 0; n < 3_000; n++) {
      marks.add(n, in("main", Op.BETWEEN_SUBMISSIONS));
    }

    assertThat(marks.inAll()).containsEntry(Kind.SUBMISSION, 3_000L);
    assertThat(numbers(Kind.SUBMISSION)).hasSize(ProgramMarks.MOST).endsWith(1_023L);
  }
}
