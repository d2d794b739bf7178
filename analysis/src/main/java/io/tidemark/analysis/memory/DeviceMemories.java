package io.tidemark.analysis.memory;

import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.Peak;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
      long change = of.record(view, owned, crossed, at);
      if (of.namesMakers()) {
        of.timeline().settleBefore(table::held);
      }
      changed(owned, change, of, table, at);
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
      String site = open.module() == null ? site(place, whose) : open.module();
      TrackedOp holder = holder(site, whose, memory, table, at);
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
                  TrackedOp.freed(holder, holder(from, by, memory, table, at), bytes);
                });
      }
    }
  }

  /** Returns the module and the source line of an op. */
  public String site(@Nullable String location, String op) {
    return names.site(location, op);
  }

  private @Nullable TrackedOp holder(
      String site, String op, TrackedMemory memory, OpTableFigures table, LogPosition at) {
    Peak peak = memory.highest();
    TrackedOp holder = table.ofHolder(site, names.admit(op), peak == null ? 0 : peak.offset(), at);
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
