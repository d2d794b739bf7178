package io.tidemark.app.simulate;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A bf16 tensor as TTNN's dialect prints its type, and its size per DRAM bank.
 *
 * @param bytesPerBank 0 for a tensor in the host's memory
 */
record TensorType(String text, long bytesPerBank) {

  static final int DRAM_BANKS = 12;

  private static final int TILE = 32;
  private static final int ELEMENT_BYTES = 2;

  /** Rows and columns padded to tiles of 32 × 32, spread over the banks tile by tile. */
  static TensorType tiled(long... dims) {
    long rows = rows(dims, TILE) / TILE;
    long columns = padded(dims[dims.length - 1], TILE) / TILE;
    String memref =
        "memref<%dx%dx!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>"
            .formatted(rows, columns);
    return new TensorType(
        text(dims, TILE, memref), perBank(rows * columns, TILE * TILE * ELEMENT_BYTES));
  }

  /** Spread over the banks row by row. */
  static TensorType rowMajor(long... dims) {
    long rows = rows(dims, 1);
    long columns = dims[dims.length - 1];
    String memref =
        "memref<%dx%dxbf16, #ttnn.buffer_type<dram>>, <interleaved>".formatted(rows, columns);
    return new TensorType(text(dims, 1, memref), perBank(rows, columns * ELEMENT_BYTES));
  }

  static TensorType onHost(long... dims) {
    String memref =
        "memref<%dx%dxbf16, #ttnn.buffer_type<system_memory>>"
            .formatted(rows(dims, 1), dims[dims.length - 1]);
    return new TensorType(text(dims, 1, memref), 0);
  }

  private static String text(long[] dims, int rowPadding, String memref) {
    String shape = Arrays.stream(dims).mapToObj(d -> d + "x").collect(Collectors.joining());
    return "tensor<%sbf16, #ttnn.ttnn_layout<%s, <1x1>, %s>>"
        .formatted(shape, map(dims, rowPadding), memref);
  }

  /** The map that folds all dimensions but the last into rows. */
  private static String map(long[] dims, int rowPadding) {
    int last = dims.length - 1;
    if (last == 0) {
      return "(d0) -> (0, d0)";
    }
    String names = "d0";
    String rows = "";
    long stride = 1;
    for (int i = last - 1; i >= 0; i--) {
      rows = "d" + i + (i == last - 1 ? "" : " * " + stride + " + " + rows);
      stride *= i == last - 1 ? padded(dims[i], rowPadding) : dims[i];
    }
    for (int i = 1; i <= last; i++) {
      names += ", d" + i;
    }
    return "(%s) -> (%s, d%d)".formatted(names, rows, last);
  }

  private static long rows(long[] dims, int rowPadding) {
    if (dims.length == 1) {
      return rowPadding;
    }
    long rows = padded(dims[dims.length - 2], rowPadding);
    for (int i = 0; i < dims.length - 2; i++) {
      rows *= dims[i];
    }
    return rows;
  }

  private static long padded(long size, int to) {
    return (size + to - 1) / to * to;
  }

  private static long perBank(long pages, long pageBytes) {
    return (pages + DRAM_BANKS - 1) / DRAM_BANKS * pageBytes;
  }
}
