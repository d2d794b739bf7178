package io.tidemark.sink.board;

import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.Made;
import org.junit.jupiter.api.Test;

class RestingRunsTest {

  private static final AlertKey FULL = new AlertKey(RUN, AlertRule.CRITICAL, "0", "DRAM");
  private static final long QUARTER = 15 * 60_000;

  private final BoardBuilder builder = new BoardBuilder();

  private Board board(RunStatus status) {
    builder.applyRun(RUN, status);
    builder.applyAlert(FULL, Made.alert(null, 4400));
    return builder.snapshot().board();
  }

  private static RunStatus failed() {
    return Made.outOfMemory(9000, 1, 10);
  }

  private static RunStatus open() {
    return Made.status("g1", 9000, null);
  }

  @Test
  void aFailedRunIsOverAfterAQuarterOfAnHourOfSilence() {
    Board board = board(failed());
    long newest = board.newestMillis(RUN, board.runs().get(RUN));

    assertThat(RestingRuns.ended(board, newest + QUARTER - 1, newest)).isSameAs(board);
    Board ended = RestingRuns.ended(board, newest + QUARTER, newest);
    assertThat(ended.alerts().get(FULL).endMillis()).isEqualTo(newest);
  }

  @Test
  void aSilentRunThatDidNotFailGoesOn() {
    Board board = board(open());

    assertThat(RestingRuns.ended(board, NEW_YEAR_MILLIS + 9 * QUARTER, NEW_YEAR_MILLIS))
        .isSameAs(board);
  }

  @Test
  void aLogThatWasOldWhenTheProgramStartedRaisesNothing() {
    Board board = board(open());
    long newest = board.newestMillis(RUN, board.runs().get(RUN));

    Board ended = RestingRuns.ended(board, newest + QUARTER, newest + QUARTER);
    assertThat(ended.alerts().get(FULL).active()).isFalse();
  }
}
