package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.system.xla.BfcFact.Pool;
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

  private static final byte[][] HEADS = {
    Bytes.of("total_region_allocated_bytes_: "),
    Bytes.of("Total bytes in pool: "),
    Bytes.of("Total size in pool: ")
  };
  private static final byte[] LIMIT = Bytes.of(" memory_limit_: ");
  private static final byte[] AVAILABLE = Bytes.of(" available ");
  private static final byte[] COLON = Bytes.of(": ");
  private static final byte[] SUMMARY = Bytes.of("Allocator memory summary: ");
  private static final byte[] FREE = Bytes.of("total free in pool ");
  private static final byte[] LARGEST = Bytes.of("largest free chunk");
  private static final byte[] END = Bytes.of(" end ");
  private static final byte[] UNALLOCATED = Bytes.of("unallocated bytes ");
  private static final byte[] POOL = Bytes.of("pool size ");
  private static final byte[] POOL_LIMIT = Bytes.of("pool limit ");

  private static final Long NONE = Sizes.NONE;

  private BfcPoolLines() {}

  static Parsed pool(XlaLogLine line) {
    int from = line.cursor.at;
    if (Bytes.startsWith(line.bytes, from, line.end, SUMMARY)) {
      return pool(line, POOL, POOL_LIMIT, UNALLOCATED, size(line, FREE), size(line, LARGEST, END));
    }
    for (byte[] head : HEADS) {
      if (Bytes.startsWith(line.bytes, from, line.end, head)) {
        return pool(line, head, LIMIT, AVAILABLE, -1, -1);
      }
    }
    return Ignored.IGNORED;
  }

  private static Parsed pool(
      XlaLogLine line, byte[] pool, byte[] limit, byte[] rest, long free, long largest) {
    long poolBytes = size(line, pool);
    long limitBytes = size(line, limit);
    long restBytes = rest == AVAILABLE ? size(line, rest, COLON) : size(line, rest);
    return Stream.of(poolBytes, limitBytes, restBytes, free, largest).anyMatch(NONE::equals)
        ? line.rejected("pool: broken figures")
        : new Pool(line.thread(), poolBytes, limitBytes, restBytes, free, largest);
  }

  /** Reads the size after the marks; {@link Sizes#NONE} without one. */
  private static long size(XlaLogLine line, byte[]... marks) {
    int from = line.cursor.at;
    long size = Sizes.NONE;
    boolean found = true;
    for (byte[] mark : marks) {
      found &= line.upTo(mark) != null;
    }
    if (found) {
      size = Sizes.read(line.cursor);
    }
    line.cursor.at = from;
    return size;
  }
}
