package io.tidemark.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The content of a log in five ideas; the vocabulary that travels. Every event carries the position
 * of the line that completed it: its order within the source, and its event time.
 */
public sealed interface MemoryEvent {

  /** Position of the line that completed the event. */
  LogPosition at();

  /** Byte offset, within the source's generation, of the line that completed the event. */
  default long offset() {
    return at().offset();
  }

  /** Event time in epoch milliseconds. */
  default long timeMillis() {
    return at().timeMillis();
  }

  /** A process came to life in this source. */
  record RunStarted(LogPosition at, String format) implements MemoryEvent {
    public RunStarted {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(format, "format");
    }
  }

  /**
   * Every memory of a device at one point, taken before an op runs.
   *
   * @param before the op that is about to run, or {@code null} where the log names none (a block
   *     before or after a submit)
   * @param changedBy to whom the change since the snapshot before this one is attributed: an op, or
   *     one of {@link Op#BETWEEN_SUBMISSIONS} and {@link Op#SUBMISSION}; {@code null} on the first
   */
  record Snapshot(
      LogPosition at,
      String device,
      @Nullable Op before,
      @Nullable String changedBy,
      List<MemoryView> memories)
      implements MemoryEvent {
    public Snapshot {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(device, "device");
      memories = List.copyOf(memories);
    }
  }

  /**
   * A buffer's lifetime in a static plan.
   *
   * @param plan name of the plan within the run
   * @param placed whether the planner found a place for it
   */
  record Interval(
      LogPosition at,
      String plan,
      String memory,
      PlannedBuffer buffer,
      Lifetime lifetime,
      Extent extent,
      boolean placed)
      implements MemoryEvent {

    public Interval {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(plan, "plan");
      Objects.requireNonNull(memory, "memory");
      Objects.requireNonNull(buffer, "buffer");
      Objects.requireNonNull(lifetime, "lifetime");
      Objects.requireNonNull(extent, "extent");
    }

    public int firstStep() {
      return lifetime.firstStep();
    }

    public int lastStep() {
      return lifetime.lastStep();
    }

    public long bytes() {
      return extent.bytes();
    }

    /** The same buffer elsewhere in its memory. */
    public Interval withExtent(Extent other) {
      return new Interval(at, plan, memory, buffer, lifetime, other, placed);
    }

    /** The same buffer, in this plan and memory. */
    public Interval in(String itsPlan, String itsMemory) {
      return new Interval(at, itsPlan, itsMemory, buffer, lifetime, extent, placed);
    }
  }

  /**
   * A part of a program between two marks that its author set.
   *
   * @param name as printed
   * @param kind the name without what numbers it, e.g. {@code FORWARD_PASS}
   */
  record Phase(
      LogPosition at, String name, String kind, DramUse dram, CumulativeUse cumulative, L1Peaks l1)
      implements MemoryEvent {

    public Phase {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(dram, "dram");
      Objects.requireNonNull(cumulative, "cumulative");
      Objects.requireNonNull(l1, "l1");
    }
  }

  /**
   * An allocation that failed.
   *
   * @param where on which cores, of which program or on which mesh, when the log states it
   * @param during the op that was running, when the log states it
   */
  record OutOfMemory(
      LogPosition at,
      String device,
      String memory,
      Shortage shortage,
      Diagnosis diagnosis,
      @Nullable String where,
      @Nullable String during)
      implements MemoryEvent {

    public OutOfMemory {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(device, "device");
      Objects.requireNonNull(memory, "memory");
      Objects.requireNonNull(shortage, "shortage");
      Objects.requireNonNull(diagnosis, "diagnosis");
    }

    /** The figures of one bank. */
    public BankBytes bank() {
      return shortage.bank();
    }

    /** The bytes that one bank lacked to hold it; {@code null} when the line states too little. */
    public @Nullable Long missingPerBank() {
      return diagnosis.missing(bank());
    }
  }

  /** The run is over; {@code reason} says what ended it. */
  record RunEnded(LogPosition at, String reason) implements MemoryEvent {
    public RunEnded {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
