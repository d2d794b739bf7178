package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Cursor;
import org.jspecify.annotations.Nullable;

/** Reads the rest of a {@code tensor_id=} line, whose fields have a fixed order. */
final class BmProfileTensor {

  private static final int ID_DIGITS = 9;

  /** Addresses of a chip with tagged regions have a tag from bit 40. */
  private static final int ADDRESS_DIGITS = 15;

  /** Limit such that sums over all tensors of a plan fit a long. */
  private static final long MAX_ELEMENTS = 1L << 41;

  /** Bits of an element, by the runtime's {@code bm_data_type_t}: float32 is 0, uint4 is 10. */
  private static final int[] BITS = {32, 16, 8, 8, 16, 16, 32, 32, 16, 4, 4};

  private BmProfileTensor() {}

  /** Reads a tensor; {@code null} for a broken line, see {@link Cursor#broke}. */
  static BmProfileFact.@Nullable Tensor read(Cursor in) {
    boolean negative = in.accept("-");
    long id = in.number(ID_DIGITS);
    long input = id < 0 ? -1 : field(in, " is_in=", ID_DIGITS);
    long elements = input < 0 || !in.accept(" shape=[") ? -1 : elements(in);
    long type = elements < 0 ? -1 : field(in, "] dtype=", ID_DIGITS);
    long constant = type < 0 ? -1 : field(in, " is_const=", ID_DIGITS);
    long global = constant < 0 ? -1 : field(in, " gaddr=", ADDRESS_DIGITS);
    long size = global < 0 ? -1 : field(in, " gsize=", ADDRESS_DIGITS);
    long local = size < 0 ? -1 : field(in, " loffset=", ADDRESS_DIGITS);
    return local < 0
        ? null
        : new BmProfileFact.Tensor(
            (int) (negative ? -id : id),
            input == 1,
            constant == 1,
            type < BITS.length ? (elements * BITS[(int) type] + 7) / 8 : -1,
            global,
            local);
  }

  private static long field(Cursor in, String key, int digits) {
    return in.accept(key) ? in.number(digits) : -1;
  }

  /** Reads dimensions such as {@code 1x1x2048}; empty brackets mean one element. */
  private static long elements(Cursor in) {
    long elements = 1;
    long size = in.number();
    while (size >= 0) {
      if (size > 0 && elements > MAX_ELEMENTS / size) {
        in.broke = in.at;
        return -1;
      }
      elements *= size;
      if (!in.accept("x")) {
        return elements;
      }
      size = in.number();
      if (size < 0) {
        return -1;
      }
    }
    return elements;
  }
}
