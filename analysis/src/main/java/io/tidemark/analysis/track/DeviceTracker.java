package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.TenstorrentFact;
import io.tidemark.analysis.parse.TenstorrentFact.AllocationFailed;
import io.tidemark.analysis.parse.TenstorrentFact.MemoryHeader;
import io.tidemark.analysis.parse.TenstorrentFact.MemoryViewLine;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryView;
import io.tidemark.model.Op;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One device of a Tenstorrent run: assembles blocks of memory lines, attributes change to ops, and
 * tells failed allocations once.
 *
 * <pre>
 *   header ─▶ open block ─ memory line ─▶ figures at once
 *                 └─ 4th memory, next header, op, program or failure ─▶ Snapshot
 * </pre>
 */
final class DeviceTracker {

  /** A block of the runtime names this many memories. */
  private static final int MEMORIES_OF_A_BLOCK = 4;

  private static final int MAX_MEMORIES = 16;
  private static final int MAX_REPEATS = 64;

  private final String device;
  private final Names names;
  private final Map<String, MemoryFigures> memories = new TreeMap<>();
  private final Map<String, OpTableFigures> tables = new TreeMap<>();
  private final Set<String> told = new TreeSet<>();
  private Attribution attribution = new Attribution();
  private Programs programs = new Programs();
  private final TensorTracker tensors;
  private @Nullable Block block;
  private Programs.Crossed crossed = Programs.Crossed.NOTHING;
  private @Nullable String location;
  private At last = new At(0, 0);

  DeviceTracker(String device, Names names, TensorTracker.Room room) {
    this.device = device;
    this.names = names;
    this.tensors = new TensorTracker(room);
  }

  void header(MemoryHeader header, Consumer<MemoryEvent> events) {
    close(events);
    String name = header.op();
    Op op = name == null ? null : new Op(Names.cut(name), location, programs.innermost());
    location = null;
    block = new Block(header.point(), op, attribution.ownerUpTo(header.point()));
  }

  /** Answers whether the line is the first of its block. */
  boolean memory(MemoryViewLine line, At at, Consumer<MemoryEvent> events) {
    Block open = block;
    if (open == null || open.holds(line.memory())) {
      close(events);
      open = new Block(null, null, attribution.ownerUpTo(null));
      block = open;
    }
    boolean first = open.views().isEmpty();
    if (first) {
      attribution.took(open);
      crossed = programs.takeCrossed();
      told.clear();
    }
    last = at;
    MemoryView view = view(line);
    MemoryFigures known = memories.get(line.memory());
    if (known == null && memories.size() >= MAX_MEMORIES) {
      return first;
    }
    open.views().add(view);
    take(open, view, known, at);
    if (open.views().size() == MEMORIES_OF_A_BLOCK) {
      close(events);
    }
    return first;
  }

  /** A memory as it stands, {@code null} before it was told of. */
  @Nullable MemoryView view(String memory) {
    MemoryFigures figures = memories.get(memory);
    return figures == null ? null : figures.now();
  }

  /** Memories as an allocator or a file states them, all at once. */
  void stated(Block stated, At at, Consumer<MemoryEvent> events) {
    close(events);
    crossed = Programs.Crossed.NOTHING;
    Block admitted = new Block(stated.point(), stated.op(), stated.owner());
    for (MemoryView view : stated.views()) {
      MemoryFigures known = memories.get(view.memory());
      if (known != null || memories.size() < MAX_MEMORIES) {
        admitted.views().add(view);
        take(admitted, view, known, at);
      }
    }
    if (!admitted.views().isEmpty()) {
      events.accept(admitted.event(device, at));
    }
  }

  private static MemoryView view(MemoryViewLine line) {
    int banks = Math.max(1, line.banks());
    return new MemoryView(
        line.memory(),
        banks,
        line.capacityPerBank() * banks,
        line.usedPerBank() * banks,
        line.freePerBank() * banks,
        line.largestFreePerBank() * banks);
  }

  private void take(Block open, MemoryView view, @Nullable MemoryFigures known, At at) {
    OpTableFigures table = tables.computeIfAbsent(view.memory(), memory -> new OpTableFigures());
    long used = view.usedBytes();
    MemoryFigures figures = known;
    if (figures == null) {
      figures = MemoryFigures.first(view, open, crossed, at);
      memories.put(view.memory(), figures);
    } else {
      long change = figures.take(view, open, crossed, at);
      String owner = open.owner();
      if (owner != null) {
        OpFigures op = table.change(names.admit(owner), at);
        if (owner.startsWith("(")) {
          op.begins(used);
        }
        op.changed(change, used);
      }
    }
    if (tensors.any()) {
      figures.live(tensors.alive(view.memory()).told());
    }
    Op op = open.op();
    if (op != null && open.point() != MemoryHeader.Point.WITHIN_OPERATION) {
      table.change(names.admit(op.name()), at).begins(used);
    }
    for (Programs.Frame span : crossed.ended()) {
      Long began = span.usedBytes().get(view.memory());
      if (span.op() != null && began != null) {
        table.change(names.admit(span.op()), at).spanned(used - began);
      }
    }
  }

  void operation(TenstorrentFact.OpStarted started, Consumer<MemoryEvent> events) {
    close(events);
    told.clear();
    location = started.location() == null ? null : Names.cut(started.location());
    tensors.started(started.tensors());
  }

  void programStarted(String program, Consumer<MemoryEvent> events) {
    close(events);
    told.clear();
    tensors.programStarted(program);
    Map<String, Long> used = new TreeMap<>();
    memories.forEach((memory, figures) -> used.put(memory, figures.usedBytes()));
    if (programs.start(Names.cut(program), attribution.lastOpName(), used)) {
      attribution.boundary();
    }
  }

  void programFinished(String program, Consumer<MemoryEvent> events) {
    close(events);
    tensors.programFinished(program);
    if (programs.finish(Names.cut(program))) {
      attribution.boundary();
    }
  }

  void retained() {
    tensors.retained();
  }

  void compiling() {
    attribution.boundary();
  }

  /** The event of a failure not told since the last block, op or program, else {@code null}. */
  MemoryEvent.@Nullable OutOfMemory failed(
      AllocationFailed line, At at, Consumer<MemoryEvent> events) {
    close(events);
    String figures =
        line.memory() + " " + line.banks() + " " + line.neededBytes() + " " + line.neededPerBank();
    if (told.size() >= MAX_REPEATS || !told.add(figures)) {
      return null;
    }
    programs.abandon();
    tensors.abandon();
    MemoryFigures memory = memories.get(line.memory());
    if (memory != null) {
      memory.error(line.banks(), line.usedPerBank(), line.bankBytes(), at);
    }
    return Failures.event(device, line, at, attribution.running());
  }

  /** Lines are missing: what changed meanwhile is nobody's, and what ran may have ended. */
  void gap(Consumer<MemoryEvent> events) {
    close(events);
    programs.abandon();
    tensors.abandon();
    attribution = new Attribution();
    location = null;
  }

  /** Ends the open block, if any memory line came for it. */
  void close(Consumer<MemoryEvent> events) {
    Block open = block;
    block = null;
    if (open != null && !open.views().isEmpty()) {
      events.accept(open.event(device, last));
      crossed = Programs.Crossed.NOTHING;
    }
  }

  Map<String, MemoryFigures> memories() {
    return memories;
  }

  Map<String, OpTableFigures> tables() {
    return tables;
  }

  void write(PartWriter out) {
    out.number(memories.size());
    memories.forEach(
        (memory, figures) -> {
          out.text(memory);
          figures.write(out);
          OpTableFigures table = tables.get(memory);
          out.number(table == null ? 0 : table.offset());
        });
    out.number(told.size());
    told.forEach(out::text);
    attribution.write(out);
    programs.write(out);
    tensors.write(out);
    Block open = block;
    out.flag(open != null);
    if (open != null) {
      open.write(out);
    }
    crossed.write(out);
    out.text(location).number(last.offset()).number(last.timeMillis());
  }

  static DeviceTracker read(String device, Names names, TensorTracker.Room room, PartReader in) {
    DeviceTracker tracker = new DeviceTracker(device, names, room);
    for (int left = in.count(); left > 0; left--) {
      String memory = in.word();
      tracker.memories.put(memory, MemoryFigures.read(in));
      OpTableFigures table = new OpTableFigures();
      table.restoreOffset(in.number());
      tracker.tables.put(memory, table);
    }
    for (int left = in.count(); left > 0; left--) {
      tracker.told.add(in.word());
    }
    tracker.attribution = Attribution.read(in);
    tracker.programs = Programs.read(in);
    tracker.tensors.read(in);
    tracker.block = in.flag() ? Block.read(in) : null;
    tracker.crossed = Programs.Crossed.read(in);
    tracker.location = in.text();
    tracker.last = new At(in.number(), in.number());
    return tracker;
  }
}
