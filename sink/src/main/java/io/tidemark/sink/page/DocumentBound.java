package io.tidemark.sink.page;

import io.tidemark.model.ByteSize;

/** The largest document that is held in memory. */
final class DocumentBound {

  private static final long LEAST = ByteSize.MIB;
  private static final long MOST = 16 * ByteSize.MIB;
  private static final int PART_OF_HEAP = 32;

  private DocumentBound() {}

  /** 8 MiB for a heap of 256 MiB. */
  static long bytes() {
    return Math.max(LEAST, Math.min(MOST, Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
  }
}
