package io.tidemark.sink.answer;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.answer.Program.Run;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramTest {

  /** A run of a millisecond with this peak, whose ops are of one letter each. */
  private static Run run(String source, long start, long peak, String ops) {
    Map<String, Long> held = Arrays.stream(ops.split("")).collect(toMap(op -> op, op -> 1L));
    held.remove("");
    Fullness where = peak < 0 ? null : new Fullness("0", "HBM", peak, peak, 0);
    return new Run(source, source, Run.log(source), start, start + 1, where, held);
  }

  private static Program of(Run... runs) {
    Program program = new Program();
    for (Run run : runs) {
      program.add(run, true);
    }
    return program;
  }

  @ParameterizedTest
  @CsvSource({
    "night-01.log, night-02.log, true",
    "a/run-7-rank3.log, a/run-8-rank0.log, true",
    "nightly_3fa9c21.log, nightly_b70e114.log, true",
    "'branch=main,commit=c05.log', 'branch=next,commit=a.log', true",
    "train.log, eval.log, false",
    "llama-facade.log, llama-decade.log, false"
  })
  void numbersHashesAndLabelsSayWhichRunItIs(String one, String other, boolean same) {
    assertThat(Run.log(one).equals(Run.log(other))).isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({
    "run-2.log, 110, abcd, true",
    "run-2.log, 110, axyz, true",
    "run-2.log, 110, xyz, false",
    "run-2.log, 1100, abcd, false",
    "run-2.log, 110, '', true",
    "run-2.log, -1, '', true",
    "other.log, 110, abxy, true",
    "other.log, 110, a, false",
    "other.log, 110, axyz, false",
    "other.log, 110, '', false",
    "other.log, -1, '', false"
  })
  void aRunIsOfAProgramByItsLogElseByItsOps(String log, long peak, String ops, boolean same) {
    Program known = of(run("run-1.log", 0, 100, "abcd"));
    assertThat(Program.of(run(log, 5, peak, ops), List.of(known)) == known).isEqualTo(same);
  }

  @Test
  void aLogOfTheSameNameGoesBeforeOneWithTheSameOps() {
    Program named = of(run("run-1.log", 0, 100, "abcd"));
    Program alike = of(run("other.log", 2, 100, "abxy"));
    Run next = run("run-2.log", 5, 100, "abxy");
    assertThat(Program.of(next, List.of(alike, named))).isSameAs(named);
  }

  @Test
  void growthIsOverTheHighestGoodRunThatHadEnded() {
    Run next = run("run-9.log", 3, 120, "ab");
    Program program =
        of(
            run("run-1.log", 0, 100, "ab"),
            run("run-2.log", 1, 80, "ab"),
            run("w.log", 3, 200, "ab"));
    assertThat(program.growth(next)).isEqualTo(120 / 100.0 - 1);
    assertThat(program.lastGood(next).id()).isEqualTo("run-2.log");
    assertThat(of(next).growth(next)).isNull();
  }
}
