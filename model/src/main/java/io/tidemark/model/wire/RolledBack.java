package io.tidemark.model.wire;

import org.apache.kafka.common.header.Headers;

/**
 * Marks a tombstone of a key that was published too early. The previous value of the key may
 * follow. Such a tombstone ends no key, so totals of consumers do not grow by it.
 */
public final class RolledBack {

  private static final String HEADER = "rolled-back";
  private static final byte[] NO_VALUE = new byte[0];

  private RolledBack() {}

  /** Marks the record of these headers. */
  public static void mark(Headers headers) {
    headers.add(HEADER, NO_VALUE);
  }

  /** Whether the record of these headers is marked. */
  public static boolean isMarked(Headers headers) {
    return headers.lastHeader(HEADER) != null;
  }
}
