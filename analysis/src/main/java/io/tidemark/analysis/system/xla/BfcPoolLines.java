package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.system.xla.BfcFact.Pool;

/**
 * Lines about an allocator's pool at the end of a dump.
 *
 * <pre>
 *   total_region_allocated_bytes_: N memory_limit_: N available bytes: N curr_region_…: N    (to 2.10)
 *   Total bytes in pool: N memory_limit_: N available bytes: N curr_region_…: N              (to 2.17)
 *   Total size in pool: S memory_limit_: S available size: S curr_region_…: S                (to 2.21)
 *   Allocator memory summary: rounded request S, total free in pool S, largest free chunk usable by
 *       lower end S, unallocated bytes S, pool size S, pool limit S                          (newest)
 * </pre>
 */
final class BfcPoolLines {

  private static final byte[][] HEADS = {
    Bytes.of("total_region_allocated_bytes_: "),
    Bytes.of("Total bytes in pool: "),
    Bytes.of("Total size in pool: ")
  };
  private static final byte[] LIMIT = Bytes.of(" memory_limit_: ");
  private static final byte[] AVAILABLE_BYTES = Bytes.of(" available bytes: ");
  private static final byte[] AVAILABLE_SIZE = Bytes.of(" available size: ");
  private static final byte[] SUMMARY = Bytes.of("Allocator memory summary: rounded request ");
  private static final byte[] FREE = Bytes.of(", total free in pool ");
  private static final byte[] LARGEST = Bytes.of(", largest free chunk usable by lower end ");
  private static final byte[] UNALLOCATED = Bytes.of(", unallocated bytes ");
  private static final byte[] POOL = Bytes.of(", pool size ");
  private static final byte[] POOL_LIMIT = Bytes.of(", pool limit ");

  private BfcPoolLines() {}

  static Parsed pool(XlaLogLine line) {
    if (line.cursor.accept(SUMMARY)) {
      return newest(line);
    }
    for (byte[] head : HEADS) {
      if (line.cursor.accept(head)) {
        return older(line);
      }
    }
    return Ignored.IGNORED;
  }

  private static Parsed older(XlaLogLine line) {
    Cursor cursor = line.cursor;
    long pool = line.size(LIMIT);
    long limit = pool == Sizes.NONE ? Sizes.NONE : Sizes.read(cursor);
    boolean known =
        limit != Sizes.NONE && (cursor.accept(AVAILABLE_BYTES) || cursor.accept(AVAILABLE_SIZE));
    long available = known ? Sizes.read(cursor) : Sizes.NONE;
    return available == Sizes.NONE
        ? line.rejected("pool: broken figures")
        : new Pool(line.thread(), pool, limit, available, -1);
  }

  private static Parsed newest(XlaLogLine line) {
    boolean known = line.size(FREE) != Sizes.NONE && line.size(LARGEST) != Sizes.NONE;
    long largest = known ? line.size(UNALLOCATED) : Sizes.NONE;
    long unallocated = largest == Sizes.NONE ? Sizes.NONE : line.size(POOL);
    long pool = unallocated == Sizes.NONE ? Sizes.NONE : line.size(POOL_LIMIT);
    long limit = pool == Sizes.NONE ? Sizes.NONE : Sizes.read(line.cursor);
    return limit == Sizes.NONE
        ? line.rejected("pool: broken figures")
        : new Pool(line.thread(), pool, limit, unallocated, largest);
  }
}
