package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Memory lines of Z-Ant's code generator and allocators. */
public sealed interface ZantFact extends Fact {

  @Override
  default String format() {
    return Zant.FORMAT;
  }

  /**
   * A whole static plan, printed on one line. Sizes are in elements, as printed, not in bytes. An
   * empty list is a plan only right after {@link Trail#PLANNING}, since other programs print it,
   * too.
   *
   * @param planner {@code heuristic v0}, {@code heuristic v1}, {@code branch and bound}…; {@code
   *     null} in the old form, a bare list
   * @param cutTensors number of tensors dropped above the limit
   */
  record Plan(
      @Nullable String planner, @Nullable String flags, List<Tensor> tensors, long cutTensors)
      implements ZantFact {
    public Plan {
      tensors = List.copyOf(tensors);
    }
  }

  /** Output of a node; {@code buffer} is {@code null} if the planner assigned none. */
  record Tensor(String name, long elements, @Nullable Borrow buffer) {}

  /**
   * The use of a backing buffer by a tensor.
   *
   * @param elements elements of the buffer
   * @param firstStep the producer's step
   * @param lastStep the last consumer's step, inclusive, since it still reads the tensor
   */
  record Borrow(int id, long elements, String elementType, int firstStep, int lastStep) {}

  /**
   * A progress line of the generator around a plan.
   *
   * @param what {@code Pre-Fusion nodes}, {@code v1 buffers}, {@code planning}…
   * @param count the stated number; −1 for none
   */
  record Trail(String what, long count) implements ZantFact {
    /** The old form prints its list after this line, even if empty; the new form prints none. */
    public static final String PLANNING = "Static memory planning";
  }

  /**
   * An allocation or release in the tracing allocator.
   *
   * @param heldBytes sum of held bytes after it
   */
  record Held(String scope, boolean freed, long heldBytes, long bytes) implements ZantFact {}

  /** A block that grew or shrank in place, which the allocator's sum omits. */
  record Resized(String scope, long fromBytes, long toBytes) implements ZantFact {}

  /**
   * A block that could not grow in place. This is no failure, since its owner may still move it.
   */
  record NotResized(String scope, long fromBytes, long toBytes) implements ZantFact {}

  /** An allocation that failed. */
  record NoRoom(String scope, long neededBytes) implements ZantFact {}
}
