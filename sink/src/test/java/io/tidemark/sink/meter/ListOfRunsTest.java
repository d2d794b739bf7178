package io.tidemark.sink.meter;

import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.RunId;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The series from which a list of runs takes its rows and their order. */
class ListOfRunsTest {

  private final BoardBuilder board = new BoardBuilder();

  private List<String> listed() {
    return Scrape.of(board.snapshot(), NEW_YEAR_MILLIS)
        .lines()
        .filter(line -> line.startsWith("tidemark_run_urgency{"))
        .map(line -> line.replaceAll(".*run=\"(.*)\"} (.*)", "$1 $2"))
        .toList();
  }

  @Test
  void aSourceThatFailsAgainAndAgainHasThreeRows() {
    for (int number = 1; number <= 5; number++) {
      board.applyRun(new RunId("loop.log", number), Made.endedBy(AnalysisFailure.Step.LOAD));
    }
    board.applyRun(new RunId("other.log", 1), Made.endedBy(AnalysisFailure.Step.LOAD));

    assertThat(listed())
        .containsExactly("loop.log#3 3.0", "loop.log#4 3.0", "loop.log#5 3.0", "other.log#1 3.0");
  }
}
