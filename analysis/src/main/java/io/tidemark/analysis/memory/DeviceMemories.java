package io.tidemark.analysis.memory;

import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.Peak;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The memories of one device: their figures and their op tables. */
public final class DeviceMemories {

  private static final int MAX_MEMORIES = 16;

  private final OpNameLimiter names;
  private final Function<String, ProgramPoints> points;
  private final Map<String, TrackedMemory> figures = new TreeMap<>();
  private final Map<String, OpTableFigures> tables = new TreeMap<>();

  /**
   * A stored memory.
   *
   * @param offset of the newest change of its op table
   */
  record State(TrackedMemory figures, long offset) {}

  /**
   * Creates an empty set of memories.
   *
   * @param points returns the program points of a memory by its name
   */
  DeviceMemories(OpNameLimiter names, Function<String, ProgramPoints> points) {
    this.names = names;
    this.points = points;
  }

  /**
   * Records a memory and adds it to the block.
   *
   * @return its figures; {@code null} if the limit of memories is reached
   */
  public @Nullable TrackedMemory record(
      Block open, MemoryView view, Crossed crossed, LogPosition at) {
    TrackedMemory of = figures.get(view.memory());
    if (of == null && figures.size() >= MAX_MEMORIES) {
      names.dropMemory(view.memory());
      return null;
    }
    open.views().add(view);
    List<Span> ended = crossed.ended();
    OpTableFigures table = tables.computeIfAbsent(view.memory(), memory -> new OpTableFigures());
    if (of == null) {
      of = TrackedMemory.first(view, open, crossed, at, points.apply(view.memory()));
      figures.put(view.memory(), of);
    } else {
      boolean goesOn = of.goesOn(view);
      Block owned = goesOn ? open : open.unowned();
      changed(owned, of.record(view, owned, crossed, at), of, table, at);
      if (!goesOn) {
        table.release(at);
        ended = List.of();
      }
      if (of.isAtPeak()) {
        table.peak(at);
      }
    }
    Op next = open.op();
    if (next != null && open.point() != Point.WITHIN_OPERATION) {
      table.change(names.admit(next.name()), at).begins(view.usedBytes());
    }
    spanned(view, table, ended, at);
    return of;
  }

  private void changed(
      Block open, long change, TrackedMemory memory, OpTableFigures table, LogPosition at) {
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
      String named = open.module() == null ? module(place, whose) : open.module();
      TrackedOp module = table.ofModule(named, at);
      hold(module, memory);
      module.changed(change, memory.usedBytes());
      if (change < 0 && !open.freed().isEmpty()) {
        String name = memory.now().memory();
        FreedShares.of(open.freed(), name, -change, FreedBuffer::producer)
            .forEach(
                (producer, bytes) ->
                    freed(of, table.change(names.admit(producer), at), bytes, memory));
        FreedShares.of(open.freed(), name, -change, this::module)
            .forEach((from, bytes) -> freed(module, table.ofModule(from, at), bytes, memory));
      }
    }
  }

  private static void freed(TrackedOp by, TrackedOp produced, long bytes, TrackedMemory memory) {
    hold(produced, memory);
    by.freedOf(produced, bytes);
  }

  /** Returns the module of an op. */
  public String module(@Nullable String location, String op) {
    return names.module(location, op);
  }

  private @Nullable String module(FreedBuffer buffer) {
    String producer = buffer.producer();
    return producer == null || buffer.module() != null ? buffer.module() : module(null, producer);
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

  public @Nullable TrackedMemory get(String memory) {
    return figures.get(memory);
  }

  /** Used bytes by memory. */
  public Map<String, Long> used() {
    Map<String, Long> used = new TreeMap<>();
    figures.forEach((memory, of) -> used.put(memory, of.usedBytes()));
    return used;
  }

  Map<String, TrackedMemory> figures() {
    return figures;
  }

  Map<String, OpTableFigures> tables() {
    return tables;
  }

  /** The stored state, by memory. */
  Map<String, State> state() {
    Map<String, State> state = new TreeMap<>();
    figures.forEach(
        (memory, of) -> {
          OpTableFigures table = tables.get(memory);
          state.put(memory, new State(of, table == null ? 0 : table.offset()));
        });
    return state;
  }

  void restore(Map<String, State> state) {
    state.forEach(
        (memory, of) -> {
          figures.put(memory, of.figures().with(points.apply(memory)));
          OpTableFigures table = new OpTableFigures();
          table.restoreOffset(of.offset());
          tables.put(memory, table);
        });
  }

  /** Divides the freed bytes of a memory among the ops that produced the freed buffers. */
  private static final class FreedShares {

    private FreedShares() {}

    /**
     * Returns the share of each producer, or of its module. Shares of buffers without a known
     * producer are left out: they stay with the op that freed them.
     *
     * @param bytes decrease in use, at least 0
     */
    static Map<String, Long> of(
        List<FreedBuffer> freed,
        String memory,
        long bytes,
        Function<FreedBuffer, @Nullable String> by) {
      long all = 0;
      for (FreedBuffer buffer : freed) {
        all += buffer.memory().equals(memory) ? buffer.bytes() : 0;
      }
      Map<String, Long> shares = new TreeMap<>();
      long left = bytes;
      for (FreedBuffer buffer : freed) {
        String producer = by.apply(buffer);
        if (producer != null && all > 0 && buffer.memory().equals(memory)) {
          long share = Math.min(left, Math.round((double) bytes * buffer.bytes() / all));
          shares.merge(producer, share, Long::sum);
          left -= share;
        }
      }
      return shares;
    }
  }
}
