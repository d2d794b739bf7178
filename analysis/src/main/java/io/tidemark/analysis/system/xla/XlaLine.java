package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;
import java.util.Map;

/**
 * A line of an allocator's dump, of an out-of-memory report, or a heading of a module's dump, which
 * a row of {@code lines.txt} reads.
 *
 * @param name of what the line states where several rows have its kind; else empty
 * @param thread writer of an allocator's line, since several threads dump at the same time; empty
 *     if its prefix states none
 * @param words texts by their names in the row
 * @param figures sizes and numbers by their names in the row
 */
public record XlaLine(
    Kind kind, String name, String thread, Map<String, String> words, Map<String, Long> figures)
    implements Fact {

  /**
   * Kinds of lines. Those up to the map are of the best-fit-with-coalescing allocator, those from
   * the assignment on of a dump of a module.
   */
  public enum Kind {
    /** A failed allocation. */
    FAILED,
    /** A rejected allocation whose caller has a fallback, which is no failure. */
    DECLINED,
    /** A node of TensorFlow's graph failed; one without an op is named by the next such line. */
    NODE,
    /** Start of a dump. */
    DUMP,
    /** A region that the allocator got from the device; its chunks follow. */
    REGION,
    /** A chunk in use. */
    USED,
    /** A free chunk. */
    FREE,
    /** A heading, a bin or a total; the chunks state the same exactly. */
    HEADING,
    /** Sizes of the allocator's pool. */
    POOL,
    /** Start of the statistics, which are lines without a prefix. */
    STATISTICS,
    STATISTIC,
    /** The map of used memory, which is the last line of a dump. */
    MAP,
    /** The memory of a reservation that failed; rows with exact figures follow. */
    CAPACITY,
    ROW,
    /** Head of the total need of a memory; its parts follow. */
    TOTAL,
    /** Head of the need of the program itself; its parts follow. */
    PROGRAM,
    /** A part of the total or of the program; without a size if that is unknown. */
    PART,
    /** One of the largest allocations; a key states its size if the line does not. */
    BUFFER,
    /** A property of the buffer before it. */
    KEY,
    /** End of a buffer, and start of what other sections list, too. */
    END,
    /** Start of the statistics of a buffer assignment. */
    DEBUGGING,
    /** A part of a buffer assignment, or its total. */
    ASSIGNED,
    /** Start of a dump's buffer assignment, of its values, or of its live ranges. */
    ASSIGNMENT,
    VALUES,
    LIVE_RANGE,
    /** The peak of unpadded bytes over all memories, the buffers there, and their total. */
    PEAK,
    PEAK_BUFFER,
    PEAK_TOTAL,
    /** Size of all allocations; a memory of a report, and its size. */
    TOTAL_BYTES,
    SPACE,
    SPACE_TOTAL;

    boolean isOfAllocator() {
      return compareTo(MAP) <= 0;
    }

    boolean isOfDump() {
      return compareTo(ASSIGNMENT) >= 0;
    }
  }

  @Override
  public String format() {
    return kind.isOfDump() ? Xla.DUMP : Xla.LOG;
  }

  @Override
  public boolean fromLogger() {
    return kind.isOfAllocator();
  }

  /** A text; empty if the line does not state it. */
  String word(String of) {
    return words.getOrDefault(of, "");
  }

  /** A figure; −1 if the line does not state it. */
  long figure(String of) {
    return figures.getOrDefault(of, -1L);
  }

  /** A number of few digits; the largest of them if it has more. */
  int index(String of) {
    return (int) Math.min(figure(of), Integer.MAX_VALUE);
  }

  /** The size that it is about; −1 if it states none. */
  long bytes() {
    return figure("bytes");
  }
}
