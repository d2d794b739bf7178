package io.tidemark.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What {@code tidemark.plans} holds under a {@link PlanKey}. */
public sealed interface PlanRecord {

  /**
   * What a plan adds up to. Bytes of {@code LMEM} are of one lane (TPU-MLIR); where live buffers
   * may share addresses (XLA, TPU-MLIR), a byte held by several counts once.
   *
   * @param backings the buffers that tensors borrow (Z-Ant), empty where a plan has none
   * @param findings what a planner's detectors found wrong or odd in it, and what it lacks
   */
  record Summary(
      Attempt attempt,
      PlanSpace space,
      StepUse use,
      PlanPeaks peaks,
      PlanArena arena,
      List<Backing> backings,
      List<Finding> findings)
      implements PlanRecord {
    public Summary {
      Objects.requireNonNull(attempt, "attempt");
      Objects.requireNonNull(space, "space");
      Objects.requireNonNull(use, "use");
      Objects.requireNonNull(peaks, "peaks");
      Objects.requireNonNull(arena, "arena");
      backings = List.copyOf(backings);
      findings = List.copyOf(findings);
    }

    public String memory() {
      return space.memory();
    }

    /** The same plan over a memory that more is known of. */
    public Summary in(PlanSpace other) {
      return new Summary(attempt, other, use, peaks, arena, backings, findings);
    }

    public PlanState state() {
      return attempt.state();
    }

    /** Byte offset of its newest line: of two records of a plan the higher one is newer. */
    public long offset() {
      return attempt.at().offset();
    }

    public long peakBytes() {
      return peaks.placed().bytes();
    }

    public long arenaBytes() {
      return arena.bytes();
    }

    /**
     * How much larger the arena is than the peak, as a share of the peak; 0 without a peak, and in
     * a failed plan: a report of a failure lists its largest buffers only.
     */
    public double overhead() {
      return peakBytes() == 0 || state() == PlanState.FAILED
          ? 0
          : (double) arenaBytes() / peakBytes() - 1;
    }
  }

  /**
   * A buffer that is alive at the peak.
   *
   * @param opName the framework's name of the operation that makes it; {@code null}: unknown
   */
  record Owner(String buffer, long address, long bytes, @Nullable String opName) {
    public Owner {
      Objects.requireNonNull(buffer, "buffer");
    }

    /** Made by an unknown operation. */
    public Owner(String buffer, long address, long bytes) {
      this(buffer, address, bytes, null);
    }
  }

  /**
   * A buffer of an arena that tensors borrow one after another. The tensors are those that live at
   * some step.
   *
   * @param busySteps steps that its tensors borrow it for, the last one included
   * @param usedByteSteps its tensors' bytes, once per step
   */
  record Backing(
      int id,
      String elementType,
      long bytes,
      TensorSizes tensors,
      long busySteps,
      long usedByteSteps) {

    public Backing {
      Objects.requireNonNull(elementType, "elementType");
      Objects.requireNonNull(tensors, "tensors");
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
   * @param what the buffer or tensor it is about
   * @param partners the buffers that are in conflict, with their sizes; {@code null} where a
   *     finding is about one
   */
  record Finding(FindingKind kind, String what, @Nullable List<Partner> partners) {
    public Finding {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(what, "what");
      partners = partners == null || partners.isEmpty() ? null : List.copyOf(partners);
    }

    /** About one buffer. */
    public Finding(FindingKind kind, String what) {
      this(kind, what, null);
    }
  }

  /** A buffer that is in conflict with another one. */
  record Partner(String buffer, long bytes) {
    public Partner {
      Objects.requireNonNull(buffer, "buffer");
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
