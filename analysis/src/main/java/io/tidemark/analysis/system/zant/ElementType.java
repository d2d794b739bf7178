package io.tidemark.analysis.system.zant;

/** Widths of Z-Ant's element types as Zig stores them: an i4 or u4 takes a byte each. */
final class ElementType {

  private ElementType() {}

  /** Bytes of one element; 0 for a type that is not known. */
  static int width(String type) {
    return switch (type) {
      case "f64", "i64", "u64" -> 8;
      case "f32", "i32", "u32" -> 4;
      case "f16", "i16", "u16" -> 2;
      case "i8", "u8", "bool", "i4", "u4" -> 1;
      default -> 0;
    };
  }

  /** An unknown type counts as a byte wide. */
  static long bytes(String type, long elements) {
    return Math.max(1, width(type)) * elements;
  }
}
