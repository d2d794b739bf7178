package io.tidemark.sink.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import io.tidemark.model.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
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

  /**
   * @param users their hashes by name; without users every client is admitted
   */
  public LogIn(Map<String, String> users, LongSupplier nanos) {
    this.nanos = nanos;
    this.passwords = users.isEmpty() ? null : new Passwords(users);
    thread.allowCoreThreadTimeOut(true);
  }

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

  /**
   * Limits password attempts per address: ten at once, then one in six seconds. Covers the newest
   * thousand addresses; an IPv6 address counts with its network of 64 bits.
   */
  static final class Attempts {

    private static final int MOST_ADDRESSES = 1000;
    private static final int AT_ONCE = 10;
    private static final long NANOS_EACH = TimeUnit.SECONDS.toNanos(6);
    private static final int IPV4_BYTES = 4;
    private static final int NETWORK_BYTES = 8;

    /** The time at which an address has all of its attempts again. */
    private final Map<ByteBuffer, Long> whole = new LinkedHashMap<>(16, 0.75f, true);

    /** Uses one attempt; false when none is left. */
    synchronized boolean take(byte[] address, long nowNanos) {
      ByteBuffer network = network(address);
      long wholeNanos = Math.max(nowNanos, whole.getOrDefault(network, nowNanos)) + NANOS_EACH;
      if (wholeNanos - nowNanos > AT_ONCE * NANOS_EACH) {
        return false;
      }
      whole.put(network, wholeNanos);
      if (whole.size() > MOST_ADDRESSES) {
        whole.remove(whole.keySet().iterator().next());
      }
      return true;
    }

    /** Returns an attempt: the password was right, or was not tried. */
    synchronized void giveBack(byte[] address) {
      whole.computeIfPresent(network(address), (any, nanos) -> nanos - NANOS_EACH);
    }

    synchronized int count() {
      return whole.size();
    }

    private static ByteBuffer network(byte[] address) {
      return ByteBuffer.wrap(
          address.length <= IPV4_BYTES ? address : Arrays.copyOf(address, NETWORK_BYTES));
    }
  }

  /**
   * Users and their bcrypt hashes. A hash is slow by design, and a scrape comes every few seconds.
   * So a password that passed is known by a salted digest from then on, one for each user. Only a
   * verified password of the user itself is kept under a name: no request can store anything else
   * there.
   */
  static final class Passwords {

    private final Map<String, String> users;

    /** One of them is verified for an unknown name. */
    private final List<String> hashes;

    private final Map<String, byte[]> passed = new ConcurrentHashMap<>();
    private final byte[] salt = new byte[16];

    /** Bcrypt hashes by name, at least one. */
    Passwords(Map<String, String> users) {
      this.users = Map.copyOf(users);
      this.hashes = this.users.values().stream().sorted().toList();
      new SecureRandom().nextBytes(salt);
    }

    /** Whether these credentials passed before; at once. */
    boolean remembers(Credentials given) {
      byte[] before = passed.get(given.name());
      return before != null && MessageDigest.isEqual(before, digest(given.password()));
    }

    /** Verifies by hash: a tenth of a second or more, and as long for an unknown name. */
    boolean verify(Credentials given) {
      boolean known = users.containsKey(given.name());
      String hash = hash(given.name());
      BCrypt.Verifyer verifyer =
          BCrypt.verifyer(null, LongPasswordStrategies.truncate(BCrypt.Version.VERSION_2B));
      boolean passes = verifyer.verify(given.password(), hash.getBytes(UTF_8)).verified && known;
      if (passes) {
        passed.put(given.name(), digest(given.password()));
      }
      return passes;
    }

    /**
     * The hash to verify against. An unknown name always gets the same user's hash, so the time of
     * the answer does not reveal which names exist.
     */
    String hash(String name) {
      int any = Math.floorMod(Arrays.hashCode(digest(name.getBytes(UTF_8))), hashes.size());
      return users.getOrDefault(name, hashes.get(any));
    }

    private byte[] digest(byte[] password) {
      MessageDigest sha = Sha256.digest();
      sha.update(salt);
      return sha.digest(password);
    }
  }

  /** The content of an {@code Authorization} header of basic authentication (RFC 7617). */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and no string that stays in memory
  private record Credentials(String name, byte[] password) {

    private static final String SCHEME = "Basic ";

    /** Empty for a header without credentials. */
    static Optional<Credentials> of(@Nullable String header) {
      if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
        return Optional.empty();
      }
      try {
        byte[] decoded = Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
        String[] parts = new String(decoded, UTF_8).split(":", 2);
        return parts.length < 2
            ? Optional.empty()
            : Optional.of(new Credentials(parts[0], parts[1].getBytes(UTF_8)));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    /** Without the password, so that none reaches a log by mistake. */
    @Override
    public String toString() {
      return "Credentials[" + name + "]";
    }
  }
}
