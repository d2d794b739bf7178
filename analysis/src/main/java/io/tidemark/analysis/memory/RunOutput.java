package io.tidemark.analysis.memory;

import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.run.Killed;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sink to which the systems of a run report events, memory states and failures of a line. One
 * object serves all lines of a run.
 */
public final class RunOutput implements Consumer<MemoryEvent> {

  private final Devices devices;
  private final FrameOwners owners;
  private final Consumer<MemoryEvent> events;
  private LogPosition at = new LogPosition(0, 0);
  private long line;
  private @Nullable Refusal refusal;
  private @Nullable Traceback traceback;
  private long contradictions;

  /**
   * Why figures of a line are impossible or contradict earlier lines.
   *
   * @param column of the line, in bytes from 1
   */
  public record Refusal(int column, String reason) {}

  /**
   * Creates a sink.
   *
   * @param owners of the ops that failures and their reports name
   * @param events receives the events
   */
  public RunOutput(Devices devices, FrameOwners owners, Consumer<MemoryEvent> events) {
    this.devices = devices;
    this.owners = owners;
    this.events = events;
  }

  /**
   * Moves to the next line; everything it completes gets this position.
   *
   * @param line its number among the lines of its writer
   */
  public RunOutput begin(LogPosition at, long line) {
    this.at = at;
    this.line = line;
    refusal = null;
    traceback = null;
    return this;
  }

  /** The same below a traceback of the line's writer. */
  public RunOutput below(@Nullable Traceback above) {
    traceback = above;
    return this;
  }

  /** Position of the current line. */
  public LogPosition at() {
    return at;
  }

  /** Moves to a position without a line. */
  public RunOutput begin(LogPosition at) {
    return begin(at, 0);
  }

  /** Number of the current line among those of its writer. */
  public long line() {
    return line;
  }

  @Override
  public void accept(MemoryEvent event) {
    events.accept(event);
  }

  /** Records one memory of a device, without an op. */
  public void stated(String device, MemoryView view) {
    stated(device, Block.of(view));
  }

  /** Records one memory of a device at a step of a training. */
  public void stated(String device, MemoryView view, @Nullable String step) {
    stated(device, Block.of(view), Crossed.ofStep(step));
  }

  /**
   * Records several memories of a device at once. A sum that exceeds any memory rejects its line.
   */
  public void stated(String device, Block block) {
    stated(device, block, Crossed.NOTHING);
  }

  private void stated(String device, Block block, Crossed crossed) {
    for (MemoryView view : block.views()) {
      MemoryBounds.Breach breach = MemoryBounds.ofUse(view.usedBytes()).breach();
      if (breach != null) {
        refused(1, breach.reason());
        return;
      }
    }
    Device known = devices.device(device);
    if (known != null) {
      known.stated(block, crossed, at, events);
      devices.countSnapshot();
    }
  }

  /**
   * Records the highest state of a memory so far; each statement repeats it, so only more is new.
   */
  public void highest(String device, MemoryView view) {
    TrackedMemory figures = devices.memory(device, view.memory());
    if (figures == null || figures.rises(view.usedBytes())) {
      stated(device, view);
    }
  }

  /** Records the size of a memory whose use is not stated with it. */
  public void sized(String device, String memory, long bytes) {
    devices.setSize(device, memory, bytes);
  }

  /** Records a peak of a memory since its snapshot before. */
  public void peak(String device, String memory, long usedBytes) {
    known(device, memory, figures -> figures.peak(usedBytes, at));
  }

  /** Records that something was placed in a memory, whose size no sum states. */
  public void placed(String device, String memory) {
    known(device, memory, TrackedMemory::placed);
  }

  /** Records what an allocator took of a memory, in use or not. */
  public void reserved(String device, String memory, long bytes) {
    known(device, memory, figures -> figures.reserved(bytes));
  }

  /** Passes the figures of a memory that has a snapshot. */
  private void known(String device, String memory, Consumer<TrackedMemory> to) {
    TrackedMemory figures = devices.memory(device, memory);
    if (figures != null) {
      to.accept(figures);
    }
  }

  /** Records a failed allocation that an exception's text or a message states. */
  public void failed(OutOfMemory failure) {
    devices.failures().thrown();
    record(new OutOfMemory(failure.at(), complete(failure.allocation())));
  }

  private FailedAllocation complete(FailedAllocation stated) {
    FailedAllocation known = devices.complete(stated);
    return known.advice() != null ? known : known.advised(owners.ofOp(known.during()));
  }

  /** Records the op of a large buffer that a failed program holds, the largest first. */
  public void held(@Nullable String op) {
    devices.failures().advise(owners.ofOp(op));
  }

  /** The line may be the only one with the size of the memory. */
  private void record(OutOfMemory failure) {
    devices.failures().add(failure);
    known(failure.device(), failure.memory(), memory -> memory.sized(failure.shortage()));
    events.accept(failure);
  }

  /**
   * Returns the failed allocation with the line of source that the traceback above it names, and
   * with the advice for the owner of its frames; ends that traceback.
   */
  public FailedAllocation traced(FailedAllocation allocation) {
    if (traceback == null) {
      return allocation;
    }
    FailedAllocation owned =
        allocation.advice() == null ? allocation.advised(traceback.advice()) : allocation;
    String place = traceback.take();
    return place == null || owned.where() != null ? owned : owned.at(place);
  }

  /** Adds what the repetition of a failed allocation states beside it. */
  public void repeated(FailedAllocation allocation) {
    devices.failures().repeated(allocation);
  }

  /** Records a failed allocation of the current line, which may have been refused just before. */
  public void failed(FailedAllocation allocation) {
    devices.failures().withdrawUnsized(allocation);
    boolean known = devices.failures().isDecided(allocation) && ended(allocation) != null;
    if (known) {
      repeated(allocation);
    } else {
      failed(new OutOfMemory(at, allocation));
    }
  }

  /** Records a failed allocation that the program may catch: the lines behind it decide. */
  public void refused(FailedAllocation allocation) {
    refused(allocation, false);
  }

  /** Records a failed allocation after which the program says that it goes on. */
  public void declined(FailedAllocation allocation) {
    refused(allocation, true);
  }

  private void refused(FailedAllocation stated, boolean goesOn) {
    devices.failures().withdrawUnsized(stated);
    FailedAllocation allocation = complete(stated);
    devices.failures().refuse(allocation, at.timeMillis(), goesOn);
    events.accept(new MemoryEvent.AllocationRefused(at, allocation));
  }

  /** Records that the process, or what it ran, ended badly. Returns what ended it. */
  public @Nullable FailedAllocation ended() {
    OutOfMemory failure = devices.failures().ended(at.offset());
    settled(failure);
    return failure == null ? null : failure.allocation();
  }

  /** Records that the log ends here, or rests. */
  public void silent() {
    settled(devices.failures().silent(at.offset()));
  }

  /** Records a line that says nothing of the run. */
  public void passed() {
    settled(devices.failures().pass(at.offset()));
  }

  private void settled(@Nullable OutOfMemory failure) {
    if (failure != null) {
      record(failure);
    }
  }

  /**
   * Records that the newest refused allocation like this one ended the run: it is a failure, of the
   * time of its refusal. Returns it; {@code null} if none was refused.
   */
  public @Nullable FailedAllocation ended(FailedAllocation like) {
    OutOfMemory failure = devices.failures().end(like, at.offset());
    if (failure == null) {
      return null;
    }
    failed(failure);
    return failure.allocation();
  }

  /**
   * Records the tensor of an earlier failure, whose request has about its size.
   *
   * @param rounding largest number of bytes by which they may differ
   */
  public void failedOf(FailedTensor tensor, long rounding) {
    devices.failures().name(tensor, tensor.bytes() - rounding, tensor.bytes() + rounding);
  }

  /** Records that the process was killed. */
  public void killed(Killed kill) {
    devices.failures().kill(kill);
  }

  /** Records that the job was cancelled. */
  public void cancelled() {
    devices.failures().cancel();
  }

  /** Records a warning worth showing. */
  public void hint(String words) {
    devices.failures().hint(words);
  }

  /**
   * Counts a line that contradicts the order of one writer's lines, so several writers must be
   * mixed.
   */
  public void contradicted() {
    contradictions++;
  }

  public long contradictions() {
    return contradictions;
  }

  public void restoreContradictions(long count) {
    contradictions = count;
  }

  /** Rejects the figures of the line; {@code column} is in bytes from 1. */
  public void refused(int column, String reason) {
    refusal = new Refusal(column, reason);
  }

  /** The rejection of the current line; {@code null} for none. */
  public @Nullable Refusal refusal() {
    return refusal;
  }
}
