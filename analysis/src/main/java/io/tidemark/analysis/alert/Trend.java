package io.tidemark.analysis.alert;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.Arrays;

/**
 * Where the use of a memory is heading: the Theil–Sen slope, the median of the slopes between all
 * pairs of points, over the peaks of the newest {@value #BUCKETS} spans of ten seconds. A model
 * allocates in bursts; a least-squares line follows every one of them, the median none until they
 * are more than a quarter of the points.
 */
final class Trend {

  static final int BUCKETS = 12;
  static final long BUCKET_MILLIS = 10_000;

  /** Fewer closed spans distinguish a burst from a trend no better than chance. */
  static final int LEAST_BUCKETS = 4;

  private final long[] buckets = new long[BUCKETS];
  private final long[] peaks = new long[BUCKETS];
  private int size;
  private double bytesPerMilli;

  /** Takes the use at a time; the slope is computed anew when a span closes. */
  void apply(long timeMillis, long usedBytes) {
    long bucket = Math.floorDiv(timeMillis, BUCKET_MILLIS);
    if (size > 0 && bucket < buckets[size - 1]) {
      // The times before were those of reading: now the log states its own.
      size = 0;
    }
    if (size > 0 && buckets[size - 1] == bucket) {
      peaks[size - 1] = Math.max(peaks[size - 1], usedBytes);
      return;
    }
    bytesPerMilli = slope();
    if (size == BUCKETS) {
      System.arraycopy(buckets, 1, buckets, 0, BUCKETS - 1);
      System.arraycopy(peaks, 1, peaks, 0, BUCKETS - 1);
      size--;
    }
    buckets[size] = bucket;
    peaks[size++] = usedBytes;
  }

  /** Nothing was taken. */
  boolean isEmpty() {
    return size == 0;
  }

  /** Bytes a millisecond over the closed spans; 0 while they are too few. */
  double bytesPerMilli() {
    return bytesPerMilli;
  }

  private double slope() {
    if (size < LEAST_BUCKETS) {
      return 0;
    }
    double[] slopes = new double[size * (size - 1) / 2];
    int count = 0;
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        double millis = (double) (buckets[j] - buckets[i]) * BUCKET_MILLIS;
        slopes[count++] = (peaks[j] - peaks[i]) / millis;
      }
    }
    Arrays.sort(slopes);
    return count % 2 == 1 ? slopes[count / 2] : (slopes[count / 2 - 1] + slopes[count / 2]) / 2;
  }

  void write(PartWriter out) {
    out.number(size).decimal(bytesPerMilli);
    long bucket = 0;
    for (int i = 0; i < size; i++) {
      out.number(buckets[i] - bucket).number(peaks[i]);
      bucket = buckets[i];
    }
  }

  static Trend read(PartReader in) {
    Trend trend = new Trend();
    trend.size = in.count();
    trend.bytesPerMilli = in.decimal();
    long bucket = 0;
    for (int i = 0; i < trend.size; i++) {
      bucket += in.number();
      trend.buckets[i] = bucket;
      trend.peaks[i] = in.number();
    }
    return trend;
  }
}
