package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.TensorTracker.Held;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Use;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tensors as stored: columns, since every slice may store a thousand of them, of a few kinds.
 *
 * @param kind index of each tensor's kind; −1 for a name without a tensor
 */
record StoredTensors(
    List<String> names, List<Kind> kinds, int[] kind, long[] logicalBytes, long[] paddingBytes) {

  /** What many tensors have in common. */
  record Kind(String memory, Use use, @Nullable String producer) {}

  static StoredTensors of(Map<String, @Nullable Held> tensors) {
    Map<Kind, Integer> kinds = new LinkedHashMap<>();
    int[] kind = new int[tensors.size()];
    long[] logicalBytes = new long[kind.length];
    long[] paddingBytes = new long[kind.length];
    int at = 0;
    for (Held tensor : tensors.values()) {
      kind[at] = -1;
      if (tensor != null) {
        Kind of = new Kind(tensor.memory(), tensor.use(), tensor.producer());
        kind[at] = kinds.computeIfAbsent(of, next -> kinds.size());
        logicalBytes[at] = tensor.logicalBytes();
        paddingBytes[at] = tensor.paddedBytes() - tensor.logicalBytes();
      }
      at++;
    }
    return new StoredTensors(
        List.copyOf(tensors.keySet()),
        List.copyOf(kinds.keySet()),
        kind,
        logicalBytes,
        paddingBytes);
  }

  /** Passes the tensors in their order; {@code null} for a name without one. */
  void each(BiConsumer<String, @Nullable Held> tensors) {
    for (int at = 0; at < names.size(); at++) {
      tensors.accept(names.get(at), kind[at] < 0 ? null : tensor(at, kinds.get(kind[at])));
    }
  }

  private Held tensor(int at, Kind of) {
    long logical = logicalBytes[at];
    return new Held(of.memory(), of.use(), logical, logical + paddingBytes[at], of.producer());
  }
}
