package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.FailedTensor;
import org.jspecify.annotations.Nullable;

/** Splits a printed shape such as {@code bf16[48,2048]{1,0:T(8,128)(2,1)}}. */
final class XlaContents {

  /** Limit of a product: its bits do not overflow. */
  private static final long MOST_ELEMENTS = Long.MAX_VALUE >> 8;

  private XlaContents() {}

  /**
   * Returns the contents of a buffer of this shape. A tuple has neither element type nor layout.
   *
   * @param allocation number of the allocation; {@code null} for none
   */
  static BufferContents of(
      @Nullable String shape,
      @Nullable Long allocation,
      @Nullable String opcode,
      @Nullable String opName) {
    int open = shape == null || shape.startsWith("(") ? -1 : shape.indexOf('[');
    int close = shape == null || open < 0 ? -1 : shape.indexOf(']', open);
    if (shape == null || close < 0) {
      String tuple = PageTexts.limitedOrUnknown(shape);
      return new BufferContents(tuple, null, null, null, allocation, opcode, opName);
    }
    String layout = shape.substring(close + 1);
    return new BufferContents(
        shape.substring(open, close + 1),
        shape.substring(0, open),
        layout.isEmpty() ? null : layout,
        elements(shape.substring(open + 1, close)),
        allocation,
        opcode,
        opName);
  }

  /**
   * Returns the tensor of a shape; {@code null} for a tuple or without a shape.
   *
   * @param place in the source, or name of its op; empty if none is known
   */
  static @Nullable FailedTensor tensor(String shape, long bytes, String place) {
    int open = shape.startsWith("(") ? -1 : shape.indexOf('[');
    int close = shape.indexOf(']', open);
    return open <= 0 || close < 0
        ? null
        : new FailedTensor(
            OpNameLimiter.cut(shape.substring(open + 1, close).replace(',', 'x')),
            OpNameLimiter.cut(shape.substring(0, open)),
            bytes,
            place.isEmpty() ? null : place,
            true);
  }

  /**
   * Product of the dimensions; 1 for a scalar, {@code null} if a dimension is no number or the
   * product is too large.
   */
  static @Nullable Long elements(String dimensions) {
    long product = 1;
    long dimension = -1;
    for (int at = 0; at <= dimensions.length() && !dimensions.isEmpty(); at++) {
      char c = at < dimensions.length() ? dimensions.charAt(at) : ',';
      if (c >= '0' && c <= '9') {
        dimension = Math.min(Math.max(0, dimension) * 10 + (c - '0'), Integer.MAX_VALUE);
      } else if (c != ',' ? "<=".indexOf(c) < 0 : dimension < 0) {
        // A bounded dynamic dimension is printed as <=n.
        return null;
      } else if (c == ',') {
        if (dimension != 0 && product > MOST_ELEMENTS / dimension) {
          return null;
        }
        product *= dimension;
        dimension = -1;
      }
    }
    return product;
  }

  /** Bits of an element, by XLA's and TensorFlow's names of types; −1 for an unknown type. */
  static int bits(String type) {
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

  /** Bytes of a buffer without padding; −1 for tuples, whose table depends on the platform. */
  static long bytes(BufferContents contents) {
    return contents.dtype() == null ? -1 : bytes(contents.dtype(), contents.elements());
  }

  /** Bytes of so many elements of a type; −1 if either is unknown. */
  static long bytes(String type, @Nullable Long elements) {
    int bits = bits(type);
    return bits < 0 || elements == null ? -1 : (elements * bits + 7) / 8;
  }
}
