package io.tidemark.analysis.system.tenstorrent;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.memory.Block;
import io.tidemark.analysis.memory.Crossed;
import io.tidemark.analysis.memory.Device;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.TrackedMemory;
import io.tidemark.analysis.message.FactFigures;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryHeader;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import io.tidemark.analysis.system.tenstorrent.mlir.TensorEffect;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of one device from the runtime's lines. Assembles blocks of memory lines, attributes
 * changes to ops.
 *
 * <pre>
 *   header ─▶ open block ─ memory line ─▶ figures at once
 *                 └─ 4th memory, next header, op, program or failure ─▶ Snapshot
 * </pre>
 */
final class RuntimeDevice implements Device.SnapshotAssembly {

  /** Number of memories in a block of the runtime. */
  private static final int MEMORIES_OF_A_BLOCK = 4;

  private final Device device;
  private final RaisedErrors errors;
  private Attribution attribution = new Attribution();
  private Programs programs = new Programs();
  private final TensorTracker tensors;
  private final DeviceListener listener;
  private @Nullable Block block;

  /** The op whose line was read last, if it may still run. */
  private @Nullable RunningOp running;

  private Crossed crossed = Crossed.NOTHING;
  private LogPosition last = new LogPosition(0, 0);

  record State(
      Attribution attribution,
      Programs programs,
      TensorTracker.State tensors,
      @Nullable Block block,
      Crossed crossed,
      LogPosition last,
      @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable RunningOp running) {}

  RuntimeDevice(Device device, TensorPool pool, RaisedErrors errors, DeviceListener listener) {
    this.device = device;
    this.errors = errors;
    this.tensors = new TensorTracker(pool);
    this.listener = listener;
  }

  /** Takes over the assembly of the device's snapshots. */
  void assemble() {
    device.assembledBy(this);
  }

  /** Handles mixed lines of several writers: like after a gap, the change has no owner. */
  private void contradicted(RunOutput out) {
    out.contradicted();
    gap(out);
  }

  void header(MemoryHeader header, Consumer<MemoryEvent> events) {
    close(events);
    String name = header.op();
    String location = attribution.takeLocation();
    Op op = name == null ? null : new Op(OpNameLimiter.cut(name), location, programs.innermost());
    block = block(header.point(), op);
    if (op != null) {
      String module = attribution.headerModule();
      tensors.producedBy(op.name(), module == null ? device.site(location, op.name()) : module);
    }
  }

  private Block block(@Nullable Point point, @Nullable Op op) {
    Op owner = attribution.ownerUpTo(point);
    return new Block(point, op, owner, attribution.moduleOf(owner), tensors.takeFreed());
  }

  /** Records a memory line. Returns whether it is the first of its block. */
  boolean memory(MemoryViewLine line, LogPosition at, RunOutput events) {
    Block open = block;
    if (open != null && open.holds(line.memory())) {
      if (open.point() != null) {
        // One writer prints a header for each block and each memory once.
        contradicted(events);
      }
      open = null;
    }
    if (open == null) {
      close(events);
      open = block(null, null);
      block = open;
    }
    boolean first = open.views().isEmpty();
    if (first) {
      attribution.took(open);
      crossed = programs.takeCrossed();
      errors.goesOn(device.name());
    }
    last = at;
    MemoryView view = line.view();
    TrackedMemory figures = device.record(open, view, crossed, at);
    if (figures == null) {
      return first;
    }
    stated(view, figures);
    if (open.views().size() == MEMORIES_OF_A_BLOCK) {
      close(events);
    }
    return first;
  }

  @Override
  public void interrupt(Consumer<MemoryEvent> events) {
    close(events);
    crossed = Crossed.NOTHING;
  }

  @Override
  public void stated(MemoryView view, TrackedMemory figures) {
    if (tensors.any() && TensorPool.follows(view.memory())) {
      figures.live(tensors.alive(view.memory()).toLiveTensors());
    }
  }

  void operation(TenstorrentFact.OpStarted started, Consumer<MemoryEvent> events) {
    close(events);
    errors.goesOn(device.name());
    String place = started.location();
    attribution.locate(
        place == null ? null : OpNameLimiter.cut(place), device.site(place, started.mlirOp()));
    TensorEffect effect = started.tensors();
    running =
        new RunningOp(
            effect.frees().isEmpty() ? effect.takes() : "",
            effect.yields(),
            started.location(),
            OpNameLimiter.cut(started.mlirOp()));
    tensors.started(effect);
    listener.started(started);
  }

  void programStarted(String program, Consumer<MemoryEvent> events) {
    close(events);
    errors.goesOn(device.name());
    running = null;
    tensors.programStarted(program);
    int depth = programs.depth();
    if (programs.start(OpNameLimiter.cut(program), attribution.lastOpName(), device.used())) {
      attribution.boundary();
    }
    listener.programStarted(program, depth, programs);
  }

  void programFinished(String program, RunOutput events) {
    close(events);
    if (programs.runsAnother(OpNameLimiter.cut(program))) {
      contradicted(events);
    }
    running = null;
    tensors.programFinished(program);
    listener.programFinished(program);
    if (programs.finish(OpNameLimiter.cut(program))) {
      attribution.boundary();
    }
  }

  void retained() {
    tensors.retained();
    listener.retained();
  }

  void compiling() {
    running = null;
    attribution.boundary();
  }

  /** Records a failed allocation, unless it is known from the lines before. */
  void failed(MessageFact line, RunOutput out) {
    close(out);
    String op = attribution.running();
    op = op == null && running != null ? running.name() : op;
    FailedAllocation failure = FactFigures.failure(line).whileRunning(op);
    if (running != null) {
      failure = failure.of(running.failed(failure));
    }
    if (errors.failed(failure, line.raised(), out)) {
      abandon();
      TrackedMemory memory = device.get(failure.memory());
      if (memory != null) {
        memory.error(failure.shortage(), out.at());
      }
    }
  }

  /** Handles missing lines: changes have no owner, and running programs may have ended. */
  void gap(Consumer<MemoryEvent> events) {
    close(events);
    abandon();
    running = null;
    attribution = new Attribution();
  }

  private void abandon() {
    programs.abandon();
    tensors.abandon();
    listener.abandoned();
  }

  /** Closes the open block if it has any memory line. */
  void close(Consumer<MemoryEvent> events) {
    Block open = block;
    block = null;
    if (open != null) {
      attribution.ended(open);
    }
    if (open != null && !open.views().isEmpty()) {
      events.accept(open.event(device.name(), last));
      listener.snapshot(open, programs);
      crossed = Crossed.NOTHING;
    }
  }

  State state() {
    return new State(attribution, programs, tensors.state(), block, crossed, last, running);
  }

  void restore(State stored) {
    attribution = stored.attribution();
    programs = stored.programs();
    tensors.restore(stored.tensors());
    block = stored.block();
    crossed = stored.crossed();
    last = stored.last();
    running = stored.running();
  }
}
