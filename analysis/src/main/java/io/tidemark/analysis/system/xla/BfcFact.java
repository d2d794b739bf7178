package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;

/**
 * Lines of the best-fit-with-coalescing allocator of TensorFlow and XLA ({@code
 * tsl/framework/bfc_allocator.cc}). Several threads may dump at the same time, so each line has its
 * thread, empty if its prefix does not state one.
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

  /** A failed allocation; {@code roundedBytes} is −1 and {@code op} empty if not stated. */
  record Failed(String thread, String allocator, long bytes, long roundedBytes, String op)
      implements BfcFact {}

  /** A rejected allocation whose caller has a fallback, which is no failure. */
  record Declined(String thread, String allocator, long bytes) implements BfcFact {}

  /** A node of TensorFlow's graph failed; {@code op} is empty if the next such line names it. */
  record NodeFailed(String thread, String op) implements BfcFact {}

  /** Start of a dump. */
  record DumpStarted(String thread, String allocator) implements BfcFact {}

  /** A region that the allocator got from the device; its {@link Chunk}s follow. */
  record Region(String thread, long bytes) implements BfcFact {}

  /** A chunk of a region. */
  record Chunk(String thread, boolean inUse, long bytes) implements BfcFact {}

  /** A heading, a bin or a total; the chunks state the same exactly. */
  record Heading(String thread) implements BfcFact {}

  /** Sizes of the allocator's pool; the free and the largest free bytes are −1 if unknown. */
  record Pool(
      String thread,
      long poolBytes,
      long limitBytes,
      long unallocatedBytes,
      long freeBytes,
      long largestFreeBytes)
      implements BfcFact {}

  /** Start of the statistics, which are lines without a prefix. */
  record StatsStarted(String thread) implements BfcFact {}

  /** Kind of a statistic. */
  enum Stat {
    LIMIT("Limit"),
    IN_USE("InUse"),
    MAX_IN_USE("MaxInUse"),
    NUM_ALLOCS("NumAllocs"),
    MAX_ALLOC_SIZE("MaxAllocSize"),
    RESERVED("Reserved"),
    PEAK_RESERVED("PeakReserved"),
    LARGEST_FREE_BLOCK("LargestFreeBlock");

    /** Start of the line. */
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

  /** The map of used memory, which is the last line of a dump. */
  record OccupancyMap(String thread) implements BfcFact {}
}
