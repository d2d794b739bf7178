package io.tidemark.analysis.system.zant;

/** Sizes of Z-Ant's element types in Zig's memory: an i4 or u4 takes one byte. */
final class ElementType {

  private ElementType() {}

  /** Bytes of one element; 0 for an unknown type. */
  static int width(String type) {
    return switch (type) {
      case "f64", "i64", "u64" -> 8;
      case "f32", "i32", "u32" -> 4;
      case "f16", "i16", "u16" -> 2;
      case "i8", "u8", "bool", "i4", "u4" -> 1;
      default -> 0;
    };
  }

  /** Bytes of all elements; an unknown type counts as one byte wide. */
  static long bytes(String type, long elements) {
    return Math.max(1, width(type)) * elements;
  }
}
