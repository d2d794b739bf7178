package io.tidemark.analysis.memory;

import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.OutOfMemory;
import io.tidemark.model.MemoryView;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the systems of a run report what a line says: events, states of memories, failures. One
 * object serves all lines of a run.
 */
public final class RunOutput implements Consumer<MemoryEvent> {

  private final Devices devices;
  private Consumer<MemoryEvent> events = event -> {};
  private LogPosition at = new LogPosition(0, 0);
  private long line;
  private @Nullable Refusal refusal;
  private long contradictions;

  /**
   * Figures of a line that are impossible, or do not fit those before them.
   *
   * @param column of the line, in bytes from 1
   */
  public record Refusal(int column, String reason) {}

  public RunOutput(Devices devices) {
    this.devices = devices;
  }

  /**
   * Goes on to the line that stands {@code at}; what it completes counts from there.
   *
   * @param line number of it among the lines of its writer
   */
  public RunOutput begin(LogPosition at, long line, Consumer<MemoryEvent> events) {
    this.at = at;
    this.line = line;
    this.events = events;
    refusal = null;
    return this;
  }

  /** Where the line stands that is being read. */
  public LogPosition at() {
    return at;
  }

  /** Goes on to a place where no line stands. */
  public RunOutput begin(LogPosition at, Consumer<MemoryEvent> events) {
    return begin(at, 0, events);
  }

  /** The number of that line among those of its writer. */
  public long line() {
    return line;
  }

  @Override
  public void accept(MemoryEvent event) {
    events.accept(event);
  }

  /** A memory of the device, by itself and of no op. */
  public void stated(String device, MemoryView view) {
    stated(device, Block.of(view));
  }

  /** Memories of the device, all at once. */
  public void stated(String device, Block block) {
    Device known = devices.device(device);
    if (known != null) {
      known.stated(block, at, events);
      devices.countSnapshot();
    }
  }

  /** An allocation failed. */
  public void failed(OutOfMemory failure) {
    devices.failures().add(failure);
    events.accept(failure);
  }

  /** An allocator turned a request down whose caller can do without. */
  public void declined() {
    devices.failures().decline();
  }

  /** One writer cannot have written the line behind those before it: several write. */
  public void contradicted() {
    contradictions++;
  }

  public long contradictions() {
    return contradictions;
  }

  public void restoreContradictions(long count) {
    contradictions = count;
  }

  /** Figures of the line are impossible; {@code column} of the line, in bytes from 1. */
  public void refused(int column, String reason) {
    refusal = new Refusal(column, reason);
  }

  /** The refusal of the line, {@code null} for none. */
  public @Nullable Refusal refusal() {
    return refusal;
  }
}
