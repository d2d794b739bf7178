package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.AllocationFailed;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.Shortage;
import org.jspecify.annotations.Nullable;

/**
 * Failed requests for L1 of a core or for the trace region. Memory lines do not include circular
 * buffers in L1, so only these errors show them.
 *
 * <pre>
 *   Statically allocated (circular|dataflow) buffers on core range R grow to N B
 *       which is beyond max L1 size of N B
 *   Statically allocated … buffers in program N clash with L1 buffers on core range R.
 *       L1 buffer allocated at N and static … buffer region ends at N
 *   Creating trace buffers of size NB on (MeshDevice|device) N, but only NB is allocated for
 *       trace region
 * </pre>
 */
final class RegionLines {

  private static final byte[] CIRCULAR = Bytes.of("circular");
  private static final byte[] DATAFLOW = Bytes.of("dataflow");
  private static final byte[] BUFFERS_ON = Bytes.of(" buffers on ");
  private static final byte[] GROW_TO = Bytes.of(" grow to ");
  private static final byte[] WHICH_IS_BEYOND = Bytes.of("which is beyond max L1 size of ");
  private static final byte[] BUFFERS_IN = Bytes.of(" buffers in ");
  private static final byte[] PROGRAM = Bytes.of("program ");
  private static final byte[] CLASH_ON = Bytes.of(" clash with L1 buffers on ");
  private static final byte[] BUFFER_AT = Bytes.of(". L1 buffer allocated at ");
  private static final byte[] AND_STATIC = Bytes.of(" and static ");
  private static final byte[] ENDS_AT = Bytes.of(" buffer region ends at ");
  private static final byte[] BYTES = Bytes.of(" B");
  private static final byte[] ON = Bytes.of("B on ");
  private static final byte[] MESH_DEVICE = Bytes.of("MeshDevice ");
  private static final byte[] DEVICE = Bytes.of("device ");
  private static final byte[] BUT_ONLY = Bytes.of(", but only ");
  private static final byte[] FOR_TRACE_REGION = Bytes.of("B is allocated for trace region");

  private static final int MAX_RANGE_BYTES = 512;
  private static final long NOT_STATED = -1;

  private RegionLines() {}

  /** Parses the text after {@code Statically allocated }. */
  static Parsed buffers(Line line, int at) {
    Cursor cursor = line.cursor(at);
    if (!cursor.accept(CIRCULAR) && !cursor.accept(DATAFLOW)) {
      return Ignored.IGNORED;
    }
    AllocationFailed failed;
    if (cursor.accept(BUFFERS_ON)) {
      failed = beyond(line, cursor);
    } else if (cursor.accept(BUFFERS_IN)) {
      failed = clash(line, cursor);
    } else {
      return Ignored.IGNORED;
    }
    return failed == null ? line.rejected(cursor.broke, "static buffers: broken figures") : failed;
  }

  private static @Nullable AllocationFailed beyond(Line line, Cursor cursor) {
    String range = upTo(cursor, GROW_TO);
    long end = range == null ? -1 : cursor.number();
    if (end < 0 || !cursor.accept(BYTES)) {
      return null;
    }
    cursor.skipBlanks();
    long size = cursor.accept(WHICH_IS_BEYOND) ? cursor.number() : -1;
    return size < 0 || !cursor.accept(BYTES)
        ? null
        : failed(line, "L1", end, size, NOT_STATED, Diagnosis.BUFFERS_BEYOND_L1, range);
  }

  private static @Nullable AllocationFailed clash(Line line, Cursor cursor) {
    int from = cursor.at;
    boolean named = cursor.accept(PROGRAM) && cursor.number() >= 0;
    String program = named ? Bytes.text(line.bytes, from, cursor.at) : null;
    String range = named && cursor.accept(CLASH_ON) ? upTo(cursor, BUFFER_AT) : null;
    long address = range == null ? -1 : cursor.number();
    if (address < 0
        || !cursor.accept(AND_STATIC)
        || !(cursor.accept(CIRCULAR) || cursor.accept(DATAFLOW))
        || !cursor.accept(ENDS_AT)) {
      return null;
    }
    long end = cursor.number();
    return end < 0
        ? null
        : failed(
            line, "L1", end, NOT_STATED, address, Diagnosis.BUFFERS_CLASH, program + ", " + range);
  }

  /** Parses the text after {@code Creating trace buffers of size }. */
  static Parsed trace(Line line, int at) {
    Cursor cursor = line.cursor(at);
    if (at == line.end || !Bytes.isDigit(line.bytes[at])) {
      // This is the format string itself, as source lines in a stack trace show it.
      return Ignored.IGNORED;
    }
    long needed = cursor.number();
    boolean on = needed >= 0 && cursor.accept(ON);
    int from = cursor.at;
    if (!on || !(cursor.accept(MESH_DEVICE) || cursor.accept(DEVICE)) || cursor.number() < 0) {
      return line.rejected(cursor.broke, "trace region: broken figures");
    }
    String where = Bytes.text(line.bytes, from, cursor.at);
    long size = cursor.accept(BUT_ONLY) ? cursor.number() : -1;
    return size < 0 || !cursor.accept(FOR_TRACE_REGION)
        ? line.rejected(cursor.broke, "trace region: broken figures")
        : failed(line, "TRACE", needed, size, NOT_STATED, Diagnosis.TRACE_REGION_TOO_SMALL, where);
  }

  private static @Nullable String upTo(Cursor cursor, byte[] mark) {
    int most = Math.min(cursor.end, cursor.at + MAX_RANGE_BYTES);
    int found = Bytes.indexOf(cursor.bytes, cursor.at, most, mark);
    if (found < 0) {
      cursor.broke = cursor.at;
      return null;
    }
    String text = cursor.text(found);
    cursor.at = found + mark.length;
    return text;
  }

  private static AllocationFailed failed(
      Line line,
      String memory,
      long needed,
      long size,
      long free,
      Diagnosis diagnosis,
      @Nullable String where) {
    return new AllocationFailed(
        line.device(),
        memory,
        Shortage.ofOneBank(BankBytes.stated(needed, size, NOT_STATED, free, NOT_STATED)),
        diagnosis,
        where,
        false);
  }
}
