package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import org.jspecify.annotations.Nullable;

/**
 * The table of accesses from TPU-MLIR's {@code bmprofile_generator.py}. Texts are quoted without
 * escapes, and every field ends in a comma. A copy saved by a spreadsheet has neither. Floats are
 * in Python's format.
 */
final class MemoryAccessFormat extends LineFormat {

  private static final String QUOTE = "\"";
  private static final String COMMA = ",";
  private static final byte[] FIRST_COLUMN = Bytes.of("mem_type");
  private static final String COLUMNS =
      "mem_type,start_addr,end_addr,byte_size,rw_type,start_usec,end_usec,duration,partition,info";
  private static final int ADDRESS_DIGITS = 16;
  private static final int MAX_TEXT_BYTES = 1024;

  MemoryAccessFormat(String name) {
    super(name);
  }

  @Override
  public boolean mayBegin(byte first) {
    return first == '"' || first == 'g' || first == 'l' || first == 'm';
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    if (end - start < FIRST_COLUMN.length) {
      return Ignored.IGNORED;
    }
    boolean quoted = bytes[start] == '"';
    byte first = bytes[quoted ? start + 1 : start];
    if (first != 'g' && first != 'l' && first != 'm') {
      return Ignored.IGNORED;
    }
    Cursor in = new Cursor(bytes, start, end);
    in.accept(QUOTE);
    if (in.accept(FIRST_COLUMN)) {
      return heading(Bytes.text(bytes, start, Math.min(end, start + MAX_TEXT_BYTES)));
    }
    boolean local = in.accept("local");
    if (!(local || in.accept("global")) || in.accept(QUOTE) != quoted || !in.accept(COMMA)) {
      return Ignored.IGNORED;
    }
    long address = in.number(ADDRESS_DIGITS);
    if (address < 0) {
      // Any list may begin with these words.
      return Ignored.IGNORED;
    }
    Fact access = access(in, local, address);
    return access != null ? access : new Rejected(name, in.broke - start + 1, "no memory access");
  }

  private Parsed heading(String line) {
    String columns = line.replace("\"", "");
    return columns.equals(COLUMNS) || columns.equals(COLUMNS + ",")
        ? new MemoryAccessFact.Heading()
        : new Rejected(name, 1, "a table of memory accesses with other columns");
  }

  private static @Nullable Fact access(Cursor in, boolean local, long address) {
    long end = in.accept(COMMA) ? in.number(ADDRESS_DIGITS) : -1;
    long bytes = end >= 0 && in.accept(COMMA) ? in.number() : -1;
    if (bytes < 0 || !in.accept(COMMA)) {
      return null;
    }
    in.accept(QUOTE);
    boolean write = in.accept("W");
    if (!write && !in.accept("R")) {
      return null;
    }
    in.accept(QUOTE);
    double from = Decimals.after(COMMA, in);
    double to = Double.isNaN(from) ? from : Decimals.after(COMMA, in);
    double duration = Double.isNaN(to) ? to : Decimals.after(COMMA, in);
    if (Double.isNaN(duration) || !in.accept(COMMA)) {
      return null;
    }
    String partition = partition(in);
    MemoryAccessFact.Span span = new MemoryAccessFact.Span(from, to);
    return new MemoryAccessFact.Access(local, address, bytes, write, span, partition, rest(in));
  }

  /** No known partition name contains a comma; the text after it may. */
  private static String partition(Cursor in) {
    int comma = Bytes.indexOf(in.bytes, in.at, in.end, (byte) ',');
    int end = comma < 0 ? in.end : comma;
    String text = unquoted(in, in.at, end);
    in.at = comma < 0 ? in.end : comma + 1;
    return text;
  }

  private static String rest(Cursor in) {
    boolean comma = in.end > in.at && in.bytes[in.end - 1] == ',';
    return unquoted(in, in.at, comma ? in.end - 1 : in.end);
  }

  private static String unquoted(Cursor in, int from, int to) {
    boolean quoted = to - from >= 2 && in.bytes[from] == '"' && in.bytes[to - 1] == '"';
    int first = quoted ? from + 1 : from;
    int last = quoted ? to - 1 : to;
    return Bytes.text(in.bytes, first, Math.min(last, first + MAX_TEXT_BYTES));
  }

  /** Reads floats as Python prints them: {@code 12.5}, {@code 7}, {@code 1e-05}. */
  private static final class Decimals {

    private static final int MAX_BYTES = 32;

    private Decimals() {}

    /**
     * Reads the number after {@code literal}. Returns NaN and leaves the cursor if either is
     * missing.
     */
    static double after(String literal, Cursor in) {
      int begin = in.at;
      if (!in.accept(literal)) {
        return Double.NaN;
      }
      int end = in.at;
      while (end < in.end && isPart(in.bytes[end])) {
        end++;
      }
      int from = in.at;
      if (end > from && end - from <= MAX_BYTES) {
        try {
          double value = Double.parseDouble(in.text(end));
          in.at = end;
          return value;
        } catch (NumberFormatException e) {
          // These characters are in an invalid order.
        }
      }
      in.broke = from;
      in.at = begin;
      return Double.NaN;
    }

    private static boolean isPart(byte b) {
      return Bytes.isDigit(b) || b == '.' || b == '-' || b == '+' || b == 'e';
    }
  }
}
