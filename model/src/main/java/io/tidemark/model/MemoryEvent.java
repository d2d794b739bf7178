package io.tidemark.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The content of a log in five ideas; the vocabulary that travels. Every event carries the byte
 * offset of the line that completed it (its order within the source) and its event time.
 */
public sealed interface MemoryEvent {

  /** Byte offset, within the source's generation, of the line that completed the event. */
  long offset();

  /** Event time in epoch milliseconds. */
  long timeMillis();

  /** A process came to life in this source. */
  record RunStarted(long offset, long timeMillis, String format) implements MemoryEvent {
    public RunStarted {
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
      long offset,
      long timeMillis,
      String device,
      @Nullable Op before,
      @Nullable String changedBy,
      List<MemoryView> memories)
      implements MemoryEvent {
    public Snapshot {
      Objects.requireNonNull(device, "device");
      memories = List.copyOf(memories);
    }
  }

  /**
   * A buffer's life in a static plan.
   *
   * @param plan name of the plan within the run
   * @param firstStep first timestep, inclusive; greater than {@code lastStep} means that the life
   *     wraps around the end of the pipeline loop
   * @param lastStep last timestep, inclusive; {@link #TO_THE_END} for one that is never freed
   * @param wholeLoop held over every timestep of the loop
   * @param address byte offset in the memory; of a buffer that found no place where it stands when
   *     those are stacked above the highest that found one, −1 beyond a plan's limits
   * @param unpaddedBytes what the buffer's shape needs without tiling and alignment, −1 when
   *     unknown
   * @param bufferClass {@code weight}, {@code activation}, {@code scratch}…
   */
  record Interval(
      long offset,
      long timeMillis,
      String plan,
      String memory,
      String buffer,
      String op,
      String bufferClass,
      int firstStep,
      int lastStep,
      boolean wholeLoop,
      long address,
      long bytes,
      long unpaddedBytes,
      boolean placed)
      implements MemoryEvent {

    public Interval {
      Objects.requireNonNull(plan, "plan");
      Objects.requireNonNull(memory, "memory");
      Objects.requireNonNull(buffer, "buffer");
      Objects.requireNonNull(op, "op");
      Objects.requireNonNull(bufferClass, "bufferClass");
    }

    /** A {@code lastStep} after every other. */
    public static final int TO_THE_END = Integer.MAX_VALUE;

    /** The same life, at this address. */
    public Interval at(long itsAddress) {
      return new Interval(
          offset,
          timeMillis,
          plan,
          memory,
          buffer,
          op,
          bufferClass,
          firstStep,
          lastStep,
          wholeLoop,
          itsAddress,
          bytes,
          unpaddedBytes,
          placed);
    }

    /** The same life, in this plan and memory. */
    public Interval in(String itsPlan, String itsMemory) {
      return new Interval(
          offset,
          timeMillis,
          itsPlan,
          itsMemory,
          buffer,
          op,
          bufferClass,
          firstStep,
          lastStep,
          wholeLoop,
          address,
          bytes,
          unpaddedBytes,
          placed);
    }
  }

  /**
   * A part of a program between two marks that its author set. The first four figures begin at 0
   * with the phase, the next two run on from phase to phase; the L1 figures are of one core.
   *
   * @param name as printed
   * @param kind the name without what numbers it, e.g. {@code FORWARD_PASS}
   * @param changeBytes allocated less freed, as printed
   * @param currentBytes use at its end; negative when more was freed than was seen allocated
   */
  record Phase(
      long offset,
      long timeMillis,
      String name,
      String kind,
      long peakBytes,
      long allocatedBytes,
      long freedBytes,
      long changeBytes,
      long cumulativePeakBytes,
      long currentBytes,
      long circularBufferPeakBytes,
      long bufferPeakBytes,
      long totalPeakBytes)
      implements MemoryEvent {

    public Phase {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(kind, "kind");
    }
  }

  /**
   * An allocation that failed. Figures are of one bank, in bytes; −1 where the line states none.
   *
   * @param neededBytes the whole request over all banks
   * @param freePerBank below a buffer in the way, when two regions clash
   * @param where on which cores, of which program or on which mesh, when the log states it
   * @param during the op that was running, when the log states it
   */
  record OutOfMemory(
      long offset,
      long timeMillis,
      String device,
      String memory,
      int banks,
      long neededBytes,
      long neededPerBank,
      long bankBytes,
      long usedPerBank,
      long freePerBank,
      long largestFreePerBank,
      Diagnosis diagnosis,
      @Nullable String where,
      @Nullable String during)
      implements MemoryEvent {

    public OutOfMemory {
      Objects.requireNonNull(device, "device");
      Objects.requireNonNull(memory, "memory");
      Objects.requireNonNull(diagnosis, "diagnosis");
    }

    /** The bytes that one bank lacked to hold it; −1 when the line states too little. */
    public long missingPerBank() {
      return switch (diagnosis) {
        case LARGER_THAN_AN_EMPTY_BANK, BUFFERS_BEYOND_L1, TRACE_REGION_TOO_SMALL ->
            neededPerBank - bankBytes;
        case NOT_ENOUGH_FREE, BUFFERS_CLASH -> neededPerBank - freePerBank;
        case FRAGMENTED -> neededPerBank - largestFreePerBank;
        case A_FREE_BLOCK_COULD_HOLD_IT -> 0;
        case UNKNOWN -> -1;
      };
    }
  }

  /** The run is over; {@code reason} says what ended it. */
  record RunEnded(long offset, long timeMillis, String reason) implements MemoryEvent {
    public RunEnded {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
