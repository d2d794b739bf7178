package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.ZantFact;
import io.tidemark.analysis.parse.ZantFact.Borrow;
import io.tidemark.analysis.parse.ZantFact.Tensor;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.MemoryView;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Z-Ant's plans. A plan names backing buffers but no addresses: here they lie one after another in
 * the order of their ids, so that an address tells the buffer and the arena is the sum of them all.
 */
final class ZantTracker {

  static final String MEMORY = "ARENA";

  private final Plans plans;

  ZantTracker(Plans plans) {
    this.plans = plans;
  }

  void take(ZantFact.Plan told, At at, Consumer<MemoryEvent> events) {
    int number = plans.begin(MEMORY, 0, 1);
    PlanFigures plan = plans.at(number);
    if (plan == null) {
      return;
    }
    Map<Integer, Long> buffers = new TreeMap<>();
    told.tensors().forEach(tensor -> widen(buffers, tensor));
    long arena = 0;
    for (Map.Entry<Integer, Long> buffer : buffers.entrySet()) {
      long bytes = buffer.getValue();
      buffer.setValue(arena);
      arena += bytes;
    }
    String planner = told.planner() == null ? "" : " " + Names.cut(told.planner());
    plan.name("zant#" + number + planner, told.flags() == null ? "" : Names.cut(told.flags()));
    plan.reserve(arena);
    plan.leaveOut(told.cutTensors());
    // A list in the order of a hash table: by step it is the same each time.
    inOrder(told.tensors())
        .forEach(tensor -> events.accept(plan.add(interval(tensor, buffers, at))));
    plan.found(ZantFindings.of(told));
    plans.end(number, "success", at);
  }

  /** What the tracing allocator holds: a memory of unknown size, named after its scope. */
  static MemoryView held(ZantFact.Held line) {
    String memory = Names.cut(line.scope()).toUpperCase(Locale.ROOT);
    return new MemoryView(memory, 1, 0, Math.max(0, line.heldBytes()), 0, 0);
  }

  private static void widen(Map<Integer, Long> buffers, Tensor tensor) {
    Borrow buffer = tensor.buffer();
    if (buffer != null) {
      buffers.merge(
          buffer.id(), ElementType.bytes(buffer.elementType(), buffer.elements()), Math::max);
    }
  }

  /** Those that live at some step. */
  private static List<Tensor> inOrder(List<Tensor> tensors) {
    return tensors.stream()
        .filter(tensor -> ZantFindings.lives(tensor.buffer()))
        .sorted(
            Comparator.comparingInt((Tensor tensor) -> borrow(tensor).firstStep())
                .thenComparing(Tensor::name))
        .toList();
  }

  private static Borrow borrow(Tensor tensor) {
    Borrow buffer = tensor.buffer();
    if (buffer == null) {
      throw new IllegalStateException(tensor.name() + " has no buffer");
    }
    return buffer;
  }

  private static Interval interval(Tensor tensor, Map<Integer, Long> addresses, At at) {
    Borrow buffer = borrow(tensor);
    return new Interval(
        at.offset(),
        at.timeMillis(),
        "",
        MEMORY,
        Names.cut(tensor.name()),
        "",
        "activation",
        buffer.firstStep(),
        buffer.lastStep(),
        false,
        addresses.getOrDefault(buffer.id(), -1L),
        ElementType.bytes(buffer.elementType(), tensor.elements()),
        -1,
        true);
  }
}
