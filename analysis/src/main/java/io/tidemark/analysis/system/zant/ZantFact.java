package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Z-Ant's code generator and its allocator print about memory. */
public sealed interface ZantFact extends Fact {

  @Override
  default String format() {
    return Zant.FORMAT;
  }

  /**
   * A whole static plan, which one line holds. Sizes are elements as printed, not bytes. An empty
   * list is one only right after {@link Trail#PLANNING}: other programs print it too.
   *
   * @param planner {@code heuristic v0}, {@code heuristic v1}, {@code branch and bound}…; {@code
   *     null} in the old form, a bare list
   * @param cutTensors tensors beyond the limit, left out
   */
  record Plan(
      @Nullable String planner, @Nullable String flags, List<Tensor> tensors, long cutTensors)
      implements ZantFact {
    public Plan {
      tensors = List.copyOf(tensors);
    }
  }

  /** A node's output; {@code buffer} is {@code null} where the planner gave it none. */
  record Tensor(String name, long elements, @Nullable Borrow buffer) {}

  /**
   * A tensor's time in a backing buffer.
   *
   * @param elements of the buffer
   * @param firstStep the producer's step
   * @param lastStep the last consumer's step, inclusive: it still reads the tensor then
   */
  record Borrow(int id, long elements, String elementType, int firstStep, int lastStep) {}

  /**
   * A line of the generator's trail around a plan.
   *
   * @param what {@code Pre-Fusion nodes}, {@code v1 buffers}, {@code planning}…
   * @param count the number it states, −1 for none
   */
  record Trail(String what, long count) implements ZantFact {
    /** After it the old form prints its list, empty or not; the new form prints none. */
    public static final String PLANNING = "Static memory planning";
  }

  /**
   * A line of the tracing allocator.
   *
   * @param heldBytes running sum of what is held after it
   */
  record Held(String scope, boolean freed, long heldBytes, long bytes) implements ZantFact {}

  /** A block of the tracing allocator that grew or shrank in place, which its sum leaves out. */
  record Resized(String scope, long fromBytes, long toBytes) implements ZantFact {}

  /** A block that could not grow in place: its owner may yet move it, so it is no failure. */
  record NotResized(String scope, long fromBytes, long toBytes) implements ZantFact {}

  /** An allocation that the tracing allocator found no room for. */
  record NoRoom(String scope, long neededBytes) implements ZantFact {}
}
