package io.tidemark.sink.history;

import java.io.IOException;

/** A destination of samples of event time. */
public interface HistoryWriter extends Series.SampleWriter, AutoCloseable {

  /**
   * Prometheus' stale marker: the end of a series. It is one NaN of many, so {@link Double#isNaN}
   * alone does not recognise it.
   */
  double STALE = Double.longBitsToDouble(0x7ff0000000000002L);

  static boolean stale(double value) {
    return Double.doubleToRawLongBits(value) == 0x7ff0000000000002L;
  }

  /** The following samples belong to another log. */
  default void begin() {}

  /** Drops the samples since {@link #begin} that are not delivered yet: their log failed. */
  default void discard() {}

  /** Ends the samples; all are delivered when this returns. */
  void finish() throws IOException;

  /** Releases resources; without {@link #finish} written samples may be lost. */
  @Override
  default void close() throws IOException {}
}
