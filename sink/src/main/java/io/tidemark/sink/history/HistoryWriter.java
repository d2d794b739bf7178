package io.tidemark.sink.history;

import java.io.IOException;

/** Where samples of event time go. */
public interface HistoryWriter extends AutoCloseable {

  /**
   * Prometheus' mark that a series ends here; a NaN of its own, so that {@link Double#isNaN} alone
   * does not tell it.
   */
  double STALE = Double.longBitsToDouble(0x7ff0000000000002L);

  /** Whether the value is {@link #STALE}. */
  static boolean stale(double value) {
    return Double.doubleToRawLongBits(value) == 0x7ff0000000000002L;
  }

  /** Takes a sample; those of one series come in the order of their times, each later. */
  void take(Series series, long millis, double value) throws IOException;

  /** What comes now is of another log. */
  default void begin() {}

  /** The log failed: what came of it since {@link #begin} is dropped where it has not left yet. */
  default void withdraw() {}

  /** All samples were taken; they are where they belong when this returns. */
  void finish() throws IOException;

  /** Lets go of what is held; without {@link #finish} what was taken may be lost. */
  @Override
  void close() throws IOException;
}
