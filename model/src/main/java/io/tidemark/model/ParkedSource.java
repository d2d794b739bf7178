package io.tidemark.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A source whose analysis failed by an error of Tidemark's own: the value of {@code
 * tidemark.parked-sources}. Its state is the one before the failing slice; its later slices wait in
 * {@code tidemark.lines}.
 *
 * @param step what the analysis was doing
 * @param reason the error, one line
 * @param version the build that failed; another one tries again by itself
 * @param slice the failing slice; {@code null} when the error came without one
 */
public record ParkedSource(
    State state,
    Step step,
    String reason,
    String version,
    @Nullable FailingSlice slice,
    Waiting waiting) {

  public ParkedSource {
    // JSON may leave out what is always there.
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(step, "step");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(waiting, "waiting");
  }

  /** Longest reason, in characters. */
  public static final int MAX_REASON = 500;

  /** What happens to the slices of the source. */
  public enum State {
    /** They wait. */
    PARKED,
    /** Those that wait are read again. */
    CATCHING_UP
  }

  /** Steps of the analysis of a slice. */
  public enum Step {
    /** The stored state of the source is read. */
    LOAD,
    /** The slice is parsed and applied. */
    APPLY,
    /** The new state is written into the stores. */
    STORE,
    /** Events or changed state are summed up, serialised and sized. */
    PUBLISH
  }

  /**
   * The slice at fault.
   *
   * @param offset byte offset in its generation
   * @param length bytes of the file that it stands for
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
   * Slices that wait, by their offsets in the source's partition of {@code tidemark.lines}.
   *
   * @param next where to read on; {@code null} while none waits
   * @param last the last one that waits; {@code null} while none waits
   * @param emitted events of slices up to here were emitted already; {@code null} for none
   */
  public record Waiting(@Nullable Long next, @Nullable Long last, @Nullable Long emitted) {
    public static final Waiting NONE = new Waiting(null, null, null);
  }

  public boolean parked() {
    return state == State.PARKED;
  }

  /**
   * Whether its stored state is at fault and no slice: no slice behind it could be applied, so that
   * a skip begins the source anew.
   */
  public boolean beginsAnew() {
    return slice == null || step == Step.LOAD;
  }

  /** The reason for people: step, error, and the byte where it is known. */
  public String sentence() {
    String where =
        slice == null
            ? ""
            : " at byte %d of generation %s".formatted(slice.offset(), slice.generation());
    return "%s%s: %s".formatted(step.name().toLowerCase(java.util.Locale.ROOT), where, reason);
  }
}
