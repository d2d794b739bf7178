package io.tidemark.analysis.memory;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.Peak;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One device of a run with its memories, shared by all systems that report them. */
public final class Device {

  private static final int MAX_MEMORIES = 16;

  private final String name;
  private final OpNameLimiter names;
  private final RunPoints points;
  private final Map<String, TrackedMemory> memories = new TreeMap<>();
  private @Nullable SnapshotAssembly assembly;

  /** Callback of a system that assembles the snapshots of a device line by line. */
  public interface SnapshotAssembly {

    /** Closes the open snapshot, since another record states the device's memories. */
    void interrupt(Consumer<MemoryEvent> events);

    /** Reports the newest figures of a memory. */
    void stated(MemoryView view, TrackedMemory figures);
  }

  /**
   * A stored memory.
   *
   * @param offset of the newest change of its op table
   */
  record State(TrackedMemory figures, long offset) {}

  Device(String name, OpNameLimiter names, RunPoints points) {
    this.name = name;
    this.names = names;
    this.points = points;
  }

  public String name() {
    return name;
  }

  /** Its memories, by name. */
  Map<String, TrackedMemory> memories() {
    return memories;
  }

  /** The figures of a memory; {@code null} before its first snapshot. */
  public @Nullable TrackedMemory get(String memory) {
    return memories.get(memory);
  }

  /** Used bytes by memory. */
  public Map<String, Long> used() {
    Map<String, Long> used = new TreeMap<>();
    memories.forEach((memory, of) -> used.put(memory, of.usedBytes()));
    return used;
  }

  /** Registers the assembly. At most one system assembles a device; the last call wins. */
  public void assembledBy(SnapshotAssembly by) {
    assembly = by;
  }

  /** The newest figures of a memory; {@code null} before the first. */
  public @Nullable MemoryView view(String memory) {
    TrackedMemory figures = memories.get(memory);
    return figures == null ? null : figures.now();
  }

  /** Records memories that an allocator or a file states all at once. */
  void stated(Block stated, Crossed crossed, LogPosition at, Consumer<MemoryEvent> events) {
    if (assembly != null) {
      assembly.interrupt(events);
    }
    Block admitted =
        new Block(stated.point(), stated.op(), stated.owner(), stated.module(), stated.freed());
    for (MemoryView view : stated.views()) {
      TrackedMemory figures = record(admitted, view, crossed, at);
      if (assembly != null && figures != null) {
        assembly.stated(view, figures);
      }
    }
    if (!admitted.views().isEmpty()) {
      events.accept(admitted.event(name, at));
    }
  }

  /**
   * Records a memory and adds it to the block.
   *
   * @return its figures; {@code null} if the limit of memories is reached
   */
  public @Nullable TrackedMemory record(
      Block open, MemoryView view, Crossed crossed, LogPosition at) {
    TrackedMemory of = memories.get(view.memory());
    if (of == null && memories.size() >= MAX_MEMORIES) {
      names.dropMemory(view.memory());
      return null;
    }
    open.views().add(view);
    List<Span> ended = crossed.ended();
    if (of == null) {
      of = TrackedMemory.first(view, open, crossed, at, points.of(name, view.memory()));
      memories.put(view.memory(), of);
    } else {
      boolean goesOn = of.goesOn(view);
      Block owned = goesOn ? open : open.unowned();
      long change = of.record(view, owned, crossed, at);
      of.settleBefore();
      changed(owned, change, of, at);
      if (!goesOn) {
        of.ops().release(at);
        ended = List.of();
      }
      if (of.isAtPeak()) {
        of.ops().peak(at);
      }
    }
    Op next = open.op();
    if (next != null && open.point() != Point.WITHIN_OPERATION) {
      of.ops().change(names.admit(next.name()), at).begins(view.usedBytes());
    }
    spanned(view, of.ops(), ended, at);
    return of;
  }

  private void changed(Block open, long change, TrackedMemory memory, LogPosition at) {
    OpTableFigures table = memory.ops();
    String whose = open.ownerName();
    if (whose != null) {
      TrackedOp of = table.change(names.admit(whose), at);
      if (Op.isUnattributed(whose)) {
        of.begins(memory.usedBytes());
      }
      hold(of, memory);
      of.changed(change, memory.usedBytes());
      Op owner = open.owner();
      String place = owner == null ? null : owner.location();
      String site = open.module() == null ? site(place, whose) : open.module();
      TrackedOp holder = holder(site, whose, memory, at);
      if (holder != null) {
        holder.changed(change, memory.usedBytes());
      }
      // Between submissions, other bytes come and go: each buffer counts with its own size.
      boolean mixed = Op.isUnattributed(whose);
      if (mixed || change < 0) {
        FreedShares.of(open.freed(), memory.now().memory(), mixed ? null : -change)
            .forEach(
                (buffer, bytes) -> {
                  String by = Objects.requireNonNull(buffer.producer());
                  TrackedOp producer = table.change(names.admit(by), at);
                  hold(producer, memory);
                  TrackedOp.freed(of, producer, bytes);
                  String from = buffer.module() == null ? site(null, by) : buffer.module();
                  TrackedOp.freed(holder, holder(from, by, memory, at), bytes);
                });
      }
    }
  }

  /** Returns the module and the source line of an op. */
  public String site(@Nullable String location, String op) {
    return names.site(location, op);
  }

  private @Nullable TrackedOp holder(String site, String op, TrackedMemory memory, LogPosition at) {
    Peak peak = memory.highest();
    TrackedOp holder =
        memory.ops().ofHolder(site, names.admit(op), peak == null ? 0 : peak.offset(), at);
    if (holder != null) {
      hold(holder, memory);
    }
    return holder;
  }

  private static void hold(TrackedOp of, TrackedMemory memory) {
    Peak peak = memory.highest();
    if (peak != null && !memory.isAtPeak()) {
      of.hold(peak.offset());
    }
  }

  private void spanned(MemoryView view, OpTableFigures table, List<Span> ended, LogPosition at) {
    for (Span span : ended) {
      Long began = span.usedBytes().get(view.memory());
      if (span.op() != null && began != null) {
        table.change(names.admit(span.op()), at).spanned(view.usedBytes() - began);
      }
    }
  }

  /** Restores the memories, before their parts. */
  void restore(Map<String, State> state) {
    state.forEach(
        (memory, of) -> {
          memories.put(memory, of.figures().with(points.of(name, memory)));
          of.figures().ops().restoreOffset(of.offset());
        });
  }

  /** What is stored of the memories besides their parts, by name. */
  Map<String, State> state() {
    Map<String, State> state = new TreeMap<>();
    memories.forEach((memory, of) -> state.put(memory, new State(of, of.ops().offset())));
    return state;
  }

  /** Divides the freed bytes of a memory among the ops that produced the freed buffers. */
  private static final class FreedShares {

    private FreedShares() {}

    /**
     * Returns the share of each buffer. Shares of buffers without a known producer are left out:
     * they stay with the op that freed them.
     *
     * @param bytes decrease in use, at least 0; {@code null} if each buffer has its own size
     */
    static Map<FreedBuffer, Long> of(List<FreedBuffer> freed, String memory, @Nullable Long bytes) {
      long all = 0;
      for (FreedBuffer buffer : freed) {
        all += buffer.memory().equals(memory) ? buffer.bytes() : 0;
      }
      Map<FreedBuffer, Long> shares = new LinkedHashMap<>();
      long left = bytes == null ? all : bytes;
      for (FreedBuffer buffer : freed) {
        if (buffer.producer() != null && all > 0 && buffer.memory().equals(memory)) {
          double whole = bytes == null ? all : bytes;
          long share = Math.min(left, Math.round(whole * buffer.bytes() / all));
          shares.merge(buffer, share, Long::sum);
          left -= share;
        }
      }
      return shares;
    }
  }
}
