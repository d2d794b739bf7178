package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.model.event.FailedTensor;
import org.jspecify.annotations.Nullable;

/**
 * A tensor that TensorFlow could not allocate, such as {@code float[1024,4096]}.
 *
 * @param text without a type if it is not stated, empty if nothing is
 * @param bytes −1 if unknown
 */
record BfcTensor(String text, long bytes) {

  private static final String AND = ", ";

  /** Returns the tensor of {@code 1024,4096, float}; a scalar has no shape, older ones no type. */
  static BfcTensor of(String stated) {
    boolean shaped = !stated.isEmpty() && Character.isDigit(stated.charAt(0));
    int and = stated.indexOf(AND);
    String shape = !shaped ? "" : and < 0 ? stated : stated.substring(0, and);
    String type = !shaped ? stated : and < 0 ? "" : stated.substring(and + AND.length());
    Long elements = XlaContents.elements(shape);
    int width = width(type);
    String text = stated.isEmpty() ? "" : type + "[" + shape + "]";
    return elements == null || width == 0 || elements > Long.MAX_VALUE / width
        ? new BfcTensor(text, -1)
        : new BfcTensor(text, elements * width);
  }

  /** The tensor for which an op's allocation failed; {@code null} without a shape or a size. */
  @Nullable FailedTensor failed(String op) {
    int open = text.indexOf('[');
    if (open < 0 || bytes < 0) {
      return null;
    }
    String shape = text.substring(open + 1, text.length() - 1);
    return new FailedTensor(
        OpNameLimiter.cut(shape.replace(',', 'x')),
        OpNameLimiter.cut(text.substring(0, open)),
        bytes,
        op.isEmpty() ? null : op,
        true);
  }

  /** Bytes of an element; 0 for an unknown type. */
  private static int width(String type) {
    return switch (type) {
      case "bool", "int8", "uint8", "qint8", "quint8" -> 1;
      case "half", "bfloat16", "int16", "uint16", "qint16", "quint16" -> 2;
      case "float", "int32", "uint32", "qint32" -> 4;
      case "double", "int64", "uint64", "complex64" -> 8;
      case "complex128" -> 16;
      default -> 0;
    };
  }
}
