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

  private static final int MAX_REPEATS = 64;

  private final String device;
  private final DeviceMemories memories;
  private final Set<String> told = new TreeSet<>();
  private Attribution attribution = new Attribution();
  private Programs programs = new Programs();
  private final TensorTracker tensors;
  private @Nullable Block block;

  private Programs.Crossed crossed = Programs.Crossed.NOTHING;
  private @Nullable String location;
  private At last = new At(0, 0);

  DeviceTracker(String device, Names names, TensorPool pool) {
    this.device = device;
    this.memories = new DeviceMemories(names);
    this.tensors = new TensorTracker(pool);
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
      memories.begin();
      attribution.took(open);
      crossed = programs.takeCrossed();
      told.clear();
    }
    last = at;
    MemoryView view = view(line);
    if (!memories.take(open, view, crossed, at)) {
      return first;
    }
    live(view);
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
    memories.begin();
    for (MemoryView view : stated.views()) {
      if (memories.take(admitted, view, crossed, at)) {
        live(view);
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

  private void live(MemoryView view) {
    boolean told = tensors.any() && TensorPool.follows(view.memory());
    MemoryFigures figures = told ? memories.get(view.memory()) : null;
    if (figures != null) {
      figures.live(tensors.alive(view.memory()).told());
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
    if (programs.start(Names.cut(program), attribution.lastOpName(), memories.used())) {
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
    return memories.figures();
  }

  Map<String, OpTableFigures> tables() {
    return memories.tables();
  }

  void write(PartWriter out) {
    memories.write(out);
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

  static DeviceTracker read(String device, Names names, TensorPool pool, PartReader in) {
    DeviceTracker tracker = new DeviceTracker(device, names, pool);
    tracker.memories.read(in);
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
