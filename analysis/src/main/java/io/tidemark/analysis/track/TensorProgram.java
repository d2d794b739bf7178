package io.tidemark.analysis.track;

import io.tidemark.analysis.track.TensorTracker.Held;
import io.tidemark.analysis.track.TensorTracker.Use;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tensors of one program that runs, and what the op that runs in it will do to them. */
final class TensorProgram {

  final String name;
  final Use use;
  final Map<String, Held> live = new TreeMap<>();
  private final Map<String, TensorSums> sums = new HashMap<>();
  @Nullable String running;
  @Nullable Held yields;
  List<String> frees = List.of();

  TensorProgram(String name, Use use) {
    this.name = name;
    this.use = use;
  }

  TensorSums sums(String memory) {
    return sums.getOrDefault(memory, TensorSums.NONE);
  }

  /**
   * The op that runs has done its work.
   *
   * @param room how many tensors more may live
   * @return how many more live now
   */
  int settle(int room) {
    final int before = live.size();
    for (String name : frees) {
      drop(live.remove(name));
    }
    Held made = yields;
    String result = running;
    if (made != null && result != null && live.size() - before < room) {
      hold(result, made);
    }
    running = null;
    yields = null;
    frees = List.of();
    return live.size() - before;
  }

  private void hold(String name, Held tensor) {
    drop(live.put(name, tensor));
    sums.put(tensor.memory(), sums(tensor.memory()).and(tensor));
  }

  private void drop(@Nullable Held tensor) {
    if (tensor != null) {
      sums.put(tensor.memory(), sums(tensor.memory()).without(tensor));
    }
  }

  void write(PartWriter out) {
    out.text(name).text(use.name()).number(live.size());
    live.forEach((name, tensor) -> write(out.text(name), tensor));
    out.text(running).flag(yields != null);
    if (yields != null) {
      write(out, yields);
    }
    out.number(frees.size());
    frees.forEach(out::text);
  }

  static TensorProgram read(PartReader in) {
    TensorProgram program = new TensorProgram(in.word(), Use.valueOf(in.word()));
    for (int left = in.count(); left > 0; left--) {
      program.hold(in.word(), readHeld(in));
    }
    program.running = in.text();
    program.yields = in.flag() ? readHeld(in) : null;
    List<String> frees = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      frees.add(in.word());
    }
    program.frees = frees;
    return program;
  }

  private static void write(PartWriter out, Held tensor) {
    out.text(tensor.memory()).text(tensor.use().name());
    out.number(tensor.logicalBytes()).number(tensor.paddedBytes());
  }

  private static Held readHeld(PartReader in) {
    return new Held(in.word(), Use.valueOf(in.word()), in.number(), in.number());
  }
}
