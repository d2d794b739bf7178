package io.tidemark.analysis.memory;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Divides the freed bytes of a memory among the ops that produced the freed buffers. */
final class FreedShares {

  private FreedShares() {}

  /**
   * Returns the share of each producer. Shares of buffers without a known producer are left out:
   * they stay with the op that freed them.
   *
   * @param bytes decrease in use, at least 0
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
