package io.tidemark.analysis.memory;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Divides the bytes by which use of a memory fell among the ops that produced what was freed. */
final class FreedShares {

  private FreedShares() {}

  /**
   * The share of each producer. Shares of buffers without a known producer are left out: they stay
   * with the op that freed them.
   *
   * @param bytes by which use fell, not below 0
   */
  static Map<String, Long> of(List<FreedBuffer> freed, String memory, long bytes) {
    long all = 0;
    for (FreedBuffer buffer : freed) {
      all += buffer.memory().equals(memory) ? buffer.bytes() : 0;
    }
    Map<String, Long> shares = new TreeMap<>();
    long left = bytes;
    for (FreedBuffer buffer : freed) {
      String producer = buffer.producer();
      if (producer != null && all > 0 && buffer.memory().equals(memory)) {
        long share = Math.min(left, Math.round((double) bytes * buffer.bytes() / all));
        shares.merge(producer, share, Long::sum);
        left -= share;
      }
    }
    return shares;
  }
}
