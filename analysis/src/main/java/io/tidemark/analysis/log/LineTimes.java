package io.tidemark.analysis.log;

import io.tidemark.analysis.state.Stored;
import io.tidemark.model.log.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Times of the lines of a source: the logger's time if stated, else the read time. Lines before the
 * first stated time of a file have their read time, so the first stated time may be older. Stated
 * times never run backwards.
 */
@Stored
public final class LineTimes {

  private static final long DAY = 86_400_000;

  private long last;

  /** The newest stated time in epoch milliseconds; 0 if none. */
  private long stated;

  /** The newest file states times: a line without one has the time of the line before. */
  private boolean own;

  public long last() {
    return last;
  }

  /** Resets the state for a new file. */
  public void beginFile() {
    own = false;
  }

  /**
   * Returns the time of a line in epoch milliseconds.
   *
   * @param start offset of the line in the slice
   * @param millis time stated by its logger; {@code null} if none
   */
  public long of(Slice slice, int start, @Nullable Long millis) {
    if (millis != null && credible(slice, millis)) {
      own = true;
      stated = Math.max(stated, millis);
      last = stated;
    } else if (!own) {
      last = Math.max(last, LineAt.millis(slice, start));
    }
    return last;
  }

  /** A line cannot be written after it was read. One day of clock difference is tolerated. */
  private static boolean credible(Slice slice, long millis) {
    return slice.toMillis() == 0 || millis <= slice.toMillis() + DAY;
  }

  /** Whether lines of the newest file state their times. */
  public boolean own() {
    return own;
  }
}
