package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Culprit;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryView;
import io.tidemark.model.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A header and the memory lines that follow it, filled while they arrive.
 *
 * @param point position in the program; {@code null} for lines without a header
 * @param op the next op, or the finished or running one, depending on {@code point}
 * @param owner op to which the change since the previous block is attributed
 * @param freed buffers freed since the previous block, if the log names them
 */
public record Block(
    @Nullable Point point,
    @Nullable Op op,
    @Nullable Op owner,
    List<FreedBuffer> freed,
    List<MemoryView> views) {

  private static final int WITH_OP = 1;

  /** Flag: the owner has a location. Older stored blocks lack it. */
  private static final int WITH_OWNER_LOCATION = 2;

  /** Flag: the block has freed buffers. Older stored blocks lack it. */
  private static final int WITH_FREED = 4;

  public Block(@Nullable Point point, @Nullable Op op, @Nullable Op owner) {
    this(point, op, owner, List.of());
  }

  public Block(
      @Nullable Point point, @Nullable Op op, @Nullable Op owner, List<FreedBuffer> freed) {
    this(point, op, owner, List.copyOf(freed), new ArrayList<>());
  }

  /** Creates a block of one memory without an op. */
  public static Block of(MemoryView view) {
    Block block = new Block(null, null, null);
    block.views.add(view);
    return block;
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

  public void write(PartWriter out) {
    out.text(point == null ? null : point.name());
    Op of = owner;
    String location = of == null ? null : of.location();
    out.kind(
        (op == null ? 0 : WITH_OP)
            + (location == null ? 0 : WITH_OWNER_LOCATION)
            + (freed.isEmpty() ? 0 : WITH_FREED));
    write(out, op);
    out.text(ownerName());
    if (location != null) {
      out.text(location);
    }
    if (!freed.isEmpty()) {
      FreedBuffer.writeAll(out, freed);
    }
    out.number(views.size());
    views.forEach(view -> writeView(out, view));
  }

  public static Block read(PartReader in) {
    String point = in.text();
    int kind = in.kind();
    Op op = (kind & WITH_OP) == 0 ? null : new Op(in.word(), in.text(), in.text());
    String name = in.text();
    String location = (kind & WITH_OWNER_LOCATION) == 0 ? null : in.text();
    Op owner = name == null ? null : new Op(name, location, null);
    List<FreedBuffer> freed = (kind & WITH_FREED) == 0 ? List.of() : FreedBuffer.readAll(in);
    Block block = new Block(point == null ? null : Point.valueOf(point), op, owner, freed);
    for (int left = in.count(); left > 0; left--) {
      block.views.add(readView(in));
    }
    return block;
  }

  public static void writeOp(PartWriter out, @Nullable Op op) {
    out.flag(op != null);
    write(out, op);
  }

  private static void write(PartWriter out, @Nullable Op op) {
    if (op != null) {
      out.text(op.name()).text(op.location()).text(op.program());
    }
  }

  public static @Nullable Op readOp(PartReader in) {
    return in.flag() ? new Op(in.word(), in.text(), in.text()) : null;
  }

  static void writeView(PartWriter out, MemoryView view) {
    Long largestFree = view.largestFreeBytes();
    out.text(view.memory())
        .number(view.banks())
        .number(view.capacityBytes())
        .number(view.usedBytes())
        .number(view.freeBytes())
        .number(largestFree == null ? MemoryBounds.UNKNOWN : largestFree);
  }

  static MemoryView readView(PartReader in) {
    return new MemoryView(
        in.word(), in.count(), in.number(), in.number(), in.number(), in.number());
  }
}
