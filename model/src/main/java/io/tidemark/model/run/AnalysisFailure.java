package io.tidemark.model.run;

import java.util.Locale;

/**
 * An error of Tidemark itself in the analysis of a run's log, or an upgrade to a version that
 * cannot read the stored state. It ends the run; its figures are those published before.
 *
 * @param atByte where the log could not be analysed: the first byte of the failing slice, or the
 *     end of what was read if no slice was being applied
 * @param reason the error, one line
 * @param sourceIgnored whether the source failed so often that its further slices are dropped,
 *     until a restart of the streams job or a new generation
 */
public record AnalysisFailure(long atByte, Step step, String reason, boolean sourceIgnored) {

  /** Limit of the reason in characters. */
  public static final int MAX_REASON = 500;

  public enum Step {
    /** Reading the stored state of the source, which another version wrote: no error. */
    UPGRADE,
    /** Reading the stored state of the source. */
    LOAD,
    /** Parsing and applying the slice. */
    APPLY,
    /** Writing the new state to the stores. */
    STORE,
    /** Collecting, serialising and sizing events or changed state. */
    PUBLISH;

    /** The name in lower case, as in a label of a metric. */
    public String words() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether nothing failed: the source begins anew after an upgrade. */
  public boolean isUpgrade() {
    return step == Step.UPGRADE;
  }

  public String sentence() {
    if (isUpgrade()) {
      return "begun anew after an upgrade: %s; figures stay as published, the next line of the log begins the next run"
          .formatted(reason);
    }
    return "analysis failed at byte %d (%s): %s%s"
        .formatted(
            atByte,
            step.words(),
            reason,
            sourceIgnored ? "; further lines of the log are ignored" : "");
  }
}
