package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;

/**
 * What the best-fit-with-coalescing allocator of TensorFlow and XLA prints ({@code
 * tsl/framework/bfc_allocator.cc}). Threads dump at once, so each line names its own, empty when
 * its prefix does not.
 */
public sealed interface BfcFact extends Fact {

  @Override
  default String format() {
    return Xla.LOG;
  }

  @Override
  default boolean fromLogger() {
    return true;
  }

  String thread();

  /** An allocation failed; {@code op} is empty when none asked. */
  record Failed(String thread, String allocator, long bytes, long roundedBytes, String op)
      implements BfcFact {}

  /** One failed that its caller can do without: no failure. */
  record Declined(String thread, String allocator, long bytes) implements BfcFact {}

  /** The device's driver gave the allocator no more memory: it may still do with what it has. */
  record NotExtended(String thread, long bytes) implements BfcFact {}

  /** TensorFlow says of a failure which tensor it was for; −1 bytes when its type is unknown. */
  record TensorFailed(String thread, String tensor, long bytes, String device, String allocator)
      implements BfcFact {}

  /** A dump begins. */
  record DumpStarted(String thread, String allocator) implements BfcFact {}

  /** The chunks of one range of sizes. */
  record Bin(String thread, long size, long chunks, long inUse, long bytes, long inUseBytes)
      implements BfcFact {}

  /** The bin that the request belongs to. */
  record BinOfRequest(String thread) implements BfcFact {}

  /** A region that the allocator got from the device; its {@link Chunk}s follow. */
  record Region(String thread, long bytes) implements BfcFact {}

  /** A piece of a region. */
  record Chunk(String thread, boolean inUse, long bytes) implements BfcFact {}

  /** Chunks in use of one size. */
  record Summary(String thread, long chunks, long bytes) implements BfcFact {}

  /** A heading or a total that says nothing the lines around it do not say exactly. */
  record Heading(String thread) implements BfcFact {}

  /** What the allocator holds, and may yet get; {@code largestFreeBytes} −1 when unknown. */
  record Pool(
      String thread, long poolBytes, long limitBytes, long unallocatedBytes, long largestFreeBytes)
      implements BfcFact {}

  /** The statistics begin: lines without a prefix. */
  record StatsStarted(String thread) implements BfcFact {}

  /** What a line of the statistics is about. */
  enum Stat {
    LIMIT("Limit"),
    IN_USE("InUse"),
    MAX_IN_USE("MaxInUse"),
    NUM_ALLOCS("NumAllocs"),
    MAX_ALLOC_SIZE("MaxAllocSize"),
    RESERVED("Reserved"),
    PEAK_RESERVED("PeakReserved"),
    LARGEST_FREE_BLOCK("LargestFreeBlock");

    /** As the line begins. */
    public final String text;

    Stat(String text) {
      this.text = text;
    }
  }

  /** A line of the statistics. */
  record StatLine(Stat stat, long value) implements BfcFact {
    @Override
    public String thread() {
      return "";
    }
  }

  /** The map of what is used, the last line of a dump. */
  record OccupancyMap(String thread) implements BfcFact {}
}
