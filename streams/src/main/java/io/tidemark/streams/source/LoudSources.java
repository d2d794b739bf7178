package io.tidemark.streams.source;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The sources whose newest slice took a large share: many records, as a slice with a thousand
 * starts of runs does, or much time. What they send next waits for their turn.
 */
public final class LoudSources {

  /** An ordinary slice is published in one or two records, and in one more for each worker. */
  static final int MOST_RECORDS = 128;

  static final Duration MOST_TIME = Duration.ofMillis(250);

  private final LongSupplier nanos;
  private final Set<String> loud = new HashSet<>();

  /** When the newest large share ended, and how long it took. */
  private long largeNanos;

  private long tookNanos;

  public LoudSources(LongSupplier nanos) {
    this.nanos = nanos;
  }

  boolean holds(String source) {
    return loud.contains(source);
  }

  /** What is taken from this moment on, after this number of records of all sources. */
  record Share(long beginNanos, long beginRecords) {}

  Share begin(long records) {
    return new Share(nanos.getAsLong(), records);
  }

  boolean isLarge(Share share, long records) {
    return records - share.beginRecords() > MOST_RECORDS
        || nanos.getAsLong() - share.beginNanos() > MOST_TIME.toNanos();
  }

  /** Ends the share of a slice. Returns whether it was large. */
  boolean took(String source, Share share, long records) {
    boolean large = isLarge(share, records);
    if (large) {
      largeNanos = nanos.getAsLong();
      tookNanos = largeNanos - share.beginNanos();
      loud.add(source);
    } else {
      loud.remove(source);
    }
    return large;
  }

  /** Whether the other sources had as much time since the newest large share as that took. */
  boolean due() {
    return nanos.getAsLong() - largeNanos >= tookNanos;
  }
}
