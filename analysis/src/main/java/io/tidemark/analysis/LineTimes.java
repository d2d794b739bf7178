package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Slice;
import org.jspecify.annotations.Nullable;

/**
 * When the lines of a source were written: by their loggers where those say so, else by when they
 * were read. Lines of a file that come before its first stated time have that of their reading, and
 * what is stated then may be older; what is stated never runs back.
 */
final class LineTimes {

  private static final long DAY = 86_400_000;

  private long last;

  /** The newest time that was stated; 0 while none was. */
  private long stated;

  /**
   * The lines of the newest file have times of their own: one without has that of the one before.
   */
  private boolean own;

  long last() {
    return last;
  }

  /** A file begins. */
  void beginFile() {
    own = false;
  }

  /**
   * The time of a line.
   *
   * @param start where it begins in the slice
   * @param millis as its logger says; {@code null} where it does not
   */
  long of(Slice slice, int start, @Nullable Long millis) {
    if (millis != null && credible(slice, millis)) {
      own = true;
      stated = Math.max(stated, millis);
      last = stated;
    } else if (!own) {
      last = Math.max(last, LineAt.millis(slice, start));
    }
    return last;
  }

  /** No line is read before it is written; clocks of two machines may differ. */
  private static boolean credible(Slice slice, long millis) {
    return slice.toMillis() == 0 || millis <= slice.toMillis() + DAY;
  }

  /** Whether loggers say when. */
  boolean own() {
    return own;
  }

  void write(PartWriter out) {
    out.number(last);
  }

  void read(PartReader in) {
    last = in.number();
  }

  /** A time was stated. */
  boolean anyStated() {
    return stated > 0;
  }

  void writeOwn(PartWriter out) {
    out.flag(own).number(stated);
  }

  /** Restores what is stated, behind {@link #read}; first versions wrote it only of such a file. */
  boolean readOwn(PartReader in, int first) {
    own = in.flag();
    stated = in.version() == first ? last : in.number();
    return true;
  }
}
