package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.TensorTracker.Held;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Use;
import java.util.ArrayList;
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
    List<String> names,
    List<Kind> kinds,
    List<Integer> kind,
    List<Long> logicalBytes,
    List<Long> paddingBytes) {

  /** What many tensors have in common. */
  record Kind(String memory, Use use, @Nullable String producer) {}

  static StoredTensors of(Map<String, @Nullable Held> tensors) {
    Map<Kind, Integer> kinds = new LinkedHashMap<>();
    StoredTensors stored =
        new StoredTensors(
            List.copyOf(tensors.keySet()),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    tensors.values().forEach(tensor -> stored.add(tensor, kinds));
    stored.kinds.addAll(kinds.keySet());
    return stored;
  }

  private void add(@Nullable Held tensor, Map<Kind, Integer> known) {
    if (tensor == null) {
      kind.add(-1);
      logicalBytes.add(0L);
      paddingBytes.add(0L);
    } else {
      Kind of = new Kind(tensor.memory(), tensor.use(), tensor.producer());
      kind.add(known.computeIfAbsent(of, next -> known.size()));
      logicalBytes.add(tensor.logicalBytes());
      paddingBytes.add(tensor.paddedBytes() - tensor.logicalBytes());
    }
  }

  /** Passes the tensors in their order; {@code null} for a name without one. */
  void each(BiConsumer<String, @Nullable Held> tensors) {
    for (int at = 0; at < names.size(); at++) {
      int of = kind.get(at);
      tensors.accept(names.get(at), of < 0 ? null : tensor(at, kinds.get(of)));
    }
  }

  private Held tensor(int at, Kind of) {
    long logical = logicalBytes.get(at);
    long padded = logical + paddingBytes.get(at);
    return new Held(of.memory(), of.use(), logical, padded, of.producer());
  }
}
