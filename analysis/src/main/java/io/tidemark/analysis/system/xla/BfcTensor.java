package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Cursor;

/** Sizes of TensorFlow tensors. */
final class BfcTensor {

  private BfcTensor() {}

  /**
   * Product of dimensions such as {@code 1024,4096}; 1 for a scalar, −1 if invalid or too large.
   */
  static long elements(byte[] line, int from, int to) {
    Cursor cursor = new Cursor(line, from, to);
    long product = 1;
    while (cursor.at < to) {
      long dimension = cursor.number();
      if (dimension < 0 || (dimension > 0 && product > (Long.MAX_VALUE >> 6) / dimension)) {
        return -1;
      }
      product *= dimension;
      if (cursor.at < to && line[cursor.at] != ',') {
        return -1;
      }
      cursor.at++;
    }
    return product;
  }

  /** Size in bytes; −1 for a type of unknown width. */
  static long bytes(long elements, String type) {
    return switch (type) {
      case "bool", "int8", "uint8", "qint8", "quint8" -> elements;
      case "half", "bfloat16", "int16", "uint16", "qint16", "quint16" -> 2 * elements;
      case "float", "int32", "uint32", "qint32" -> 4 * elements;
      case "double", "int64", "uint64", "complex64" -> 8 * elements;
      case "complex128" -> 16 * elements;
      default -> -1;
    };
  }
}
