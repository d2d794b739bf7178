package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole static plan, printed on one line. Sizes are in elements, as printed, not in bytes. An
 * empty list is a plan only right after its announcement, since other programs print it, too.
 *
 * @param planner {@code heuristic v0}, {@code heuristic v1}, {@code branch and bound}…; {@code
 *     null} in the old form, a bare list
 * @param cutTensors number of tensors dropped above the limit
 */
public record ZantPlan(
    @Nullable String planner, @Nullable String flags, List<Tensor> tensors, long cutTensors)
    implements Fact {

  public ZantPlan {
    tensors = List.copyOf(tensors);
  }

  @Override
  public String format() {
    return Zant.FORMAT;
  }

  /** Output of a node; {@code buffer} is {@code null} if the planner assigned none. */
  public record Tensor(String name, long elements, @Nullable Borrow buffer) {}

  /**
   * The use of a backing buffer by a tensor.
   *
   * @param elements elements of the buffer
   * @param firstStep the producer's step
   * @param lastStep the last consumer's step, inclusive, since it still reads the tensor
   */
  public record Borrow(int id, long elements, String elementType, int firstStep, int lastStep) {}
}
