package io.tidemark.sink.board;

import java.time.Clock;
import java.util.function.Supplier;

/**
 * The board as every surface shows it: runs whose logs are at rest have ended. It is the same
 * object as long as neither the board nor the minute changes.
 */
public final class ShownBoard implements Supplier<BoardSnapshot> {

  private static final long MILLIS_PER_MINUTE = 60_000;

  private final Supplier<BoardSnapshot> snapshots;
  private final Clock clock;
  private final long startMillis;
  private BoardSnapshot read = BoardSnapshot.empty();
  private BoardSnapshot shown = read;
  private long minute;

  /** Shows the runs of a program that starts now. */
  public ShownBoard(Supplier<BoardSnapshot> snapshots, Clock clock) {
    this.snapshots = snapshots;
    this.clock = clock;
    this.startMillis = clock.millis();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a new board is another object
  public synchronized BoardSnapshot get() {
    BoardSnapshot newest = snapshots.get();
    long now = clock.millis();
    if (newest != read || now / MILLIS_PER_MINUTE != minute) {
      read = newest;
      minute = now / MILLIS_PER_MINUTE;
      Board board = RestingRuns.ended(newest.board(), now, startMillis);
      shown =
          board == newest.board()
              ? newest
              : new BoardSnapshot(board, newest.tallies(), newest.ready());
    }
    return shown;
  }
}
