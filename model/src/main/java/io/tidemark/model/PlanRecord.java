package io.tidemark.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What {@code tidemark.plans} holds under a {@link PlanKey}. */
public sealed interface PlanRecord {

  /**
   * What a plan adds up to. Bytes of {@code LMEM} are of one lane (TPU-MLIR); where live buffers
   * may share addresses (XLA, TPU-MLIR), a byte held by several counts once.
   *
   * @param setting what the search tried, e.g. {@code shape_secs=1,1,1,5,4 allow_bank_conflict=0}
   * @param state {@code open} while more may come, {@code success} when all of it is read, {@code
   *     failed}, or {@code truncated} when the log ended before the plan did
   * @param capacityBytes the memory's size; 0 when the log does not say
   * @param steps number of timesteps: 1 + the highest step any interval names
   * @param usedPerStep bytes in use per timestep, placed buffers only
   * @param usedPerStepWithFailed the same with the buffers that found no place
   * @param unpaddedPerStep {@code usedPerStep} without what tiles add (XLA), empty when unknown
   * @param peakBytes largest of {@code usedPerStep}, first reached at {@code peakStep}
   * @param arenaBytes high-water address: largest address + size of a placed buffer; in {@code
   *     GMEM}, whose addresses begin anywhere, the bytes that any buffer ever holds
   * @param failedBytes sum of the sizes that found no place
   * @param stackedBytes high-water address if the failed were stacked above the placed
   * @param paddingBytes what rounding placed sizes up to the lane's alignment adds; what tiles add
   *     at the peak (XLA)
   * @param cut intervals in no figure here: beyond the limits of a plan, or without a live range
   *     (XLA)
   * @param classBytes bytes per buffer class at the peak step, placed only
   * @param peakOwners who makes the peak: the placed buffers alive at it, the largest first, at
   *     most {@link #MAX_OWNERS}
   * @param backings the buffers that tensors borrow (Z-Ant), empty where a plan has none
   * @param findings what a planner's detectors found wrong or odd in it, and what it lacks
   * @param bankBytes size of each of the memory's banks; 0 when unknown
   * @param banksUsed banks that any placed buffer touches; 0 when their size is unknown
   * @param logicalPeakBytes the peak that the compiler states of unpadded bytes, re-use and memory
   *     spaces ignored (XLA), −1 when unknown; not comparable with {@code peakBytes}
   * @param logicalPeakStep where it is reached, −1 when unknown
   */
  record Summary(
      String memory,
      String setting,
      String state,
      long capacityBytes,
      int steps,
      List<Long> usedPerStep,
      List<Long> usedPerStepWithFailed,
      List<Long> unpaddedPerStep,
      long peakBytes,
      int peakStep,
      long peakBytesWithFailed,
      int peakStepWithFailed,
      long arenaBytes,
      int placed,
      int failed,
      long failedBytes,
      long stackedBytes,
      long paddingBytes,
      long cut,
      Map<String, Long> classBytes,
      List<Owner> peakOwners,
      List<Backing> backings,
      List<Finding> findings,
      long bankBytes,
      int banksUsed,
      long logicalPeakBytes,
      int logicalPeakStep,
      long offset,
      long timeMillis)
      implements PlanRecord {
    public Summary {
      Objects.requireNonNull(memory, "memory");
      Objects.requireNonNull(setting, "setting");
      Objects.requireNonNull(state, "state");
      usedPerStep = List.copyOf(usedPerStep);
      usedPerStepWithFailed = List.copyOf(usedPerStepWithFailed);
      unpaddedPerStep = List.copyOf(unpaddedPerStep);
      classBytes = Map.copyOf(classBytes);
      peakOwners = List.copyOf(peakOwners);
      backings = List.copyOf(backings);
      findings = List.copyOf(findings);
    }

    /** The number of owners that a peak lists. */
    public static final int MAX_OWNERS = 16;

    /** How much larger the arena is than the peak, as a share of the peak; 0 without a peak. */
    public double overhead() {
      return peakBytes == 0 ? 0 : (double) arenaBytes / peakBytes - 1;
    }
  }

  /** A buffer that is alive at the peak. */
  record Owner(String buffer, long address, long bytes) {
    public Owner {
      Objects.requireNonNull(buffer, "buffer");
    }
  }

  /**
   * A buffer of an arena that tensors borrow one after another. The tensors are those that live at
   * some step.
   *
   * @param smallestBytes of the smallest tensor; 0 without any
   * @param busySteps steps that its tensors borrow it for, the last one included
   * @param usedByteSteps its tensors' bytes, once per step
   */
  record Backing(
      int id,
      String elementType,
      long bytes,
      int tensors,
      long smallestBytes,
      long largestBytes,
      long busySteps,
      long usedByteSteps) {

    public Backing {
      Objects.requireNonNull(elementType, "elementType");
    }

    /** The share of it that tensors fill while they borrow it. */
    public double busyUse() {
      return busySteps == 0 || bytes == 0 ? 0 : (double) usedByteSteps / bytes / busySteps;
    }

    /** What lies idle beside a tensor, on average over the steps that it is borrowed for. */
    public double idleBytes() {
      return busySteps == 0 ? 0 : bytes - (double) usedByteSteps / busySteps;
    }
  }

  /**
   * Something wrong or odd in a plan.
   *
   * @param kind {@code OVERLAP}, {@code TOUCH}, {@code TOO_BIG}, {@code NO_PLACE}…
   * @param what the buffer or tensor it is about
   */
  record Finding(String kind, String what) {
    public Finding {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(what, "what");
    }
  }

  /**
   * Some of a plan's intervals, in the order of the log; {@code offset} of the newest. A plan that
   * shrank has pages without intervals, {@code offset} of where it shrank.
   */
  record Page(List<MemoryEvent.Interval> intervals, long offset) implements PlanRecord {
    /** How many intervals a full page holds. */
    public static final int SIZE = 256;

    public Page {
      intervals = List.copyOf(intervals);
    }
  }
}
