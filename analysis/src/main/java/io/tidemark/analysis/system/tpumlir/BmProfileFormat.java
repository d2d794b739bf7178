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
 * The profile text of a compiled net, {@code [bmprofile] words key=value …}. TPU-MLIR's {@code
 * Codegen/ProfileCtx.cpp} prints it when a model is deployed with {@code --debug}. Also the
 * runtime's {@code global.profile}, which ends with its memory blocks.
 */
final class BmProfileFormat extends LineFormat {

  private static final byte[] HEAD = Bytes.of("[bmprofile] ");
  private static final byte[] BLOCK = Bytes.of("mtype=");
  private static final int ID_DIGITS = 9;

  BmProfileFormat(String name) {
    super(name);
  }

  @Override
  public boolean mayBegin(byte first) {
    return first == HEAD[0] || first == BLOCK[0];
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    boolean headed = Bytes.startsWith(bytes, start, end, HEAD);
    if (!headed && !Bytes.startsWith(bytes, start, end, BLOCK)) {
      return Ignored.IGNORED;
    }
    Cursor cursor = new Cursor(bytes, headed ? start + HEAD.length : start, end);
    Fact fact = fact(cursor);
    return fact != null
        ? fact
        : new Rejected(name, cursor.broke - start + 1, "no line of a net's profile");
  }

  private static @Nullable Fact fact(Cursor in) {
    if (in.accept("gdma cmd_id ")) {
      return new BmProfileFact.Command(true);
    }
    if (in.accept("bd cmd_id ")) {
      return new BmProfileFact.Command(false);
    }
    if (in.accept("tensor_id=")) {
      return BmProfileTensor.read(in);
    }
    if (in.accept(BLOCK)) {
      return BmProfileBlock.read(in);
    }
    if (in.accept("global_layer: layer_id=")) {
      return layer(in, false);
    }
    if (in.accept("local_layer: layer_id=")) {
      return layer(in, true);
    }
    if (in.accept("arch=")) {
      return chip(in);
    }
    if (in.accept("start to run subnet_id=")) {
      return subnet(in, true);
    }
    return in.accept("end to run subnet_id=") ? subnet(in, false) : new BmProfileFact.Mark();
  }

  /** A number of no known chip is ignored. */
  private static @Nullable Fact chip(Cursor in) {
    long number = in.number(ID_DIGITS);
    Chip chip = Chip.ofProfile(number);
    return number < 0
        ? null
        : chip == null ? new BmProfileFact.Mark() : new ChipNamed(TpuMlir.BM_PROFILE, chip);
  }

  private static @Nullable Fact subnet(Cursor in, boolean begins) {
    long id = in.number(ID_DIGITS);
    return id < 0 ? null : new BmProfileFact.Subnet((int) id, begins);
  }

  private static @Nullable Fact layer(Cursor in, boolean local) {
    long id = in.number(ID_DIGITS);
    if (id < 0 || !in.accept(" layer_type=")) {
      return null;
    }
    int typeEnd = in.tokenEnd();
    String type = in.text(typeEnd);
    in.at = typeEnd;
    return in.accept(" layer_name=")
        ? new BmProfileFact.Layer(local, (int) id, type, in.text(in.end))
        : null;
  }

  /**
   * Reads the rest of a {@code mtype=} line, as printed by the destructor of the runtime's {@code
   * BMProfile}. Any blanks between fields are accepted, as in the runtime's own readers.
   */
  private static final class BmProfileBlock {

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
      long address = memory < 0 ? -1 : field(in, "addr=", LONG_DIGITS);
      long bytes = address < 0 ? -1 : size(in);
      long allocated = bytes < 0 ? -1 : field(in, "alloc=", LONG_DIGITS);
      long freed = allocated < 0 ? -1 : field(in, "free=", LONG_DIGITS);
      in.skipBlanks();
      if (freed < 0 || !in.accept("desc=")) {
        return null;
      }
      String what = in.text(Math.min(in.end, in.at + MAX_TEXT_BYTES));
      return new BmProfileFact.Block((int) memory, address, bytes, allocated, freed, what);
    }

    private static long field(Cursor in, String key, int digits) {
      in.skipBlanks();
      return in.accept(key) ? in.number(digits) : -1;
    }

    private static long size(Cursor in) {
      in.skipBlanks();
      if (!in.accept("size=")) {
        return -1;
      }
      boolean negative = in.accept("-");
      long bytes = in.number(SIZE_DIGITS);
      return negative && bytes > 0 && bytes <= WRAP ? WRAP - bytes : bytes;
    }
  }
}
