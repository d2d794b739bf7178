package io.tidemark.sink.page;

/** How large a document may be to be held in memory. */
final class DocumentBound {

  private static final long LEAST = 1 << 20;
  private static final long MOST = 16 << 20;
  private static final int PART_OF_HEAP = 32;

  private DocumentBound() {}

  /** 8 MiB of a heap of 256 MiB. */
  static long bytes() {
    return Math.max(LEAST, Math.min(MOST, Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
  }
}
