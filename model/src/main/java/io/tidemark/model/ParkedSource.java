package io.tidemark.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A source whose analysis failed by an error in Tidemark itself: the value of {@code
 * tidemark.parked-sources}. Its state is that before the failing slice. Its later slices wait in
 * {@code tidemark.lines}.
 *
 * @param step step of the analysis that failed
 * @param reason the error, one line
 * @param version the build that failed; another build retries automatically
 * @param slice the failing slice; {@code null} if the error occurred without one
 */
public record ParkedSource(
    State state,
    Step step,
    String reason,
    String version,
    @Nullable FailingSlice slice,
    Waiting waiting) {

  public ParkedSource {
    // JSON may omit fields that are required here.
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(step, "step");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(waiting, "waiting");
  }

  /** Limit of the reason in characters. */
  public static final int MAX_REASON = 500;

  /** Treatment of the source's slices. */
  public enum State {
    /** New slices wait. */
    PARKED,
    /** The waiting slices are being read. */
    CATCHING_UP
  }

  /** Steps of the analysis of a slice. */
  public enum Step {
    /** Reading the stored state of the source. */
    LOAD,
    /** Parsing and applying the slice. */
    APPLY,
    /** Writing the new state to the stores. */
    STORE,
    /** Collecting, serialising and sizing events or changed state. */
    PUBLISH
  }

  /**
   * The slice that failed.
   *
   * @param offset byte offset in its generation
   * @param length bytes of the file that it represents
   * @param timeMillis its event time
   * @param record its offset in its partition of {@code tidemark.lines}
   */
  public record FailingSlice(
      String generation, long offset, long length, long timeMillis, long record) {
    public FailingSlice {
      Objects.requireNonNull(generation, "generation");
    }

    public long end() {
      return offset + length;
    }
  }

  /**
   * Waiting slices, by their offsets in the source's partition of {@code tidemark.lines}.
   *
   * @param next where to resume; {@code null} if none waits
   * @param last the last waiting slice; {@code null} if none waits
   * @param emitted events of slices up to this offset were already emitted; {@code null} for none
   */
  public record Waiting(@Nullable Long next, @Nullable Long last, @Nullable Long emitted) {
    public static final Waiting NONE = new Waiting(null, null, null);
  }

  public boolean parked() {
    return state == State.PARKED;
  }

  /**
   * Whether the stored state is at fault instead of a slice. No later slice could be applied
   * either, so a skip restarts the source.
   */
  public boolean beginsAnew() {
    return slice == null || step == Step.LOAD;
  }

  /** The reason in words: step, error, and the byte if known. */
  public String sentence() {
    String where =
        slice == null
            ? ""
            : " at byte %d of generation %s".formatted(slice.offset(), slice.generation());
    return "%s%s: %s".formatted(step.name().toLowerCase(java.util.Locale.ROOT), where, reason);
  }
}
