package io.tidemark.analysis.alert;

import io.tidemark.analysis.state.Stored;
import java.util.Arrays;

/**
 * The trend of a memory's use: the Theil–Sen slope, which is the median of the slopes between all
 * pairs of points. The points are the peaks of the newest {@value #BUCKETS} spans of ten seconds. A
 * model allocates in bursts. A least-squares line follows each burst; the median does not, until
 * bursts are more than a quarter of the points.
 */
@Stored
final class Trend {

  static final int BUCKETS = 12;
  static final long BUCKET_MILLIS = 10_000;

  /** With fewer closed spans, a burst cannot be told from a trend. */
  static final int LEAST_BUCKETS = 4;

  private final long[] buckets = new long[BUCKETS];
  private final long[] peaks = new long[BUCKETS];
  private int size;
  private double bytesPerMilli;

  /** Adds the use at a time; the slope is recomputed when a span closes. */
  void apply(long timeMillis, long usedBytes) {
    long bucket = Math.floorDiv(timeMillis, BUCKET_MILLIS);
    if (size > 0 && bucket < buckets[size - 1]) {
      // Earlier times were read times; now the log states its own.
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

  /** Slope in bytes per millisecond over the closed spans; 0 if they are too few. */
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
}
