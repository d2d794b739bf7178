package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Parses the first line of each kind of failure. The texts are those of libtpu 0.0.42.1, of {@code
 * hlo_rematerialization.cc} and of the PJRT client. A longer report may follow, see {@link
 * XlaReportLines}.
 *
 * <pre>
 *   Ran out of memory in memory space hbm. Used 30.21G of 15.48G hbm. Exceeded hbm capacity by 14.73G.
 *   Ran out of memory in memory space vmem…. Scoped allocation with size S and limit S exceeded scoped …
 *   Ran out of memory on HBM, the total memory required for HLO temporaries (S) exceeds available HBM (S).
 *   Attempting to reserve S at the bottom of memory. That was not possible. There are S free, S
 *       reserved, and S reservable.
 *   Allocation (size=N) would exceed memory (size=N) :: #a [shape = 'S', space=vmem, …, tag = '…'] :: …
 *   Out of memory while trying to allocate N bytes
 *   Can't reduce memory use below S (N bytes) by rematerialization; only reduced to S (N bytes),
 *       down from S (N bytes) originally
 * </pre>
 */
final class XlaOomHeads {

  private static final byte[] USED = Bytes.of(". Used ");
  private static final byte[] OF = Bytes.of(" of ");
  private static final byte[] BLANK = Bytes.of(" ");
  private static final byte[] EXCEEDED = Bytes.of(". Exceeded ");
  private static final byte[] CAPACITY_BY = Bytes.of(" capacity by ");
  private static final byte[] STOP = Bytes.of(".");
  private static final byte[] NOTHING = {};
  private static final byte[] SCOPED = Bytes.of("Scoped allocation with size ");
  private static final byte[] AND_LIMIT = Bytes.of(" and limit ");
  private static final byte[] EXCEEDED_SCOPED = Bytes.of(" exceeded scoped ");
  private static final byte[] REQUIRED =
      Bytes.of(", the total memory required for HLO temporaries (");
  private static final byte[] AVAILABLE = Bytes.of(") exceeds available ");
  private static final byte[] OPEN = Bytes.of(" (");
  private static final byte[] CLOSE = Bytes.of(").");
  private static final byte[] AT_THE = Bytes.of(" at the ");
  private static final byte[] NOT_POSSIBLE =
      Bytes.of(" of memory. That was not possible. There are ");
  private static final byte[] FREE = Bytes.of(" free, ");
  private static final byte[] RESERVED = Bytes.of(" reserved, and ");
  private static final byte[] RESERVABLE = Bytes.of(" reservable.");
  private static final byte[] WOULD_EXCEED = Bytes.of(") would exceed memory (size=");
  private static final byte[] LIST = Bytes.of(") :: ");
  private static final byte[] SHAPE = Bytes.of(" [shape = '");
  private static final byte[] SPACE = Bytes.of("', space=");
  private static final byte[] SIZE = Bytes.of(", size = 0x");
  private static final byte[] TAG = Bytes.of(", tag = '");
  private static final byte[] TAG_END = Bytes.of("'] :: ");
  private static final byte[] END = Bytes.of("] :: ");
  private static final byte[] BYTES = Bytes.of(" bytes");
  private static final byte[] BYTES_CLOSE = Bytes.of(" bytes)");
  private static final byte[] REDUCED = Bytes.of(" by rematerialization; only reduced to ");
  private static final byte[] DOWN = Bytes.of(", down from ");

  private XlaOomHeads() {}

  static Parsed inMemorySpace(XlaLogLine line) {
    Cursor cursor = line.cursor;
    String space = line.word(NOTHING);
    if (space == null) {
      return Ignored.IGNORED;
    }
    if (!cursor.accept(USED)) {
      return scoped(line, space);
    }
    long used = line.size(OF);
    long limit = used == Sizes.NONE ? Sizes.NONE : line.size(BLANK);
    return limit != Sizes.NONE
            && line.word(EXCEEDED) != null
            && line.word(CAPACITY_BY) != null
            && line.size(STOP) != Sizes.NONE
        ? exceeded(space, used, limit, null)
        : line.rejected("out of memory: broken figures");
  }

  private static Parsed scoped(XlaLogLine line, String space) {
    String before = line.upTo(SCOPED);
    long size = before == null ? Sizes.NONE : line.size(AND_LIMIT);
    long limit = size == Sizes.NONE ? Sizes.NONE : line.size(EXCEEDED_SCOPED);
    if (before == null || limit == Sizes.NONE) {
      return line.rejected("out of memory: broken figures");
    }
    String where = before.replaceFirst("[. ]+$", "").strip();
    return exceeded(space, size, limit, where.isEmpty() ? "scoped" : "scoped, " + where);
  }

  static Parsed onMemory(XlaLogLine line) {
    String memory = line.word(REQUIRED);
    if (memory == null) {
      // Another program prints these words, too.
      return Ignored.IGNORED;
    }
    long needed = line.size(AVAILABLE);
    long limit = needed != Sizes.NONE && line.word(OPEN) != null ? line.size(CLOSE) : Sizes.NONE;
    return limit == Sizes.NONE
        ? line.rejected("out of memory: broken figures")
        : exceeded(memory, needed, limit, null);
  }

  static Parsed attempt(XlaLogLine line) {
    long needed = line.size(AT_THE);
    if (needed == Sizes.NONE) {
      return Ignored.IGNORED;
    }
    boolean known = line.word(NOT_POSSIBLE) != null;
    long free = known ? line.size(FREE) : Sizes.NONE;
    long reserved = free == Sizes.NONE ? Sizes.NONE : line.size(RESERVED);
    long reservable = reserved == Sizes.NONE ? Sizes.NONE : line.size(RESERVABLE);
    return reservable == Sizes.NONE
        ? line.rejected("reservation: broken figures")
        : new XlaOomFact.Unreservable(positive(needed), positive(free), positive(reservable));
  }

  static Parsed onChip(XlaLogLine line) {
    long needed = line.number(WOULD_EXCEED);
    if (needed < 0) {
      return Ignored.IGNORED;
    }
    long limit = line.number(LIST);
    String buffer = limit < 0 ? null : line.upTo(SHAPE);
    String shape = buffer == null ? null : line.upTo(SPACE);
    String space = shape == null ? null : line.word(SIZE);
    if (space == null) {
      return line.rejected("allocation: broken figures");
    }
    Cursor cursor = line.cursor;
    int tag = Bytes.indexOf(line.bytes, cursor.at, Math.min(line.end, cursor.at + 64), TAG);
    cursor.at = tag < 0 ? cursor.at : tag + TAG.length;
    String shown = line.upTo(tag < 0 ? END : TAG_END);
    return shown == null
        ? line.rejected("allocation: cut")
        : exceeded(space, needed, limit, buffer + " " + (tag < 0 ? shape : shape + ", " + shown));
  }

  static Parsed whileTrying(XlaLogLine line) {
    long needed = line.cursor.number();
    if (needed >= 0 && line.cursor.accept(BYTES)) {
      return new XlaOomFact.Unallocatable(needed);
    }
    return needed < 0 ? Ignored.IGNORED : line.rejected("out of memory: cut");
  }

  static Parsed rematerialization(XlaLogLine line) {
    long limit = both(line, REDUCED);
    long reduced = limit < 0 ? -1 : both(line, DOWN);
    long from = reduced < 0 ? -1 : both(line, NOTHING);
    return from < 0
        ? line.rejected("rematerialization: broken figures")
        : new XlaOomFact.Rematerialized(limit, reduced, from);
  }

  /**
   * Reads {@code 89.66GiB (96270652980 bytes)} and {@code mark}. Returns the exact figure, or −1.
   */
  private static long both(XlaLogLine line, byte[] mark) {
    long rounded = line.size(OPEN);
    long exact = rounded == Sizes.NONE ? -1 : line.number(BYTES_CLOSE);
    return exact >= 0 && line.cursor.accept(mark) ? exact : -1;
  }

  private static XlaOomFact exceeded(
      String memory, long needed, long limit, @Nullable String where) {
    return new XlaOomFact.Exceeded(
        memory.toUpperCase(Locale.ROOT), positive(needed), positive(limit), where);
  }

  private static long positive(long bytes) {
    return Math.max(0, bytes);
  }
}
