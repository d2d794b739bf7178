package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rest of a {@code mtype=} line, as printed by the destructor of the runtime's {@code
 * BMProfile}. Any blanks between fields are accepted, as in the runtime's own readers.
 */
final class BmProfileBlock {

  private static final byte[] MINUS = Bytes.of("-");
  private static final byte[] ADDRESS = Bytes.of("addr=");
  private static final byte[] SIZE = Bytes.of("size=");
  private static final byte[] ALLOCATED = Bytes.of("alloc=");
  private static final byte[] FREED = Bytes.of("free=");
  private static final byte[] WHAT = Bytes.of("desc=");
  private static final int ID_DIGITS = 9;
  private static final int SIZE_DIGITS = 10;
  private static final int LONG_DIGITS = 18;
  private static final int MAX_TEXT_BYTES = 1024;

  /** The runtime prints an unsigned 32-bit size as a signed one. */
  private static final long WRAP = 1L << 32;

  private BmProfileBlock() {}

  /** Reads a block; {@code null} for a broken line, see {@link Cursor#broke}. */
  static BmProfileFact.@Nullable Block read(Cursor in) {
    long memory = in.number(ID_DIGITS);
    long address = memory < 0 ? -1 : field(in, ADDRESS, LONG_DIGITS);
    long bytes = address < 0 ? -1 : size(in);
    long allocated = bytes < 0 ? -1 : field(in, ALLOCATED, LONG_DIGITS);
    long freed = allocated < 0 ? -1 : field(in, FREED, LONG_DIGITS);
    in.skipBlanks();
    if (freed < 0 || !in.accept(WHAT)) {
      return null;
    }
    String what = in.text(Math.min(in.end, in.at + MAX_TEXT_BYTES));
    return new BmProfileFact.Block((int) memory, address, bytes, allocated, freed, what);
  }

  private static long field(Cursor in, byte[] key, int digits) {
    in.skipBlanks();
    return in.accept(key) ? in.number(digits) : -1;
  }

  private static long size(Cursor in) {
    in.skipBlanks();
    if (!in.accept(SIZE)) {
      return -1;
    }
    boolean negative = in.accept(MINUS);
    long bytes = in.number(SIZE_DIGITS);
    return negative && bytes > 0 && bytes <= WRAP ? WRAP - bytes : bytes;
  }
}
