package io.tidemark.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.TensorSizes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A record of {@code tidemark.plans} under a {@link PlanKey}. */
public sealed interface PlanRecord {

  /**
   * The figures of a plan. Bytes of {@code LMEM} are of one lane (TPU-MLIR). If live buffers may
   * share addresses (XLA, TPU-MLIR), a byte held by several counts once.
   *
   * @param backings the buffers that tensors borrow (Z-Ant); empty if the plan has none
   * @param findings errors, oddities and missing parts
   */
  record Summary(
      @JsonUnwrapped Attempt attempt,
      @JsonUnwrapped PlanSpace space,
      @JsonUnwrapped StepUse use,
      @JsonUnwrapped PlanPeaks peaks,
      @JsonUnwrapped PlanArena arena,
      List<Backing> backings,
      List<Finding> findings)
      implements PlanRecord {
    public Summary {
      backings = List.copyOf(backings);
      findings = List.copyOf(findings);
    }

    public String memory() {
      return space.memory();
    }

    public Summary in(PlanSpace other) {
      return new Summary(attempt, other, use, peaks, arena, backings, findings);
    }

    public PlanState state() {
      return attempt.state();
    }

    /** Byte offset of its newest line; of two records of a plan the higher one is newer. */
    public long offset() {
      return attempt.at().offset();
    }

    public long peakBytes() {
      return peaks.placed().bytes();
    }

    public long arenaBytes() {
      return arena.bytes();
    }

    /** In its writer's words or figures, why it does not fit; empty if that is not stated. */
    public Optional<String> tooLarge() {
      return findings.stream()
          .filter(finding -> finding.kind() == FindingKind.STILL_TOO_LARGE)
          .map(Finding::what)
          .findFirst();
    }

    /**
     * Size of the arena above the peak, as a share of the peak. 0 without a peak, and in a failed
     * plan, since a failure's report lists only the largest buffers.
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
   * @param opName the framework's name of the operation that produces it; {@code null} if unknown
   * @param unpaddedBytes what its shape needs, if that is stated and less
   */
  record Owner(
      String buffer,
      long address,
      long bytes,
      @Nullable String opName,
      @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Long unpaddedBytes) {}

  /**
   * A buffer of an arena that tensors borrow one after another. Tensors that are never live do not
   * count.
   *
   * @param busySteps steps for which its tensors borrow it, including the last step of each
   * @param usedByteSteps bytes of its tensors, summed over steps
   */
  record Backing(
      int id,
      String elementType,
      long bytes,
      @JsonUnwrapped @JsonProperty("(tensors)") TensorSizes tensors,
      long busySteps,
      long usedByteSteps) {

    /** Share of the buffer that tensors fill while they borrow it. */
    public double busyUse() {
      return busySteps == 0 || bytes == 0 ? 0 : (double) usedByteSteps / bytes / busySteps;
    }
  }

  /**
   * An error or oddity in a plan.
   *
   * @param what the buffer or tensor concerned
   * @param partners the conflicting buffers with their sizes; {@code null} if only one buffer is
   *     concerned
   */
  record Finding(FindingKind kind, String what, @Nullable List<Partner> partners) {
    public Finding {
      partners = partners == null || partners.isEmpty() ? null : List.copyOf(partners);
    }

    /** Creates a finding about one buffer. */
    public Finding(FindingKind kind, String what) {
      this(kind, what, null);
    }
  }

  /** A buffer that conflicts with another one. */
  record Partner(String buffer, long bytes) {}

  /**
   * Intervals of a plan in log order; {@code offset} is that of the newest. A plan that shrank has
   * pages without intervals, with the {@code offset} at which it shrank.
   */
  record Page(List<MemoryEvent.Interval> intervals, long offset) implements PlanRecord {
    /** Number of intervals on a full page. */
    public static final int SIZE = 256;

    public Page {
      intervals = List.copyOf(intervals);
    }
  }
}
