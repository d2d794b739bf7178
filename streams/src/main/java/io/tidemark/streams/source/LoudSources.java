package io.tidemark.streams.source;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The sources that took a large share since the last flush: many records of a slice, as with a
 * thousand starts of runs, or much time, including that of their publication. What they send next
 * waits for their turn.
 */
public final class LoudSources {

  /** An ordinary slice is published in one or two records, and in one more for each worker. */
  static final int MOST_RECORDS = 128;

  static final Duration MOST_TIME = Duration.ofMillis(250);

  private final LongSupplier nanos;
  private final LongSupplier records;
  private final Set<String> loud = new HashSet<>();
  private final Set<String> sinceFlush = new HashSet<>();

  /** When the newest large share ended, and how long it took. */
  private long largeNanos;

  private long tookNanos;

  /**
   * @param records number of records emitted so far for all sources
   */
  public LoudSources(LongSupplier nanos, LongSupplier records) {
    this.nanos = nanos;
    this.records = records;
  }

  boolean holds(String source) {
    return loud.contains(source);
  }

  boolean isEmpty() {
    return loud.isEmpty();
  }

  /** What is taken from this moment on, after this number of records of all sources. */
  record Share(long beginNanos, long beginRecords) {}

  Share begin() {
    return new Share(nanos.getAsLong(), records.getAsLong());
  }

  boolean isLarge(Share share) {
    return records.getAsLong() - share.beginRecords() > MOST_RECORDS || isLong(share);
  }

  private boolean isLong(Share share) {
    return nanos.getAsLong() - share.beginNanos() > MOST_TIME.toNanos();
  }

  /** Ends the share of a slice. Returns whether it was large. */
  boolean applied(String source, Share share) {
    return ended(source, share, isLarge(share));
  }

  /**
   * Ends a share that includes a publication, whose records do not count: those of a log with many
   * devices are many and cheap. Returns whether it took long.
   */
  boolean published(String source, Share share) {
    return ended(source, share, isLong(share));
  }

  private boolean ended(String source, Share share, boolean large) {
    if (large) {
      largeNanos = nanos.getAsLong();
      tookNanos = largeNanos - share.beginNanos();
      loud.add(source);
      sinceFlush.add(source);
    }
    return large;
  }

  /**
   * Ends a flush: sources without a large share since the last one are loud no more.
   *
   * @param waits whether slices of a source wait
   */
  void flushed(Predicate<String> waits) {
    loud.removeIf(source -> !sinceFlush.contains(source) && !waits.test(source));
    sinceFlush.clear();
  }

  /** Whether the other sources had as much time since the newest large share as that took. */
  boolean due() {
    return nanos.getAsLong() - largeNanos >= tookNanos;
  }
}
