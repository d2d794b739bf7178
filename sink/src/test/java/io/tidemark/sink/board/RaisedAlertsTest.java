package io.tidemark.sink.board;

import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.Made;
import org.junit.jupiter.api.Test;

class RaisedAlertsTest {

  private static final AlertKey FULL = new AlertKey(RUN, AlertRule.CRITICAL, "0", "DRAM");
  private static final long QUARTER = 15 * 60_000;

  private final BoardBuilder builder = new BoardBuilder();

  private Board board(RunStatus status) {
    builder.applyRun(RUN, status);
    builder.applyAlert(FULL, Made.alert(null, 4400));
    return builder.snapshot().board();
  }

  private static boolean isRaised(Board board, long nowMillis, long startMillis) {
    return RaisedAlerts.of(board, nowMillis, startMillis).get(FULL).active();
  }

  @Test
  void aFailedRunCallsNobodyAfterAQuarterOfAnHourOfSilence() {
    Board board = board(Made.outOfMemory(9000, 1, 10));
    long newest = board.newestMillis(RUN, board.runs().get(RUN));

    assertThat(isRaised(board, newest + QUARTER - 1, newest)).isTrue();
    assertThat(isRaised(board, newest + QUARTER, newest)).isFalse();
    assertThat(board.alerts().get(FULL).active()).as("still shown").isTrue();
  }

  @Test
  void aSilentRunThatDidNotFailGoesOnCalling() {
    Board board = board(Made.status("g1", 9000, null));

    assertThat(isRaised(board, NEW_YEAR_MILLIS + 9 * QUARTER, NEW_YEAR_MILLIS)).isTrue();
  }

  @Test
  void aLogThatWasOldWhenTheProgramStartedCallsNobody() {
    Board board = board(Made.status("g1", 9000, null));
    long newest = board.newestMillis(RUN, board.runs().get(RUN));

    assertThat(isRaised(board, newest + QUARTER, newest + QUARTER)).isFalse();
  }
}
