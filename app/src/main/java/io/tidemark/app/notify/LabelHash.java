package io.tidemark.app.notify;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fingerprint of a set of labels as Prometheus and Alertmanager compute it: 64-bit FNV-1a over
 * names and values in order of the names, each followed by a byte 255.
 */
final class LabelHash {

  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private LabelHash() {}

  /** Sixteen hexadecimal digits. */
  static String of(Map<String, String> labels) {
    long hash = OFFSET;
    for (Map.Entry<String, String> label : new TreeMap<>(labels).entrySet()) {
      hash = add(add(hash, label.getKey()), label.getValue());
    }
    return "%016x".formatted(hash);
  }

  private static long add(long hash, String text) {
    long sum = hash;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      sum = (sum ^ (b & 0xff)) * PRIME;
    }
    return (sum ^ 0xff) * PRIME;
  }
}
