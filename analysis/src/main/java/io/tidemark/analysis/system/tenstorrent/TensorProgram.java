package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Held;
import io.tidemark.analysis.system.tenstorrent.TensorTracker.Use;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tensors of one program that runs, and what the op that runs in it will do to them. */
final class TensorProgram {

  private static final List<Use> USES = List.of(Use.values());

  final String name;
  final Use use;
  final Map<String, Held> live = new TreeMap<>();
  private final Map<String, TensorSums> sums = new HashMap<>();
  private final Map<String, @Nullable Held> results = new TreeMap<>();
  List<String> frees = List.of();

  TensorProgram(String name, Use use) {
    this.name = name;
    this.use = use;
  }

  TensorSums sums(String memory) {
    return sums.getOrDefault(memory, TensorSums.NONE);
  }

  /** The op that runs will leave this; {@code null}: nothing that is known. */
  void yields(String result, @Nullable Held tensor) {
    results.put(result, tensor);
  }

  /** What the op that runs will leave in the memory. */
  TensorSums yielded(String memory) {
    TensorSums all = TensorSums.NONE;
    for (Held tensor : results.values()) {
      all = tensor != null && tensor.memory().equals(memory) ? all.and(tensor) : all;
    }
    return all;
  }

  /**
   * The op that runs has done its work. A name that it yields again is another tensor's.
   *
   * @param room how many tensors more may live
   * @return how many more live now
   */
  int settle(int room) {
    final int before = live.size();
    frees.forEach(this::drop);
    results.keySet().forEach(this::drop);
    results.forEach(
        (result, tensor) -> {
          if (tensor != null && live.size() - before < room) {
            hold(result, tensor);
          }
        });
    results.clear();
    frees = List.of();
    return live.size() - before;
  }

  private void hold(String result, Held tensor) {
    live.put(result, tensor);
    sums.put(tensor.memory(), sums(tensor.memory()).and(tensor));
  }

  private void drop(String result) {
    Held tensor = live.remove(result);
    if (tensor != null) {
      sums.put(tensor.memory(), sums(tensor.memory()).without(tensor));
    }
  }

  void write(PartWriter out) {
    out.text(name).number(USES.indexOf(use));
    write(out, live);
    write(out, results);
    out.number(frees.size());
    frees.forEach(out::text);
  }

  static TensorProgram read(PartReader in) {
    TensorProgram program = new TensorProgram(in.word(), USES.get(in.count()));
    readAll(in)
        .forEach(
            (name, tensor) -> {
              if (tensor != null) {
                program.hold(name, tensor);
              }
            });
    program.results.putAll(readAll(in));
    List<String> frees = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      frees.add(in.word());
    }
    program.frees = frees;
    return program;
  }

  /** A byte for what it is: there may be a thousand of them in the part of every slice. */
  private static void write(PartWriter out, Map<String, @Nullable Held> tensors) {
    out.number(tensors.size());
    tensors.forEach(
        (name, tensor) -> {
          out.text(name);
          if (tensor == null) {
            out.number(-1);
          } else {
            out.number(
                2L * USES.indexOf(tensor.use())
                    + (tensor.memory().equals(TensorPool.DRAM) ? 0 : 1));
            out.number(tensor.logicalBytes()).number(tensor.paddedBytes());
          }
        });
  }

  private static Map<String, @Nullable Held> readAll(PartReader in) {
    Map<String, @Nullable Held> tensors = new TreeMap<>();
    for (int left = in.count(); left > 0; left--) {
      String name = in.word();
      int kind = in.count();
      tensors.put(
          name,
          kind < 0
              ? null
              : new Held(
                  kind % 2 == 0 ? TensorPool.DRAM : TensorPool.L1,
                  USES.get(kind / 2),
                  in.number(),
                  in.number()));
    }
    return tensors;
  }
}
