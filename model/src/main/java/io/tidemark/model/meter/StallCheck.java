package io.tidemark.model.meter;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a program with pending work makes progress. It stalls if work was pending and
 * nothing was done for a given time, seen in at least two checks. Work that just arrived is thus no
 * stall. Checks may come at any rate and from any thread.
 */
public final class StallCheck {

  private final Duration after;
  private final LongSupplier nanoTime;
  private final Supplier<Work> work;
  private @Nullable Work last;
  private long sinceNanos;

  /**
   * Work that a program did and still has to do.
   *
   * @param done a number that changes with progress, e.g. bytes or records
   * @param pending whether there is more to do
   */
  public record Work(long done, boolean pending) {}

  /**
   * Creates a check that calls {@code work} each time.
   *
   * @param after longest time without progress while work is pending
   * @param nanoTime a monotonic clock, e.g. {@code System::nanoTime}
   */
  public StallCheck(Duration after, LongSupplier nanoTime, Supplier<Work> work) {
    this.after = after;
    this.nanoTime = nanoTime;
    this.work = work;
  }

  /** Returns the problem in words; empty while the program is idle or makes progress. */
  public synchronized Optional<String> problem() {
    Work now = work.get();
    long nanos = nanoTime.getAsLong();
    if (!now.pending() || !now.equals(last)) {
      sinceNanos = nanos;
    }
    last = now;
    Duration still = Duration.ofNanos(nanos - sinceNanos);
    return now.pending() && still.compareTo(after) >= 0
        ? Optional.of("work is pending and none was done for %d s".formatted(still.toSeconds()))
        : Optional.empty();
  }
}
