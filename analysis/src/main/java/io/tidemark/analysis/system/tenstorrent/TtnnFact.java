package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Facts from files of Tenstorrent tools: ttrt, ttnn and tt-metal's reports. */
public sealed interface TtnnFact extends Fact {

  /**
   * An executed op, and the memories after it.
   *
   * @param op name in MLIR
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

  /** A memory with its number of banks; the figures are of one bank. */
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
   * @param dramBytes bytes of all its channels
   * @param l1Bytes bytes of one core that programs may use
   */
  record CapturedDevice(String device, long dramBytes, long l1Bytes) implements TtnnFact {
    @Override
    public String format() {
      return TtnnFiles.GRAPH;
    }
  }

  /** A chip of a mesh. Nodes name the one or the other. */
  record MeshChip(String chip, String mesh) implements TtnnFact {
    @Override
    public String format() {
      return TtnnFiles.GRAPH;
    }
  }

  /**
   * A node of a graph capture.
   *
   * @param name name of a function, else empty
   * @param memory {@code DRAM} or {@code L1} of a buffer, else empty
   * @param bytes size of a buffer: the whole in DRAM, the part of one core in L1; −1 if unknown
   * @param buffer node of the buffer that is allocated or freed; −1 for none
   */
  record Node(
      Kind kind, long counter, String name, String device, String memory, long bytes, long buffer)
      implements TtnnFact {

    /** Kind of a node. */
    public enum Kind {
      FUNCTION_STARTED,
      FUNCTION_ENDED,
      BUFFER,
      ALLOCATED,
      FREED,
      CIRCULAR_ALLOCATED,
      /** Memory of the running program that is no circular buffer. */
      PROGRAM_ALLOCATED,
      /** Frees all memory of the running program. */
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
   * Heading of the summary.
   *
   * @param unitBytes unit of the figures below it
   */
  record ReportHeading(int unitBytes) implements ReportLine {}

  /** A memory of the summary, per bank; the first row of a program has the program's number. */
  record ReportRow(@Nullable String program, long capacity, long used, long free, long largestFree)
      implements ReportLine {}

  /** Start of a memory's section in the detailed report. */
  record ReportSection(String memory) implements ReportLine {}

  /** Allocatable bytes of the section's memory, over all banks. */
  record ReportCapacity(long bytes) implements ReportLine {}
}
