package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the devices of a run share to follow tensors: room for so many, and types once read. */
final class TensorPool {

  static final String DRAM = "DRAM";
  static final String L1 = "L1";

  /** A program's ops have few types; a text of them is read again when it was forgotten. */
  private static final int MOST_TYPES = 128;

  private static final int MAX_TYPE_CHARS = 2048;

  /** A line that says more says nothing: as everywhere in the analysis. */
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
   * @param memory as memory lines name it
   */
  record Yield(String memory, long logicalBytes, long paddedBytes) {}

  /**
   * @param most how many tensors may be followed at a time
   */
  TensorPool(int most) {
    this.most = most;
  }

  /** Goes on with the types that another pool has read: the next run of a program has the same. */
  void inheritTypes(TensorPool before) {
    types.putAll(before.types);
    textBytes = before.textBytes;
  }

  /** Whether op lines name tensors in this memory. */
  static boolean follows(String memory) {
    return memory.equals(DRAM) || memory.equals(L1);
  }

  int room() {
    return most - followed;
  }

  /** So many tensors more are followed; fewer, when negative. */
  void follow(int more) {
    followed += more;
  }

  /** By result; {@code null} for one that leaves nothing on the device, or of unknown size. */
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

  /** Roughly what is held on the heap, bytes. */
  long weightBytes() {
    return followed * TENSOR_BYTES + types.size() * TYPE_BYTES + textBytes;
  }
}
