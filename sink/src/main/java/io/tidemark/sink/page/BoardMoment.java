package io.tidemark.sink.page;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.board.RaisedAlerts;
import java.time.Clock;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * A snapshot, and the minute at which it is shown: a state such as {@code idle 5 min} changes
 * without a new record.
 *
 * @param raised the alerts, those of logs at rest ended
 */
record BoardMoment(BoardSnapshot snapshot, long millis, SortedMap<AlertKey, Alert> raised) {

  private static final long MILLIS_PER_MINUTE = 60_000;

  /** The end of logs that are no longer followed: an alert at the last line stays active. */
  BoardMoment(BoardSnapshot snapshot, long millis) {
    this(snapshot, millis, snapshot.board().alerts());
  }

  Board board() {
    return snapshot.board();
  }

  /** Supplies the same object as long as neither the snapshot nor the minute changes. */
  static final class Source implements Supplier<BoardMoment> {

    private final Supplier<BoardSnapshot> snapshots;
    private final Clock clock;
    private final long startMillis;
    private BoardMoment last = new BoardMoment(BoardSnapshot.empty(), 0);

    Source(Supplier<BoardSnapshot> snapshots, Clock clock) {
      this.snapshots = snapshots;
      this.clock = clock;
      startMillis = clock.millis();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a new board is another object
    public synchronized BoardMoment get() {
      BoardSnapshot now = snapshots.get();
      long millis = clock.millis();
      boolean sameMinute = millis / MILLIS_PER_MINUTE == last.millis / MILLIS_PER_MINUTE;
      if (now != last.snapshot || !sameMinute) {
        last = new BoardMoment(now, millis, RaisedAlerts.of(now.board(), millis, startMillis));
      }
      return last;
    }
  }
}
