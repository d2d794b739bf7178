package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.Stored;
import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.event.Op;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits the names that a run keeps. The first {@link AdmissionLimits#MOST_OPS} op names are kept;
 * later ones share {@link Op#OTHER}. Devices and memories above their limit are dropped. The number
 * of distinct dropped names is estimated.
 */
@Stored
public final class OpNameLimiter {

  /** Limit in bytes of UTF-8: each kept name is stored many times. */
  private static final int MAX_BYTES = 128;

  private static final int HASH_BYTES = 9;

  /** The kept names in the order of their admission. */
  private final List<String> names = new ArrayList<>();

  /** Interns the kept names, so that equal names compare by identity. */
  private final transient Map<String, String> admitted = new HashMap<>();

  private transient ModuleGroups groups = ModuleGroups.NONE;

  private final DistinctCount ops = new DistinctCount();
  private final DistinctCount devices = new DistinctCount();
  private final DistinctCount memories = new DistinctCount();

  /** Returns the name under which figures of {@code name} are kept. */
  String admit(String name) {
    String known = admitted.get(name);
    if (known != null) {
      return known;
    }
    if (Op.isUnattributed(name)) {
      return name;
    }
    if (admitted.size() < names.size()) {
      names.forEach(kept -> admitted.put(kept, kept));
      return admit(name);
    }
    if (names.size() < AdmissionLimits.MOST_OPS) {
      names.add(name);
      admitted.put(name, name);
      return name;
    }
    ops.add(name);
    return Op.OTHER;
  }

  /** Sets the user's names of modules. */
  void group(ModuleGroups own) {
    groups = own;
  }

  /** Returns the module and the source line of an op; none of a change without an op. */
  String site(@Nullable String location, String op) {
    return Op.isUnattributed(op) ? HolderName.NO_SITE : groups.site(location, op);
  }

  /** Counts a device dropped by the limit. */
  void dropDevice(String name) {
    devices.add(name);
  }

  /** Counts a memory dropped by the limit of its device. */
  void dropMemory(String name) {
    memories.add(name);
  }

  /** Estimated number of distinct dropped op names. */
  long overflow() {
    return ops.estimate();
  }

  /** Estimated numbers of dropped devices and memories; {@code null} for none. */
  RunStatus.@Nullable TurnedAway turnedAway() {
    RunStatus.TurnedAway turned = new RunStatus.TurnedAway(devices.estimate(), memories.estimate());
    return turned.equals(RunStatus.TurnedAway.NONE) ? null : turned;
  }

  /** Limits a name to 128 bytes of UTF-8; a longer one is cut and ends in a hash of the whole. */
  public static String cut(String name) {
    return cut(name, MAX_BYTES);
  }

  /** Like {@link #cut(String)} with another limit in UTF-8 bytes. */
  public static String cut(String name, int most) {
    if (bytesOf(name, name.length(), most) <= most) {
      return name;
    }
    int end = Math.min(name.length(), most - HASH_BYTES);
    while (bytesOf(name, end, most) > most - HASH_BYTES
        || Character.isHighSurrogate(name.charAt(end - 1))) {
      end--;
    }
    return name.substring(0, end) + "~" + HexFormat.of().toHexDigits(name.hashCode());
  }

  /** UTF-8 length of the first characters; each half of a surrogate pair counts 2 bytes. */
  private static int bytesOf(String name, int chars, int most) {
    int bytes = 0;
    for (int i = 0; i < chars && bytes <= most; i++) {
      char c = name.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }

  /**
   * Number of distinct names, estimated by linear counting (Whang, Vander-Zanden and Taylor, 1990).
   * The error is a few per cent up to ten thousand names; the maximum is about thirty thousand.
   */
  @Stored
  private static final class DistinctCount {

    static final int BITS = 4096;

    /** The seen hashes as bits; short while only low ones were seen. */
    private long[] seen = new long[0];

    void add(String name) {
      int bit = mixed(name.hashCode()) & (BITS - 1);
      if (bit / Long.SIZE >= seen.length) {
        seen = Arrays.copyOf(seen, bit / Long.SIZE + 1);
      }
      seen[bit / Long.SIZE] |= 1L << bit;
    }

    /** Mixes the bits of a hash: names that differ only in a number differ only in the low bits. */
    private static int mixed(int hash) {
      int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
      mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
      return mixed ^ (mixed >>> 16);
    }

    long estimate() {
      int free = Math.max(1, BITS - Arrays.stream(seen).mapToInt(Long::bitCount).sum());
      return Math.round(-BITS * Math.log((double) free / BITS));
    }
  }
}
