package io.tidemark.analysis.system.tenstorrent.mlir;

/**
 * Sizes of the device's element types. A block format shares exponents: 1,024 elements take 1,088
 * bytes in bfp8, 576 in bfp4, and 320 in bfp2 (tile formats of tt-metal).
 */
final class DataType {

  private static final int BLOCK_ELEMENTS = 1024;

  private DataType() {}

  /** Size of these elements, rounded up to whole bytes; −1 if type or number is unknown. */
  static long bytes(String type, long elements) {
    int perBlock = perBlock(type);
    if (perBlock < 0 || elements < 0 || elements > Long.MAX_VALUE / (8 * BLOCK_ELEMENTS)) {
      return -1;
    }
    return (elements * perBlock + BLOCK_ELEMENTS - 1) / BLOCK_ELEMENTS;
  }

  private static int perBlock(String type) {
    return switch (type) {
      case "bfp_bf8", "bfp_f8", "bfp8" -> 1088;
      case "bfp_bf4", "bfp_f4", "bfp4" -> 576;
      case "bfp_bf2", "bfp_f2", "bfp2" -> 320;
      case "f64", "i64", "si64", "ui64", "u64" -> 8 * BLOCK_ELEMENTS;
      case "f32", "i32", "si32", "ui32", "u32" -> 4 * BLOCK_ELEMENTS;
      case "bf16", "f16", "i16", "si16", "ui16", "u16" -> 2 * BLOCK_ELEMENTS;
      case "i8", "si8", "ui8", "u8", "i1" -> BLOCK_ELEMENTS;
      default -> -1;
    };
  }
}
