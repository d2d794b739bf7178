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
 * A header and the memory lines that follow it, while they come in.
 *
 * @param point where it was taken; {@code null} for lines without a header
 * @param op the op about to run, or the one that has run or is running where {@code point} says so
 * @param owner to whom the change since the block before is attributed
 * @param freed what was freed since the block before, as far as the log names it
 */
public record Block(
    @Nullable Point point,
    @Nullable Op op,
    @Nullable Op owner,
    List<FreedBuffer> freed,
    List<MemoryView> views) {

  private static final int WITH_OP = 1;

  /** Blocks of before, stored open, have no location of their owner. */
  private static final int WITH_OWNER_LOCATION = 2;

  /** Blocks of before, stored open, have nothing freed. */
  private static final int WITH_FREED = 4;

  public Block(@Nullable Point point, @Nullable Op op, @Nullable Op owner) {
    this(point, op, owner, List.of());
  }

  public Block(
      @Nullable Point point, @Nullable Op op, @Nullable Op owner, List<FreedBuffer> freed) {
    this(point, op, owner, List.copyOf(freed), new ArrayList<>());
  }

  /** A memory by itself, of no op. */
  public static Block of(MemoryView view) {
    Block block = new Block(null, null, null);
    block.views.add(view);
    return block;
  }

  /** The op about to run. */
  @Nullable Op before() {
    return point == Point.AFTER_OPERATION || point == Point.WITHIN_OPERATION ? null : op;
  }

  /** The ops that stand by the figures of the block. */
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
    out.text(view.memory())
        .number(view.banks())
        .number(view.capacityBytes())
        .number(view.usedBytes())
        .number(view.freeBytes())
        .number(view.largestFreeBytes());
  }

  static MemoryView readView(PartReader in) {
    return new MemoryView(
        in.word(), in.count(), in.number(), in.number(), in.number(), in.number());
  }
}
