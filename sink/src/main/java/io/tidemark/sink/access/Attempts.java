package io.tidemark.sink.access;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Limits password attempts per address: ten at once, then one in six seconds. Covers the newest
 * thousand addresses; an IPv6 address counts with its network of 64 bits.
 */
final class Attempts {

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
