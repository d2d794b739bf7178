package io.tidemark.model.event;

import org.jspecify.annotations.Nullable;

/**
 * An operation in a log.
 *
 * @param name its kind, under which figures are summed, e.g. {@code MatmulOp}
 * @param location its place in the model's source, e.g. the text of {@code loc("dot.4")}
 * @param program the innermost program in which it runs; {@code null} if the log has no program
 *     lines
 */
public record Op(String name, @Nullable String location, @Nullable String program) {

  /** Owner of changes across a submission boundary: uploaded weights and inputs. */
  public static final String BETWEEN_SUBMISSIONS = "(between submissions)";

  /** Owner of the change between the blocks before and after a submit, if no op is named. */
  public static final String SUBMISSION = "(submission)";

  /**
   * Owner of bytes at the peak that no op held: used before the first op, or of an unknown owner.
   */
  public static final String BEFORE = "(before)";

  /** Holder of bytes whose maker the log does not name. */
  public static final String UNKNOWN = "(unknown)";

  /** Creates an op that stands for a change without a named op. */
  public static Op unattributed(String name) {
    return new Op(name, null, null);
  }

  /** Whether the name stands for a change without a named op. */
  public static boolean isUnattributed(String name) {
    return name.equals(BETWEEN_SUBMISSIONS) || name.equals(SUBMISSION);
  }

  /** Name for all ops above the limit of a run. */
  public static final String OTHER = "__other__";
}
