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
 * Brings parked sources back: a skip goes on behind the failing slice, another build goes on with
 * it. Slices that wait are read again a few at a flush, so that transactions stay short.
 */
final class CatchUp implements AutoCloseable {

  private static final byte[] NO_TEXT = new byte[0];

  /** How long a flush reads what waits, one slice at least: the task's other sources wait. */
  static final Duration BUDGET = Duration.ofMillis(25);

  private final Parking parking;
  private final SourceTracking sources;
  private final LinesReader lines;
  private final InstantSource clock;

  /** Sources of other builds were looked for. */
  private boolean retried;

  CatchUp(Parking parking, SourceTracking sources, LinesReader lines, InstantSource clock) {
    this.parking = parking;
    this.sources = sources;
    this.lines = lines;
    this.clock = clock;
  }

  /**
   * Obeys a command.
   *
   * @return whether it was written for the failure that the source is parked for
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

  /** A slice without text where the next one is expected: what lies before it is a gap. */
  private void hole(String source, FailingSlice failing, long offset) {
    long millis = failing.timeMillis();
    Slice end =
        new Slice(failing.generation(), offset, 0, 1, false, false, millis, millis, NO_TEXT);
    sources.applyAlone(source, new Received(end, millis, failing.record(), Received.Events.DUE));
  }

  /**
   * Reads some more of what waits.
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
      // One slice after the other.
    }
    return true;
  }

  /** Whether a source is still to be brought back. */
  boolean pending() {
    return !retried || parking.catchingUp().isPresent();
  }

  /** Once a start. */
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

  /** The next slice; answers whether there is another one to be read now. */
  private boolean advance(String source) {
    Waiting waiting = parking.of(source).map(ParkedSource::waiting).orElse(Waiting.NONE);
    Long next = waiting.next();
    Long last = waiting.last();
    if (next == null || last == null || next > last) {
      parking.release(source);
      return false;
    }
    LinesReader.Read read = lines.read(source, next, last);
    // A failure moves it back.
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
