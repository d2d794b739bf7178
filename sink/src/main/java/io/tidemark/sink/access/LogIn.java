package io.tidemark.sink.access;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Basic authentication (RFC 7617) against bcrypt hashes. One thread verifies passwords that are not
 * known yet; few may wait for it, and each address has a limited number of attempts. So guessing
 * takes one core at most and delays no known client.
 */
public final class LogIn implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogIn.class);
  private static final int MOST_WAITING = 16;

  private final @Nullable Passwords passwords;
  private final Attempts attempts = new Attempts();
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(MOST_WAITING), LogIn::daemon);

  private final LongSupplier nanos;

  /** The hashes of the users by name; without users every client is admitted. */
  public LogIn(Map<String, String> users) {
    this(users, System::nanoTime);
  }

  LogIn(Map<String, String> users, LongSupplier nanos) {
    this.nanos = nanos;
    this.passwords = users.isEmpty() ? null : new Passwords(users);
    thread.allowCoreThreadTimeOut(true);
  }

  /** The decision about a request. */
  public enum Verdict {
    ADMITTED,
    UNKNOWN,
    TOO_MANY,
    /** The attempt could not be verified. */
    FAILED
  }

  /**
   * Decides by the value of an {@code Authorization} header. Runs in the caller's thread unless a
   * hash must be computed.
   *
   * @param address the client's, without its port
   */
  public void check(@Nullable String header, byte[] address, Consumer<Verdict> then) {
    Passwords known = passwords;
    if (known == null) {
      then.accept(Verdict.ADMITTED);
      return;
    }
    Optional<Credentials> given = Credentials.of(header);
    if (given.isEmpty()) {
      then.accept(Verdict.UNKNOWN);
    } else if (known.remembers(given.get())) {
      then.accept(Verdict.ADMITTED);
    } else if (!attempts.take(address, nanos.getAsLong())) {
      then.accept(Verdict.TOO_MANY);
    } else {
      try {
        thread.execute(() -> then.accept(verdict(known, given.get(), address)));
      } catch (RejectedExecutionException full) {
        attempts.giveBack(address);
        then.accept(Verdict.TOO_MANY);
      }
    }
  }

  /**
   * A page sends several requests before the first of them has passed, so known passwords are
   * checked again here.
   */
  private Verdict verdict(Passwords known, Credentials given, byte[] address) {
    try {
      if (known.remembers(given) || known.verify(given)) {
        attempts.giveBack(address);
        return Verdict.ADMITTED;
      }
      return Verdict.UNKNOWN;
    } catch (RuntimeException | Error e) {
      LOG.error("A log-in could not be judged", e);
      return Verdict.FAILED;
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "tidemark-log-in");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
