package io.tidemark.sink.live;

import static io.tidemark.sink.Made.DRAM;
import static io.tidemark.sink.Made.MIB;
import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.Made;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.Mode;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.RunHistory;
import io.tidemark.sink.history.Series;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveStateTest {

  private final Set<BoardMeter> written = EnumSet.noneOf(BoardMeter.class);
  private final HistoryWriter out =
      new HistoryWriter() {
        @Override
        public void write(Series series, long millis, double value) {
          written.add(series.meter());
        }

        @Override
        public void finish() {}

        @Override
        public void close() {}
      };
  private final RunHistory history = new RunHistory(RUN, null, Mode.LIVE, out);
  private final OpenRunSamples.LiveState state = new OpenRunSamples.LiveState();

  /** A memory whose newest snapshot is 4.5 s old, its ops, and a plan. */
  private static Board board() {
    BoardBuilder board = new BoardBuilder();
    board.applyUsage(DRAM, Made.usage(600 * MIB, 600 * MIB, 4500), NEW_YEAR_MILLIS);
    board.applyOps(DRAM, Made.ops(4500, Made.op("AddOp", 9, 900, 20)));
    board.applyPlan(Made.PLAN, Made.summary(4400));
    return board.snapshot().board();
  }

  private void apply(Board board, long eventMillis) throws IOException {
    state.apply(RUN, board, eventMillis, history);
    history.settle(NEW_YEAR_MILLIS + 5_000);
  }

  @Test
  void theStateOfAMemoryWaitsForItsEventsAndAPlanDoesNot() throws Exception {
    Board board = board();
    apply(board, NEW_YEAR_MILLIS + 4_499);
    assertThat(written)
        .contains(BoardMeter.PLAN_PEAK)
        .doesNotContain(BoardMeter.LEAK, BoardMeter.OPS, BoardMeter.RUN_PEAK);

    apply(board, NEW_YEAR_MILLIS + 4_500);
    assertThat(written).contains(BoardMeter.LEAK, BoardMeter.OPS, BoardMeter.RUN_PEAK);
  }

  @Test
  void anUnchangedStateIsWrittenOnce() throws Exception {
    Board board = board();
    apply(board, NEW_YEAR_MILLIS + 4_500);
    written.clear();
    apply(board, NEW_YEAR_MILLIS + 4_501);
    assertThat(written).isEmpty();
  }
}
