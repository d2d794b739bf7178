package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Held;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Use;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tensors of one running program, and the pending effect of its current op. */
final class TensorProgram {

  private static final List<Use> USES = List.of(Use.values());

  /** Bits stored beside the use of a program; older states have none. */
  private static final int WITHIN = 1;

  private static final int PRODUCER = 2;
  private static final int PRODUCERS = 4;

  final String name;
  final Use use;
  final Map<String, Held> live = new TreeMap<>();
  private final Map<String, TensorSums> sums = new HashMap<>();
  private final Map<String, @Nullable Held> results = new TreeMap<>();
  List<String> frees = List.of();

  /** Name of the current op as in memory lines; {@code null} until a line names it. */
  private @Nullable String producer;

  /** Whether the results of the current op are produced by ops of another program. */
  private boolean within;

  TensorProgram(String name, Use use) {
    this.name = name;
    this.use = use;
  }

  TensorSums sums(String memory) {
    return sums.getOrDefault(memory, TensorSums.NONE);
  }

  /** Sets the current op. */
  void producedBy(String op) {
    producer = within ? null : op;
  }

  /** Notes that ops of another program produce the results of the current op. */
  void producedWithin() {
    within = true;
    producer = null;
  }

  /** Sets a result of the current op; {@code null} if it is unknown or not on the device. */
  void yields(String result, @Nullable Held tensor) {
    results.put(result, tensor);
  }

  /** Sum of the current op's results in a memory. */
  TensorSums yielded(String memory) {
    TensorSums all = TensorSums.NONE;
    for (Held tensor : results.values()) {
      all = tensor != null && tensor.memory().equals(memory) ? all.and(tensor) : all;
    }
    return all;
  }

  /**
   * Applies the effect of the current op, which has ended. A reused result name replaces the
   * earlier tensor.
   *
   * @param room number of tensors that may be added
   * @param freed receives each tensor that the op freed
   * @return change in the number of live tensors
   */
  int settle(int room, Consumer<Held> freed) {
    final int before = live.size();
    settleFrees(freed);
    results.keySet().forEach(this::drop);
    results.forEach(
        (result, tensor) -> {
          if (tensor != null && live.size() - before < room) {
            hold(result, tensor.by(producer));
          }
        });
    results.clear();
    producer = null;
    within = false;
    return live.size() - before;
  }

  /** Drops the tensors that the current op frees. */
  void settleFrees(Consumer<Held> freed) {
    for (String name : frees) {
      Held tensor = drop(name);
      if (tensor != null) {
        freed.accept(tensor);
      }
    }
    frees = List.of();
  }

  private void hold(String result, Held tensor) {
    live.put(result, tensor);
    sums.put(tensor.memory(), sums(tensor.memory()).and(tensor));
  }

  private @Nullable Held drop(String result) {
    Held tensor = live.remove(result);
    if (tensor != null) {
      sums.put(tensor.memory(), sums(tensor.memory()).without(tensor));
    }
    return tensor;
  }

  void write(PartWriter out) {
    List<String> producers =
        live.values().stream().map(Held::producer).filter(Objects::nonNull).distinct().toList();
    int known = (within ? WITHIN : 0) + (producers.isEmpty() ? 0 : PRODUCERS);
    out.text(name).number(USES.indexOf(use) + (known + (producer == null ? 0 : PRODUCER)) * 3L);
    if (producer != null) {
      out.text(producer);
    }
    if (!producers.isEmpty()) {
      out.number(producers.size());
      producers.forEach(out::text);
    }
    StoredTensors stored = new StoredTensors(producers);
    stored.write(out, live);
    stored.write(out, results);
    out.number(frees.size());
    frees.forEach(out::text);
  }

  static TensorProgram read(PartReader in) {
    String name = in.word();
    int kind = in.count();
    int known = kind / 3;
    TensorProgram program = new TensorProgram(name, USES.get(kind % 3));
    program.within = (known & WITHIN) != 0;
    program.producer = (known & PRODUCER) != 0 ? in.word() : null;
    StoredTensors stored = new StoredTensors((known & PRODUCERS) != 0 ? words(in) : List.of());
    stored
        .read(in)
        .forEach(
            (tensorName, tensor) -> {
              if (tensor != null) {
                program.hold(tensorName, tensor);
              }
            });
    program.results.putAll(stored.read(in));
    program.frees = words(in);
    return program;
  }

  private static List<String> words(PartReader in) {
    List<String> words = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      words.add(in.word());
    }
    return words;
  }
}
