package io.tidemark.sink.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Basic authentication (RFC 7617) against bcrypt hashes. A hash is meant to be slow, and a scrape
 * comes every few seconds: what passed is known by a salted digest from then on. All others wait
 * for each other, so that guessing takes one core at most.
 */
public final class LogIn {

  private static final String SCHEME = "Basic ";

  private final Map<String, String> users;
  private final Map<String, byte[]> passed = new ConcurrentHashMap<>();
  private final byte[] salt = new byte[16];

  /** Those who may ask, by name; at least one. */
  public LogIn(Map<String, String> users) {
    this.users = Map.copyOf(users);
    new SecureRandom().nextBytes(salt);
  }

  /** Whether the value of an {@code Authorization} header names one of them. */
  public boolean admits(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    String[] told;
    try {
      byte[] decoded = Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
      told = new String(decoded, UTF_8).split(":", 2);
    } catch (IllegalArgumentException e) {
      return false;
    }
    return told.length == 2 && admits(told[0], told[1].getBytes(UTF_8));
  }

  private boolean admits(String name, byte[] password) {
    byte[] digest = digest(password);
    byte[] before = passed.get(name);
    if (before != null && MessageDigest.isEqual(before, digest)) {
      return true;
    }
    if (!verified(name, password)) {
      return false;
    }
    passed.put(name, digest);
    return true;
  }

  /** As long for a name that nobody has, else the time would tell the names. */
  private synchronized boolean verified(String name, byte[] password) {
    String known = users.get(name);
    String hash = known == null ? users.values().iterator().next() : known;
    BCrypt.Verifyer verifyer =
        BCrypt.verifyer(null, LongPasswordStrategies.truncate(BCrypt.Version.VERSION_2B));
    return verifyer.verify(password, hash.getBytes(UTF_8)).verified && known != null;
  }

  private byte[] digest(byte[] password) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(salt);
      return sha.digest(password);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
