package io.tidemark.sink.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Users and their bcrypt hashes. A hash is slow by design, and a scrape comes every few seconds. So
 * a password that passed is known by a salted digest from then on, one for each user. Only a
 * verified password of the user itself is kept under a name: no request can store anything else
 * there.
 */
final class Passwords {

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
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(salt);
      return sha.digest(password);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
