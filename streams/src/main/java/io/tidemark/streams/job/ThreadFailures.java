package io.tidemark.streams.job;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what follows the failure of a stream thread. A new thread replaces it, up to {@value
 * #BUDGET} times within {@link #WINDOW}. Beyond that, or if another process has taken this
 * instance's name, the job ends.
 */
public final class ThreadFailures implements StreamsUncaughtExceptionHandler {

  static final int BUDGET = 5;
  static final Duration WINDOW = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(ThreadFailures.class);

  private final InstantSource clock;
  private final Runnable replaced;
  private final Deque<Instant> replacements = new ArrayDeque<>();
  private @Nullable Throwable end;

  /**
   * @param replaced run after each replacement
   */
  public ThreadFailures(InstantSource clock, Runnable replaced) {
    this.clock = clock;
    this.replaced = replaced;
  }

  @Override
  public synchronized StreamThreadExceptionResponse handle(Throwable failure) {
    Instant now = clock.instant();
    replacements.removeIf(then -> then.plus(WINDOW).isBefore(now));
    if (isForGood(failure) || replacements.size() >= BUDGET) {
      end = failure;
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    replacements.add(now);
    replaced.run();
    LOG.warn(
        "a streams thread died and is replaced, {} of {} within {}",
        replacements.size(),
        BUDGET,
        WINDOW,
        failure);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  public synchronized Optional<Throwable> end() {
    return Optional.ofNullable(end);
  }

  /** Whether a new thread cannot help: it would fence the other process, or lack the same right. */
  private static boolean isForGood(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencedInstanceIdException || cause instanceof AuthorizationException) {
        return true;
      }
    }
    return false;
  }
}
