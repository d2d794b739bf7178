package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shared by the devices of a run: the limit of live tensors, and a cache of parsed types. */
final class TensorPool {

  static final String DRAM = "DRAM";
  static final String L1 = "L1";

  /** A program has few types; the cache is cleared at the limit. */
  private static final int MOST_TYPES = 128;

  private static final int MAX_TYPE_CHARS = 2048;

  /** Larger tensors are ignored, since no memory is this large. */
  private static final long MAX_TENSOR_BYTES = 9_999_999_999_999L;

  private static final long TENSOR_BYTES = 250;
  private static final long TYPE_BYTES = 800;

  private final Map<String, List<@Nullable Yield>> types = new HashMap<>();
  private final int most;
  private int followed;
  private long textBytes;

  /**
   * A tensor that an op leaves on the device.
   *
   * @param memory name as in memory lines
   */
  record Yield(String memory, long logicalBytes, long paddedBytes) {}

  /**
   * @param most limit of tensors followed at a time
   */
  TensorPool(int most) {
    this.most = most;
  }

  /** Takes over the cache of another pool: the next run of a program has the same types. */
  void inheritTypes(TensorPool before) {
    types.putAll(before.types);
    textBytes = before.textBytes;
  }

  /** Whether op lines name tensors of this memory. */
  static boolean follows(String memory) {
    return memory.equals(DRAM) || memory.equals(L1);
  }

  int room() {
    return most - followed;
  }

  /** Adds to the number of followed tensors; {@code more} may be negative. */
  void follow(int more) {
    followed += more;
  }

  /**
   * Returns an entry per result; {@code null} for one that is not on the device or of unknown size.
   */
  List<@Nullable Yield> read(String printed) {
    if (printed.isEmpty() || printed.length() > MAX_TYPE_CHARS) {
      return List.of();
    }
    List<@Nullable Yield> known = types.get(printed);
    if (known == null) {
      if (types.size() >= MOST_TYPES) {
        types.clear();
        textBytes = 0;
      }
      known = new ArrayList<>();
      for (MlirTensor tensor : MlirTensor.results(printed, TensorTracker.MOST_RESULTS)) {
        known.add(tensor == null ? null : left(tensor));
      }
      types.put(printed, known);
      textBytes += printed.length();
    }
    return known;
  }

  private static @Nullable Yield left(MlirTensor tensor) {
    String printed = tensor.memory();
    String memory = printed == null ? "" : printed.toUpperCase(Locale.ROOT);
    long logical = tensor.logicalBytes();
    long padded = tensor.paddedBytes();
    boolean sized = logical >= 0 && padded >= logical && padded <= MAX_TENSOR_BYTES;
    return sized && follows(memory) ? new Yield(memory, logical, padded) : null;
  }

  /** Approximate heap use in bytes. */
  long weightBytes() {
    return followed * TENSOR_BYTES + types.size() * TYPE_BYTES + textBytes;
  }
}
