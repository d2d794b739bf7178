package io.tidemark.model.meter;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a program that has work makes progress. It stalls when work was pending and nothing was
 * done for as long as it may take; seen at two looks at least, so that work which has just come is
 * no stall. Looks may be at any pace, from any thread.
 */
public final class StallCheck {

  private final Duration after;
  private final LongSupplier nanoTime;
  private final Supplier<Work> work;
  private @Nullable Work last;
  private long sinceNanos;

  /**
   * What a program did and has to do.
   *
   * @param done anything that changes with progress, e.g. bytes or records
   * @param pending there is more to do
   */
  public record Work(long done, boolean pending) {}

  /**
   * A check that asks {@code work} at each look.
   *
   * @param after how long pending work may stand still
   * @param nanoTime a clock that nobody sets, e.g. {@code System::nanoTime}
   */
  public StallCheck(Duration after, LongSupplier nanoTime, Supplier<Work> work) {
    this.after = after;
    this.nanoTime = nanoTime;
    this.work = work;
  }

  /** What is wrong, in words; empty while the program is idle or makes progress. */
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
