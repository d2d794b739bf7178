package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.system.tenstorrent.TensorTracker.Held;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Use;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tensors of one running program, and the pending effect of its current op. */
final class TensorProgram {

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

  record State(
      String name,
      Use use,
      StoredTensors live,
      StoredTensors results,
      List<String> frees,
      @Nullable String producer,
      boolean within) {}

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

  State state() {
    return new State(
        name, use, StoredTensors.of(live), StoredTensors.of(results), frees, producer, within);
  }

  static TensorProgram of(State stored) {
    TensorProgram program = new TensorProgram(stored.name(), stored.use());
    stored.live().each((tensorName, tensor) -> program.hold(tensorName, tensor));
    stored.results().each(program::yields);
    program.frees = stored.frees();
    program.producer = stored.producer();
    program.within = stored.within();
    return program;
  }
}
