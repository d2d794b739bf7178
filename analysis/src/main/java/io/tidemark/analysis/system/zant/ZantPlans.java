package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.system.zant.ZantPlan.Borrow;
import io.tidemark.analysis.system.zant.ZantPlan.Tensor;
import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.event.TensorSizes;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.PlanRecord.Backing;
import io.tidemark.model.plan.PlanState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Z-Ant's plans. A plan names backing buffers but no addresses. Here the buffers are placed one
 * after another in the order of their ids. An address thus identifies a buffer, and the arena is
 * the sum of all buffers.
 */
final class ZantPlans {

  static final String MEMORY = "ARENA";

  private final Plans plans;

  /** Number of the last line that announced a plan. */
  private @Nullable Long planningLine;

  ZantPlans(Plans plans) {
    this.plans = plans;
  }

  /** An empty list is a plan only on the line after the announcement. */
  boolean expects(Fact fact, long line) {
    Long announced = planningLine;
    return !(fact instanceof ZantPlan plan)
        || !plan.tensors().isEmpty()
        || plan.planner() != null
        || (announced != null && line == announced + 1);
  }

  void apply(Fact fact, RunOutput out) {
    if (fact instanceof ZantPlan printed) {
      plan(printed, out.at(), out);
    } else if (fact instanceof RowFact line && line.is("planning")) {
      planningLine = out.line();
    }
  }

  private void plan(ZantPlan printed, LogPosition at, Consumer<MemoryEvent> events) {
    int number = plans.begin(MEMORY, 0, 1);
    PlanFigures plan = plans.at(number);
    if (plan == null) {
      return;
    }
    List<Backing> backings = ZantBackings.of(printed.tensors());
    Map<Integer, Long> addresses = new HashMap<>();
    long arena = 0;
    for (Backing backing : backings) {
      addresses.put(backing.id(), arena);
      arena += backing.bytes();
    }
    String planner = printed.planner() == null ? "" : " " + OpNameLimiter.cut(printed.planner());
    plan.name(
        "zant#" + number + planner,
        printed.flags() == null ? "" : OpNameLimiter.cut(printed.flags()));
    long space = arena;
    plan.reserve(space);
    plan.leaveOut(printed.cutTensors());
    // The list is in hash order; sorting by step makes it deterministic.
    inOrder(printed.tensors())
        .forEach(tensor -> events.accept(plan.add(interval(tensor, addresses, space, at))));
    plan.backedBy(backings);
    plan.found(ZantFindings.of(printed));
    plans.end(number, PlanState.COMPLETE, at);
  }

  /** Returns the tensors that are live at some step, in order of steps. */
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

  /**
   * Creates the interval of a tensor. One that is larger than its buffer is kept within the arena.
   */
  private static Interval interval(
      Tensor tensor, Map<Integer, Long> addresses, long arena, LogPosition at) {
    Borrow buffer = borrow(tensor);
    long bytes = ElementType.bytes(buffer.elementType(), tensor.elements());
    long address = addresses.getOrDefault(buffer.id(), 0L);
    return new Interval(
        at,
        "",
        MEMORY,
        new PlannedBuffer(
            PageTexts.limited(tensor.name()), "", "activation", contents(tensor, buffer)),
        Lifetime.of(buffer.firstStep(), buffer.lastStep()),
        Extent.stated(Math.max(0, Math.min(address, arena - bytes)), bytes),
        true);
  }

  private static BufferContents contents(Tensor tensor, Borrow buffer) {
    String dtype = OpNameLimiter.cut(buffer.elementType());
    long id = buffer.id();
    return new BufferContents(null, dtype, null, tensor.elements(), id, null, null);
  }

  @Nullable Long planningLine() {
    return planningLine;
  }

  void planningAt(@Nullable Long line) {
    planningLine = line;
  }

  /** The backing buffers of a plan, by id, with sums over the tensors that borrow them. */
  private static final class ZantBackings {

    private final int id;
    private final String elementType;
    private long bytes;
    private int tensors;
    private long smallest = Long.MAX_VALUE;
    private long largest;
    private long busySteps;

    /** Floating point, so that no stated steps can overflow it. */
    private double usedByteSteps;

    private ZantBackings(int id, String elementType) {
      this.id = id;
      this.elementType = elementType;
    }

    static List<Backing> of(List<Tensor> tensors) {
      Map<Integer, ZantBackings> byId = new TreeMap<>();
      for (Tensor tensor : tensors) {
        Borrow buffer = tensor.buffer();
        if (buffer != null) {
          byId.computeIfAbsent(
                  buffer.id(), id -> new ZantBackings(id, OpNameLimiter.cut(buffer.elementType())))
              .apply(tensor.elements(), buffer);
        }
      }
      return byId.values().stream().map(ZantBackings::backing).toList();
    }

    private void apply(long elements, Borrow buffer) {
      // If the rows contradict each other, the largest size has room for all.
      bytes = Math.max(bytes, ElementType.bytes(buffer.elementType(), buffer.elements()));
      if (ZantFindings.lives(buffer)) {
        long tensorBytes = ElementType.bytes(buffer.elementType(), elements);
        long steps = 1L + buffer.lastStep() - buffer.firstStep();
        tensors++;
        smallest = Math.min(smallest, tensorBytes);
        largest = Math.max(largest, tensorBytes);
        busySteps += steps;
        usedByteSteps += (double) tensorBytes * steps;
      }
    }

    private Backing backing() {
      long least = tensors == 0 ? 0 : smallest;
      long used = (long) usedByteSteps;
      return new Backing(
          id, elementType, bytes, new TensorSizes(tensors, least, largest), busySteps, used);
    }
  }
}
