package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.system.xla.BfcFact.Pool;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lines about an allocator's pool at the end of a dump. Their parts are found by name.
 *
 * <pre>
 *   total_region_allocated_bytes_: N memory_limit_: N available bytes: N curr_region_…: N    (to 2.10)
 *   Total bytes in pool: N memory_limit_: N available bytes: N curr_region_…: N              (to 2.17)
 *   Total size in pool: S memory_limit_: S available size: S curr_region_…: S                (to 2.21)
 *   Allocator memory summary: rounded request S, total free in pool S, largest free chunk usable by
 *       lower|upper end S, unallocated bytes S, pool size S, pool limit S                    (newest)
 * </pre>
 */
final class BfcPoolLines {

  private static final List<String> HEADS =
      List.of("total_region_allocated_bytes_: ", "Total bytes in pool: ", "Total size in pool: ");
  private static final String AVAILABLE = " available ";
  private static final byte[] SUMMARY = Bytes.of("Allocator memory summary: ");

  private static final Long NONE = Sizes.NONE;

  private BfcPoolLines() {}

  static Parsed pool(XlaLogLine line) {
    int from = line.cursor.at;
    if (Bytes.startsWith(line.bytes, from, line.end, SUMMARY)) {
      return pool(
          line,
          "pool size ",
          "pool limit ",
          "unallocated bytes ",
          size(line, "total free in pool "),
          size(line, "largest free chunk", " end "));
    }
    for (String head : HEADS) {
      if (Bytes.startsWith(line.bytes, from, line.end, Bytes.of(head))) {
        return pool(line, head, " memory_limit_: ", AVAILABLE, -1, -1);
      }
    }
    return Ignored.IGNORED;
  }

  private static Parsed pool(
      XlaLogLine line, String pool, String limit, String rest, long free, long largest) {
    long poolBytes = size(line, pool);
    long limitBytes = size(line, limit);
    long restBytes = rest.equals(AVAILABLE) ? size(line, rest, ": ") : size(line, rest);
    return Stream.of(poolBytes, limitBytes, restBytes, free, largest).anyMatch(NONE::equals)
        ? line.rejected("pool: broken figures")
        : new Pool(line.thread(), poolBytes, limitBytes, restBytes, free, largest);
  }

  /** Reads the size after the marks; {@link Sizes#NONE} without one. */
  private static long size(XlaLogLine line, String... marks) {
    int from = line.cursor.at;
    long size = Sizes.NONE;
    boolean found = true;
    for (String mark : marks) {
      found &= line.upTo(mark) != null;
    }
    if (found) {
      size = Sizes.read(line.cursor);
    }
    line.cursor.at = from;
    return size;
  }
}
