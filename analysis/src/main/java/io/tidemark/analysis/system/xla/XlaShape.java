package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.FailedTensor;
import org.jspecify.annotations.Nullable;

/**
 * A printed shape, such as {@code bf16[48,2048]{1,0:T(8,128)(2,1)}}.
 *
 * @param type of an element; empty if it is not stated
 * @param dimensions between the brackets
 * @param layout behind the brackets
 */
record XlaShape(String type, String dimensions, String layout) {

  /** Limit of a product: its bits do not overflow. */
  private static final long MOST_ELEMENTS = Long.MAX_VALUE >> 8;

  /** Returns a shape; {@code null} for a tuple, which has neither type nor layout. */
  static @Nullable XlaShape of(@Nullable String printed) {
    int open = printed == null || printed.startsWith("(") ? -1 : printed.indexOf('[');
    int close = printed == null || open < 0 ? -1 : printed.indexOf(']', open);
    return printed == null || close < 0
        ? null
        : new XlaShape(
            printed.substring(0, open),
            printed.substring(open + 1, close),
            printed.substring(close + 1));
  }

  /**
   * Returns the shape of a tensor of TensorFlow: {@code 1024,4096, float}. A scalar has a type
   * alone, and in older versions no tensor has one.
   */
  static XlaShape ofTensor(String stated) {
    boolean shaped = !stated.isEmpty() && Character.isDigit(stated.charAt(0));
    int and = shaped ? stated.indexOf(", ") : 0;
    return !shaped
        ? new XlaShape(stated, "", "")
        : and < 0
            ? new XlaShape("", stated, "")
            : new XlaShape(stated.substring(and + 2), stated.substring(0, and), "");
  }

  /**
   * Returns the contents of a buffer.
   *
   * @param printed its shape; {@code null} if it is unknown
   * @param allocation number of the allocation; {@code null} for none
   */
  static BufferContents contents(
      @Nullable String printed,
      @Nullable Long allocation,
      @Nullable String opcode,
      @Nullable String opName) {
    XlaShape of = of(printed);
    return new BufferContents(
        of == null ? PageTexts.limitedOrUnknown(printed) : "[" + of.dimensions + "]",
        of == null ? null : of.type,
        of == null || of.layout.isEmpty() ? null : of.layout,
        of == null ? null : of.elements(),
        allocation,
        opcode,
        opName);
  }

  /** The shape without its layout; empty if nothing is stated. */
  String text() {
    return type.isEmpty() && dimensions.isEmpty() ? "" : type + "[" + dimensions + "]";
  }

  /**
   * Returns the tensor of this shape; {@code null} without a type.
   *
   * @param place in the source, or name of its op; empty if none is known
   */
  @Nullable FailedTensor tensor(long bytes, String place) {
    return type.isEmpty()
        ? null
        : new FailedTensor(
            OpNameLimiter.cut(dimensions.replace(',', 'x')),
            OpNameLimiter.cut(type),
            bytes,
            place.isEmpty() ? null : place,
            true);
  }

  /**
   * Product of the dimensions; 1 for a scalar, {@code null} if a dimension is no number or the
   * product is too large.
   */
  @Nullable Long elements() {
    long product = 1;
    for (String dimension : dimensions.isEmpty() ? new String[0] : dimensions.split(",", -1)) {
      // A bounded dynamic dimension is printed as <=n.
      String digits = dimension.startsWith("<=") ? dimension.substring(2) : dimension;
      if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return null;
      }
      long size = digits.length() > 10 ? Integer.MAX_VALUE : Long.parseLong(digits);
      size = Math.min(size, Integer.MAX_VALUE);
      if (size != 0 && product > MOST_ELEMENTS / size) {
        return null;
      }
      product *= size;
    }
    return product;
  }

  /** Bits of an element, by XLA's and TensorFlow's names of types; −1 for an unknown type. */
  private int bits() {
    return switch (type) {
      case "token" -> 0;
      case "s4", "u4" -> 4;
      case "pred", "s8", "u8", "bool", "int8", "uint8", "qint8", "quint8" -> 8;
      case "bf16", "f16", "s16", "u16" -> 16;
      case "half", "bfloat16", "int16", "uint16", "qint16", "quint16" -> 16;
      case "f32", "s32", "u32", "float", "int32", "uint32", "qint32" -> 32;
      case "f64", "s64", "u64", "c64", "double", "int64", "uint64", "complex64" -> 64;
      case "c128", "complex128" -> 128;
      default -> type.startsWith("f8") ? 8 : -1;
    };
  }

  /**
   * Bytes of a printed shape without padding; −1 for a tuple, whose table depends on the platform.
   */
  static long bytes(@Nullable String printed) {
    XlaShape of = of(printed);
    return of == null ? -1 : of.bytes();
  }

  /** Bytes without padding; −1 if the type or a dimension is unknown. */
  long bytes() {
    Long elements = elements();
    return bits() < 0 || elements == null ? -1 : (elements * bits() + 7) / 8;
  }
}
