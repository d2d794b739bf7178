package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.Culprit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A header and the memory lines that follow it, filled while they arrive.
 *
 * @param point position in the program; {@code null} for lines without a header
 * @param op the next op, or the finished or running one, depending on {@code point}
 * @param owner op to which the change since the previous block is attributed
 * @param module module and source line of that op; {@code null} if they follow from location and
 *     name
 * @param freed buffers freed since the previous block, if the log names them
 */
public record Block(
    @Nullable Point point,
    @Nullable Op op,
    @Nullable Op owner,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable String module,
    List<FreedBuffer> freed,
    List<MemoryView> views) {

  public Block(@Nullable Point point, @Nullable Op op, @Nullable Op owner) {
    this(point, op, owner, null, List.of());
  }

  public Block(
      @Nullable Point point,
      @Nullable Op op,
      @Nullable Op owner,
      @Nullable String module,
      List<FreedBuffer> freed) {
    this(point, op, owner, module, List.copyOf(freed), new ArrayList<>());
  }

  /** Creates a block of one memory without an op. */
  public static Block of(MemoryView view) {
    Block block = new Block(null, null, null);
    block.views.add(view);
    return block;
  }

  /** The same block for a memory whose change since the block before has no known owner. */
  public Block unowned() {
    return new Block(point, op, null, null, List.of(), views);
  }

  /** Returns the op about to run, or {@code null}. */
  @Nullable Op before() {
    return point == Point.AFTER_OPERATION || point == Point.WITHIN_OPERATION ? null : op;
  }

  /** Returns the ops to name with the figures of the block. */
  Culprit culprit() {
    Op next = before();
    return new Culprit(
        ownerName(),
        owner == null ? null : owner.location(),
        next == null ? null : next.name(),
        op == null ? null : op.location());
  }

  @Nullable String ownerName() {
    return owner == null ? null : owner.name();
  }

  public boolean holds(String memory) {
    for (MemoryView view : views) {
      if (view.memory().equals(memory)) {
        return true;
      }
    }
    return false;
  }

  public MemoryEvent.Snapshot event(String device, LogPosition at) {
    return new MemoryEvent.Snapshot(at, device, before(), ownerName(), views);
  }
}
