package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.system.zant.ZantFact.Borrow;
import io.tidemark.analysis.system.zant.ZantFact.Tensor;
import io.tidemark.model.event.TensorSizes;
import io.tidemark.model.plan.PlanRecord.Backing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The backing buffers of a plan, by id, with sums over the tensors that borrow them. */
final class ZantBackings {

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
