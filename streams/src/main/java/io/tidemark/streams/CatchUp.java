package io.tidemark.streams;

import io.tidemark.model.ParkedSource;
import io.tidemark.model.ParkedSource.FailingSlice;
import io.tidemark.model.ParkedSource.Waiting;
import io.tidemark.model.SkipCommand;
import io.tidemark.model.Slice;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Resumes parked sources: a skip command continues after the failing slice, another build retries
 * that slice. Waiting slices are read again, a few per flush, so that transactions stay short.
 */
final class CatchUp implements AutoCloseable {

  private static final byte[] NO_TEXT = new byte[0];

  /**
   * Time limit for reading waiting slices in one flush, since other sources of the task wait; at
   * least one slice is read.
   */
  static final Duration BUDGET = Duration.ofMillis(25);

  private final Parking parking;
  private final SourceTracking sources;
  private final LinesReader lines;
  private final InstantSource clock;

  /** Whether sources parked by other builds were looked for. */
  private boolean retried;

  CatchUp(Parking parking, SourceTracking sources, LinesReader lines, InstantSource clock) {
    this.parking = parking;
    this.sources = sources;
    this.lines = lines;
    this.clock = clock;
  }

  /**
   * Executes a skip command.
   *
   * @return whether it refers to the failure that the source is parked for
   */
  boolean skip(String source, SkipCommand command) {
    Optional<ParkedSource> found = parking.of(source).filter(ParkedSource::parked);
    if (found.isEmpty() || !SkipCommand.of(found.get()).equals(command)) {
      return false;
    }
    ParkedSource parked = found.get();
    FailingSlice failing = parked.slice();
    if (failing == null || parked.beginsAnew()) {
      parking.resume(source, parked.waiting().next());
      sources.beginAnew(source);
      return true;
    }
    parking.resume(source, failing.record() + 1);
    hole(source, failing, failing.offset());
    if (!parking.parked(source)) {
      hole(source, failing, failing.end());
    }
    return true;
  }

  /** Applies an empty slice at {@code offset}, so that the bytes before it count as a gap. */
  private void hole(String source, FailingSlice failing, long offset) {
    long millis = failing.timeMillis();
    Slice end =
        new Slice(failing.generation(), offset, 0, 1, false, false, millis, millis, NO_TEXT);
    sources.applyAlone(source, new Received(end, millis, failing.record(), Received.Events.DUE));
  }

  /**
   * Reads some more of the waiting slices.
   *
   * @return whether anything was done
   */
  boolean advance() {
    boolean any = retry();
    Instant end = clock.instant().plus(BUDGET);
    Optional<String> source = parking.catchingUp();
    if (source.isEmpty()) {
      lines.close();
      return any;
    }
    while (advance(source.get()) && clock.instant().isBefore(end)) {
      // Each call applies one slice.
    }
    return true;
  }

  /** Whether a source is still to be resumed. */
  boolean pending() {
    return !retried || parking.catchingUp().isPresent();
  }

  /** Retries sources parked by other builds, once per start. */
  private boolean retry() {
    if (retried) {
      return false;
    }
    retried = true;
    for (String source : parking.ofOtherVersions()) {
      ParkedSource parked = parking.of(source).orElseThrow();
      FailingSlice failing = parked.slice();
      parking.resume(source, failing == null ? parked.waiting().next() : failing.record());
      if (failing == null) {
        sources.publish(source);
      }
    }
    return true;
  }

  /** Applies the next slice; returns whether another one may be read now. */
  private boolean advance(String source) {
    Waiting waiting = parking.of(source).map(ParkedSource::waiting).orElse(Waiting.NONE);
    Long next = waiting.next();
    Long last = waiting.last();
    if (next == null || last == null || next > last) {
      parking.release(source);
      return false;
    }
    LinesReader.Read read = lines.read(source, next, last);
    // Stored before the slice is applied, since a failure resets it.
    parking.caughtUp(source, read.next());
    Received slice = read.slice();
    if (slice != null) {
      apply(source, emitted(slice, waiting.emitted()) ? slice.emitted() : slice);
    }
    return read.next() > next && !parking.parked(source);
  }

  private void apply(String source, Received received) {
    if (parking.searches(source, received.record())) {
      sources.applyAlone(source, received);
    } else {
      sources.apply(source, received);
    }
  }

  private static boolean emitted(Received received, @Nullable Long upTo) {
    return upTo != null && received.record() <= upTo;
  }

  @Override
  public void close() {
    lines.close();
  }
}
