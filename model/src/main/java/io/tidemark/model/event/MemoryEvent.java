package io.tidemark.model.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.log.LogPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event of a log. Every event has the position of the line that completed it, which gives its
 * order within the source and its event time.
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

  /** An event about a failed allocation. */
  sealed interface Failure extends MemoryEvent {

    FailedAllocation allocation();

    default String device() {
      return allocation().device();
    }

    default String memory() {
      return allocation().memory();
    }

    default Shortage shortage() {
      return allocation().shortage();
    }

    default Diagnosis diagnosis() {
      return allocation().diagnosis();
    }

    default @Nullable String during() {
      return allocation().during();
    }

    /** The figures of one bank. */
    default BankBytes bank() {
      return shortage().bank();
    }
  }

  /**
   * A process started in this source.
   *
   * @param host the machine on which its log is read; {@code null} if unknown
   */
  record RunStarted(@JsonUnwrapped LogPosition at, String format, @Nullable String host)
      implements MemoryEvent {}

  /**
   * All memories of a device at one point, taken before an op runs.
   *
   * @param before the op that is about to run; {@code null} if the log names none (a block before
   *     or after a submit)
   * @param changedBy owner of the change since the previous snapshot: an op, or one of {@link
   *     Op#BETWEEN_SUBMISSIONS} and {@link Op#SUBMISSION}; {@code null} for the first snapshot
   */
  record Snapshot(
      @JsonUnwrapped LogPosition at,
      String device,
      @Nullable Op before,
      @Nullable String changedBy,
      List<MemoryView> memories)
      implements MemoryEvent {
    public Snapshot {
      memories = List.copyOf(memories);
    }
  }

  /**
   * A buffer's lifetime in a static plan. In JSON the part {@code buffer} needs a name that differs
   * from all property names.
   *
   * @param plan name of the plan within the run
   * @param placed whether the planner found a place for it
   */
  record Interval(
      @JsonUnwrapped LogPosition at,
      String plan,
      String memory,
      @JsonUnwrapped @JsonProperty("(buffer)") PlannedBuffer buffer,
      @JsonUnwrapped Lifetime lifetime,
      @JsonUnwrapped Extent extent,
      boolean placed)
      implements MemoryEvent {

    public int firstStep() {
      return lifetime.firstStep();
    }

    public int lastStep() {
      return lifetime.lastStep();
    }

    public long bytes() {
      return extent.bytes();
    }

    /** A copy at another place in its memory. */
    public Interval withExtent(Extent other) {
      return new Interval(at, plan, memory, buffer, lifetime, other, placed);
    }

    /** A copy with another description of the buffer. */
    public Interval with(PlannedBuffer described) {
      return new Interval(at, plan, memory, described, lifetime, extent, placed);
    }

    public Interval in(String itsPlan, String itsMemory) {
      return new Interval(at, itsPlan, itsMemory, buffer, lifetime, extent, placed);
    }
  }

  /**
   * A section of a program between two marks set by its author.
   *
   * @param name as printed
   * @param kind the name without numbers, e.g. {@code FORWARD_PASS}
   */
  record Phase(
      @JsonUnwrapped LogPosition at,
      String name,
      String kind,
      @JsonUnwrapped DramUse dram,
      @JsonUnwrapped CumulativeUse cumulative,
      @JsonUnwrapped L1Peaks l1)
      implements MemoryEvent {}

  /** A failed allocation that ended its run, or that no caller can do without. */
  record OutOfMemory(@JsonUnwrapped LogPosition at, @JsonUnwrapped FailedAllocation allocation)
      implements Failure {

    public OutOfMemory(
        LogPosition at,
        String device,
        String memory,
        Shortage shortage,
        Diagnosis diagnosis,
        @Nullable String where,
        @Nullable String during) {
      this(at, new FailedAllocation(device, memory, shortage, diagnosis, where, during));
    }
  }

  /**
   * A failed allocation after which the run may go on: a runtime throws, and the program may catch
   * it. If it ends the run after all, an {@link OutOfMemory} with equal figures follows.
   */
  record AllocationRefused(
      @JsonUnwrapped LogPosition at, @JsonUnwrapped FailedAllocation allocation)
      implements Failure {}

  /** The run ended; {@code reason} states why. */
  record RunEnded(@JsonUnwrapped LogPosition at, String reason) implements MemoryEvent {}
}
