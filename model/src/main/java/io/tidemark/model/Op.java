package io.tidemark.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation as a log names it.
 *
 * @param name its kind: the name that figures are summed under, e.g. {@code MatmulOp}
 * @param location where the model's source asked for it, e.g. {@code loc("dot.4")}'s text
 * @param program the program it runs in, innermost first when nested; {@code null} when the log has
 *     no program lines
 */
public record Op(String name, @Nullable String location, @Nullable String program) {

  public Op {
    Objects.requireNonNull(name, "name");
  }

  /** Owner of changes across a submission boundary: uploaded weights and inputs. */
  public static final String BETWEEN_SUBMISSIONS = "(between submissions)";

  /** Owner of the change from a block before a submit to the one after it, where no op is named. */
  public static final String SUBMISSION = "(submission)";

  /** Holder of what no op held at the peak: in use before the first one, or of nobody known. */
  public static final String BEFORE = "(before)";

  /** A stand-in for the op of a change that no named op made. */
  public static Op unattributed(String name) {
    return new Op(name, null, null);
  }

  /** Whether it is one of the two names for a change that no named op made. */
  public static boolean isUnattributed(String name) {
    return name.equals(BETWEEN_SUBMISSIONS) || name.equals(SUBMISSION);
  }

  /** Where ops go that a run's admission limit turned away. */
  public static final String OTHER = "__other__";
}
