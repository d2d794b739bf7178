package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.message.StatedMemory;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaOomFact.Capacity;
import io.tidemark.analysis.system.xla.XlaOomFact.Row;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Shortage;
import org.jspecify.annotations.Nullable;

/**
 * A failed reservation, which is reported after the table below it: the table states the memory and
 * exact figures.
 *
 * <pre>
 *   reservation ─▶ pending ─ capacity, rows ─▶ last row or other fact ─▶ Snapshot, OutOfMemory
 * </pre>
 */
@Stored
final class XlaFailures {

  private @Nullable FailedAllocation pending;
  private long line;
  private @Nullable String memory;
  private long capacity = -1;
  private long held = -1;
  private long needed = -1;

  /** Begins a reservation, after the one before it. */
  void begin(FailedAllocation reservation, StatedMemory stated, RunOutput out) {
    close(stated, out);
    pending = reservation;
    line = out.line();
  }

  void apply(XlaOomFact fact, StatedMemory stated, RunOutput out) {
    if (pending != null && fact instanceof Capacity line) {
      memory = OpNameLimiter.cut(line.memory());
      capacity = line.bytes();
    } else if (pending != null && fact instanceof Row row) {
      row(row, stated, out);
    } else {
      close(stated, out);
    }
  }

  private void row(Row row, StatedMemory stated, RunOutput out) {
    long bytes = Math.max(0, row.bytes());
    switch (row.name()) {
      case "Currently allocated" -> held = bytes;
      case "Program requirement" -> needed = bytes;
      case "Available after request" -> close(stated, out);
      default -> {}
    }
  }

  /** Completes the pending failure. */
  void close(StatedMemory stated, RunOutput out) {
    FailedAllocation failure = pending;
    pending = null;
    if (failure != null) {
      stated.failed(capacity < 0 || held < 0 ? failure : exact(failure, out), line, out);
    }
    memory = null;
    capacity = -1;
    held = -1;
    needed = -1;
  }

  /** Returns the failure with the figures of its table. */
  private FailedAllocation exact(FailedAllocation failure, RunOutput out) {
    Long rounded = failure.bank().neededPerBank();
    Long block = failure.bank().largestFreePerBank();
    String name = memory == null ? failure.memory() : memory;
    long free = Math.max(0, capacity - held);
    long largest = Math.min(free, block == null ? free : block);
    out.stated(failure.device(), new MemoryView(name, 1, capacity, held, free, largest));
    long bytes = needed >= 0 || rounded == null ? needed : rounded;
    BankBytes bank = BankBytes.stated(bytes, capacity, held, free, largest);
    return new FailedAllocation(
        failure.device(),
        name,
        Shortage.ofOneBank(bank),
        Diagnosis.of(bank),
        failure.where(),
        failure.during());
  }
}
