package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a file of the Tenstorrent tools says: of ttrt, ttnn and tt-metal's reports. */
public sealed interface TtnnFact extends Fact {

  /**
   * An op that has run, and the memories after it.
   *
   * @param op as MLIR names it
   */
  record OpMemory(String op, @Nullable String location, List<Bank> memories) implements TtnnFact {
    public OpMemory {
      memories = List.copyOf(memories);
    }

    @Override
    public String format() {
      return TtnnFiles.MEMORY;
    }
  }

  /** A memory of so many banks, and what one of them holds. */
  record Bank(
      String memory,
      int banks,
      long capacityBytes,
      long usedBytes,
      long freeBytes,
      long largestFreeBytes) {}

  /**
   * A device of a graph capture.
   *
   * @param dramBytes of all its channels
   * @param l1Bytes of one core, as far as programs may use it
   */
  record CapturedDevice(String device, long dramBytes, long l1Bytes) implements TtnnFact {
    @Override
    public String format() {
      return TtnnFiles.GRAPH;
    }
  }

  /**
   * A node of a graph capture.
   *
   * @param name of a function, else empty
   * @param memory {@code DRAM} or {@code L1} of a buffer, else empty
   * @param bytes of a buffer in DRAM the whole, in L1 what one core holds of it, −1 when unknown
   * @param buffer the node of the buffer that comes or goes, −1 for none
   */
  record Node(
      Kind kind, long counter, String name, String device, String memory, long bytes, long buffer)
      implements TtnnFact {

    /** What a node is. */
    public enum Kind {
      FUNCTION_STARTED,
      FUNCTION_ENDED,
      BUFFER,
      ALLOCATED,
      FREED,
      CIRCULAR_ALLOCATED,
      CIRCULAR_FREED,
      CAPTURE_ENDED
    }

    @Override
    public String format() {
      return TtnnFiles.GRAPH;
    }
  }

  /** A line of the memory reports of tt-metal. */
  sealed interface ReportLine extends TtnnFact {
    @Override
    default String format() {
      return TtnnFiles.REPORT;
    }
  }

  /**
   * The summary's heading.
   *
   * @param unitBytes of the figures below it
   */
  record ReportHeading(int unitBytes) implements ReportLine {}

  /** A memory of the summary, per bank; a program's number stands before its first. */
  record ReportRow(@Nullable String program, long capacity, long used, long free, long largestFree)
      implements ReportLine {}

  /** The detailed report goes on with a memory. */
  record ReportSection(String memory) implements ReportLine {}

  /** What of the section's memory can be allocated, over all banks. */
  record ReportCapacity(long bytes) implements ReportLine {}
}
