package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.Op;
import io.tidemark.model.RunStatus;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which names of a run are kept by themselves. Of its ops the first {@link
 * AdmissionLimits#MOST_OPS}; the rest share {@link Op#OTHER}. Nothing is kept of a device or a
 * memory for which there is no room. How many distinct names were turned away is estimated.
 */
public final class OpNameLimiter {

  /** Of UTF-8: what is kept of a name is kept many times. */
  private static final int MAX_BYTES = 128;

  private static final int HASH_BYTES = 9;

  /** By name the string that all figures of it are kept under: they compare at a glance then. */
  private final Map<String, String> admitted = new HashMap<>();

  private final DistinctCount ops = new DistinctCount();
  private final DistinctCount devices = new DistinctCount();
  private final DistinctCount memories = new DistinctCount();

  /** In the order they are written; {@code null} when one was admitted since. */
  private @Nullable List<String> sorted;

  /** The name that figures of {@code name} are kept under. */
  String admit(String name) {
    String known = admitted.get(name);
    if (known != null) {
      return known;
    }
    if (Op.isUnattributed(name)) {
      return name;
    }
    if (admitted.size() < AdmissionLimits.MOST_OPS) {
      admitted.put(name, name);
      sorted = null;
      return name;
    }
    ops.add(name);
    return Op.OTHER;
  }

  /** There is no room for the device. */
  void dropDevice(String name) {
    devices.add(name);
  }

  /** There is no room for the memory on its device. */
  void dropMemory(String name) {
    memories.add(name);
  }

  /** Op names turned away. */
  long overflow() {
    return ops.estimate();
  }

  /** Devices and memories turned away; {@code null} for none. */
  RunStatus.@Nullable TurnedAway turnedAway() {
    RunStatus.TurnedAway turned = new RunStatus.TurnedAway(devices.estimate(), memories.estimate());
    return turned.equals(RunStatus.TurnedAway.NONE) ? null : turned;
  }

  /** At most 128 bytes of UTF-8; a longer name is cut and ends in a hash of the whole. */
  public static String cut(String name) {
    return cut(name, MAX_BYTES);
  }

  /** The same with another limit of UTF-8 bytes. */
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

  /** Of its first characters in UTF-8; half of a pair counts as a whole of three. */
  private static int bytesOf(String name, int chars, int most) {
    int bytes = 0;
    for (int i = 0; i < chars && bytes <= most; i++) {
      char c = name.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }

  void write(PartWriter out) {
    List<String> names = sorted;
    if (names == null) {
      names = admitted.keySet().stream().sorted().toList();
      sorted = names;
    }
    out.number(names.size());
    names.forEach(out::text);
    ops.write(out);
    devices.write(out);
    memories.write(out);
  }

  static OpNameLimiter read(PartReader in) {
    OpNameLimiter names = new OpNameLimiter();
    for (int left = in.count(); left > 0; left--) {
      String name = in.word();
      names.admitted.put(name, name);
    }
    names.ops.read(in);
    names.devices.read(in);
    names.memories.read(in);
    return names;
  }
}
