package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Held;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Use;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Serializes the tensors of a program. Memory and use share one byte, since every slice may store a
 * thousand tensors.
 *
 * @param producers ops that produced them; a tensor refers to one by index
 */
record StoredTensors(List<String> producers) {

  private static final List<Use> USES = List.of(Use.values());

  /** Kinds below this have no producer, as in older states. */
  private static final int WITH_PRODUCER = 2 * USES.size();

  void write(PartWriter out, Map<String, @Nullable Held> tensors) {
    out.number(tensors.size());
    tensors.forEach(
        (name, tensor) -> {
          out.text(name);
          if (tensor == null) {
            out.number(-1);
          } else {
            write(out, tensor);
          }
        });
  }

  private void write(PartWriter out, Held tensor) {
    String producer = tensor.producer();
    out.number(
        2L * USES.indexOf(tensor.use())
            + (tensor.memory().equals(TensorPool.DRAM) ? 0 : 1)
            + (producer == null ? 0 : WITH_PRODUCER));
    out.number(tensor.logicalBytes()).number(tensor.paddedBytes());
    if (producer != null) {
      out.number(producers.indexOf(producer));
    }
  }

  Map<String, @Nullable Held> read(PartReader in) {
    Map<String, @Nullable Held> tensors = new TreeMap<>();
    for (int left = in.count(); left > 0; left--) {
      String name = in.word();
      int kind = in.count();
      tensors.put(name, kind < 0 ? null : read(in, kind));
    }
    return tensors;
  }

  private Held read(PartReader in, int kind) {
    String memory = kind % 2 == 0 ? TensorPool.DRAM : TensorPool.L1;
    Use use = USES.get(kind % WITH_PRODUCER / 2);
    long logicalBytes = in.number();
    long paddedBytes = in.number();
    String producer = kind < WITH_PRODUCER ? null : producers.get(in.count());
    return new Held(memory, use, logicalBytes, paddedBytes, producer);
  }
}
