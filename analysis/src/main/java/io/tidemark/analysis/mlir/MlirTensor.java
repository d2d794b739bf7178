package io.tidemark.analysis.mlir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tensor type and where and how it lies, as far as it is printed:
 *
 * <pre>
 *   tensor&lt;1x768xbf16, #ttnn.ttnn_layout&lt;(d0, d1) -&gt; (d0, d1), &lt;1x1&gt;,
 *       memref&lt;1x24x!ttcore.tile&lt;32x32, bf16&gt;, #ttnn.buffer_type&lt;dram&gt;&gt;, &lt;interleaved&gt;&gt;&gt;
 * </pre>
 *
 * @param shape of the tensor itself
 * @param tiles how many tiles lie along each side of the memref; empty when it is not tiled
 * @param tile height and width of one; empty when it is not tiled
 * @param cores over how many cores the shards lie; 1 when it is not sharded
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

  /** All tensor types in a signature, in their order. */
  public static List<MlirTensor> all(String types) {
    List<MlirTensor> tensors = new ArrayList<>();
    int at = types.indexOf(TENSOR);
    while (at >= 0) {
      int past = Brackets.past(types, at + TENSOR.length() - 1);
      tensors.add(parse(types.substring(at + TENSOR.length(), Math.max(at + 7, past - 1))));
      at = types.indexOf(TENSOR, past);
    }
    return tensors;
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

  /** The grid that stands before the memref: {@code <8x8>, memref<…}. */
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

  private static long product(List<Long> sizes) {
    return sizes.stream().reduce(1L, (a, b) -> a > Integer.MAX_VALUE ? a : a * b);
  }

  /** {@code 1x768}; empty for a scalar. */
  public String shapeText() {
    return String.join("x", shape.stream().map(String::valueOf).toList());
  }

  public boolean tiled() {
    return !tile.isEmpty();
  }

  /** What its elements take; −1 when their type is not known. */
  public long logicalBytes() {
    return DataType.bytes(dtype, product(shape));
  }

  /** With the tiles filled up; −1 when the type is not known. */
  public long paddedBytes() {
    return tiled() ? DataType.bytes(dtype, product(tiles) * product(tile) * cores) : logicalBytes();
  }

  /** The memref's shape in elements; the tensor's own when it is not tiled. */
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
}
