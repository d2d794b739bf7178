package io.tidemark.analysis.system.tenstorrent.mlir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tensor type with its placement and layout, as far as printed:
 *
 * <pre>
 *   tensor&lt;1x768xbf16, #ttnn.ttnn_layout&lt;(d0, d1) -&gt; (d0, d1), &lt;1x1&gt;,
 *       memref&lt;1x24x!ttcore.tile&lt;32x32, bf16&gt;, #ttnn.buffer_type&lt;dram&gt;&gt;, &lt;interleaved&gt;&gt;&gt;
 * </pre>
 *
 * @param shape shape of the tensor itself
 * @param tiles number of tiles along each side of the memref; empty if it is not tiled
 * @param tile height and width of a tile; empty if it is not tiled
 * @param cores number of cores that hold the shards; 1 if it is not sharded
 * @param memory as printed ({@code dram}, {@code l1}, {@code system_memory})
 */
public record MlirTensor(
    List<Long> shape,
    String dtype,
    List<Long> tiles,
    List<Long> tile,
    long cores,
    @Nullable String memory) {

  private static final String TENSOR = "tensor<";
  private static final String MEMREF = "memref<";
  private static final String BUFFER_TYPE = "buffer_type<";
  private static final String TILE = ".tile<";

  public MlirTensor {
    shape = List.copyOf(shape);
    tiles = List.copyOf(tiles);
    tile = List.copyOf(tile);
  }

  /** Returns all tensor types of a signature, in order. */
  public static List<MlirTensor> all(String types) {
    List<MlirTensor> tensors = new ArrayList<>();
    int at = types.indexOf(TENSOR);
    while (at >= 0) {
      tensors.add(tensor(types, at));
      at = types.indexOf(TENSOR, Brackets.past(types, at + TENSOR.length() - 1));
    }
    return tensors;
  }

  /**
   * Returns the type of each result in {@code types} or {@code (types)}, in order; {@code null} for
   * a result that is no tensor.
   *
   * @param most limit of results to read
   */
  public static List<@Nullable MlirTensor> results(String types, int most) {
    boolean several = types.startsWith("(");
    String inside = several ? types.substring(1, Math.max(1, Brackets.past(types, 0) - 1)) : types;
    List<@Nullable MlirTensor> tensors = new ArrayList<>();
    for (String type : several ? Brackets.split(inside) : List.of(inside)) {
      if (tensors.size() < most) {
        tensors.add(type.startsWith(TENSOR) ? tensor(type, 0) : null);
      }
    }
    return tensors;
  }

  private static MlirTensor tensor(String types, int at) {
    int past = Brackets.past(types, at + TENSOR.length() - 1);
    return parse(types.substring(at + TENSOR.length(), Math.max(at + TENSOR.length(), past - 1)));
  }

  private static MlirTensor parse(String body) {
    Dimensions tensor = Dimensions.of(body);
    int memref = body.indexOf(MEMREF);
    Dimensions inner = memref < 0 ? tensor : Dimensions.of(body.substring(memref + 7));
    List<Long> tile = tile(inner.rest());
    String dtype = tile(tensor.rest()).isEmpty() ? word(tensor.rest(), 0) : tileType(tensor.rest());
    int buffer = body.indexOf(BUFFER_TYPE);
    return new MlirTensor(
        tensor.sizes(),
        dtype,
        tile.isEmpty() ? List.of() : inner.sizes(),
        tile,
        body.contains("_sharded>") ? cores(body, memref) : 1,
        buffer < 0 ? null : word(body, buffer + BUFFER_TYPE.length()));
  }

  private static List<Long> tile(String element) {
    int at = element.indexOf(TILE);
    boolean first = at >= 0 && element.startsWith("!");
    return first ? Dimensions.of(element.substring(at + TILE.length())).sizes() : List.of();
  }

  private static String tileType(String element) {
    int comma = element.indexOf(", ");
    return comma < 0 ? "" : word(element, comma + 2);
  }

  /** Number of cores in the grid before the memref: {@code <8x8>, memref<…}. */
  private static long cores(String body, int memref) {
    int open = memref < 0 ? -1 : body.lastIndexOf('<', memref - 1);
    return open < 0 ? 1 : product(Dimensions.of(body.substring(open + 1)).sizes());
  }

  private static String word(String text, int from) {
    int to = from;
    while (to < text.length()
        && (Character.isLetterOrDigit(text.charAt(to)) || text.charAt(to) == '_')) {
      to++;
    }
    return text.substring(from, to);
  }

  /** Product of the sizes; −1 on overflow or for a negative size. */
  private static long product(List<Long> sizes) {
    long product = 1;
    for (long size : sizes) {
      if (size < 0 || product < 0 || (size > 0 && product > Long.MAX_VALUE / size)) {
        return -1;
      }
      product *= size;
    }
    return product;
  }

  /** Shape such as {@code 1x768}; empty for a scalar. */
  public String shapeText() {
    return String.join("x", shape.stream().map(String::valueOf).toList());
  }

  public boolean tiled() {
    return !tile.isEmpty();
  }

  /** Size of the elements in bytes; −1 if their type or number is unknown. */
  public long logicalBytes() {
    return DataType.bytes(dtype, product(shape));
  }

  /** Size with padded tiles in bytes; −1 if the element type or number is unknown. */
  public long paddedBytes() {
    return tiled()
        ? DataType.bytes(dtype, product(List.of(product(tiles), product(tile), cores)))
        : logicalBytes();
  }

  /** Bytes that lie in one piece: a tile, or a row; −1 if unknown. */
  public long pageBytes() {
    long row = shape.isEmpty() ? 1 : shape.get(shape.size() - 1);
    return DataType.bytes(dtype, tiled() ? product(tile) : row);
  }

  /** The padded shape in elements, from the memref; the tensor's own shape if it is not tiled. */
  public List<Long> paddedShape() {
    if (!tiled()) {
      return shape;
    }
    List<Long> padded = new ArrayList<>(tiles);
    for (int i = 1; i <= Math.min(tile.size(), tiles.size()); i++) {
      padded.set(tiles.size() - i, tiles.get(tiles.size() - i) * tile.get(tile.size() - i));
    }
    return padded;
  }

  /** Dimensions such as {@code 1x768xbf16}: the sizes, and the text after them. */
  private record Dimensions(List<Long> sizes, String rest) {

    private static final int MAX_DIGITS = 18;

    static Dimensions of(String text) {
      List<Long> sizes = new ArrayList<>();
      int at = 0;
      while (true) {
        int end = at;
        while (end < text.length() && isDigit(text.charAt(end))) {
          end++;
        }
        if (end == at || end - at > MAX_DIGITS) {
          return new Dimensions(sizes, text.substring(at));
        }
        sizes.add(Long.parseLong(text.substring(at, end)));
        if (end == text.length() || text.charAt(end) != 'x') {
          return new Dimensions(sizes, text.substring(end));
        }
        at = end + 1;
      }
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }
  }

  /**
   * Sizes of the device's element types. A block format shares exponents: 1,024 elements take 1,088
   * bytes in bfp8, 576 in bfp4, and 320 in bfp2 (tile formats of tt-metal).
   */
  private static final class DataType {

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
}
