package io.tidemark.analysis.system.tenstorrent;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Held;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Use;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
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

  void producedBy(String op, String itsModule) {
    producer = within ? null : op;
    for (Map.Entry<String, @Nullable Held> result : results.entrySet()) {
      Held tensor = result.getValue();
      if (tensor != null) {
        result.setValue(tensor.by(null, itsModule));
      }
    }
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
            hold(result, tensor.by(producer, producer == null ? null : tensor.module()));
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

  /** Holds an argument from before the program. Returns the change in the number of tensors. */
  int adopt(String argument, Held tensor) {
    if (live.containsKey(argument)) {
      return 0;
    }
    hold(argument, tensor);
    return 1;
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

  /**
   * Tensors as stored: columns, since every slice may store a thousand of them, of a few kinds.
   *
   * @param kind index of each tensor's kind; −1 for a name without a tensor
   */
  private record StoredTensors(
      List<String> names,
      List<Kind> kinds,
      List<Integer> kind,
      List<Long> logicalBytes,
      List<Long> paddingBytes) {

    /** What many tensors have in common. */
    record Kind(
        String memory,
        Use use,
        @Nullable String producer,
        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable String module) {}

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
        Kind of = new Kind(tensor.memory(), tensor.use(), tensor.producer(), tensor.module());
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
      return new Held(of.memory(), of.use(), logical, padded, of.producer(), of.module());
    }
  }
}
