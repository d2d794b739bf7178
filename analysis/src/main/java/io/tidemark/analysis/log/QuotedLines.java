package io.tidemark.analysis.log;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Sign;
import io.tidemark.analysis.line.Parsed.Unprefixed;
import io.tidemark.analysis.line.Parsed.Voucher;
import io.tidemark.analysis.state.Stored;

/**
 * Decides whether a line was written by its logger or is quoted, where the line alone does not show
 * it. The lines before it decide.
 *
 * <pre>
 *   an exception ─ raises ─▶ info: ─▶ its text, within a few lines, is genuine    else quoted
 *                         ─▶ its text, on the next line and not indented, too
 *   a bare view  ─ first line of the file, or after a genuine bare view         else it is quoted
 *   a fence      ─ opens  ─▶ quotes up to the next fence or the limit of lines, except lines of
 *                            a runtime's logger that wrote to this log before the fence
 * </pre>
 */
@Stored
final class QuotedLines {

  /**
   * Lines from an exception's head over {@code info:} to its text, with lines of other threads
   * between.
   */
  private static final long TEXT_WITHIN = 6;

  /** Limit of lines in a fence, since it may never close. */
  private static final long FENCED_AT_MOST = 64;

  private static final long NEVER = Long.MAX_VALUE / 2;

  /** Value of {@link #view} once a logger has written: bare views are then quotations. */
  private static final long LOGGED = -2;

  /** The last line of an exception's head, negated after its {@code info:} line. */
  private long raised = NEVER;

  private long fence = -FENCED_AT_MOST;

  /** The last of the bare views that begin the file, or {@link #LOGGED}. */
  private long view;

  /**
   * Returns the line as a fact, or as quoted.
   *
   * @param number of the line within its generation
   */
  Parsed judge(Parsed parsed, long number) {
    boolean fenced = number - fence <= FENCED_AT_MOST;
    if (parsed instanceof Sign sign) {
      onSign(sign, number, fenced);
      return Ignored.IGNORED;
    }
    if (parsed instanceof Unprefixed text) {
      boolean genuine = !fenced && counts(text.voucher(), number);
      return genuine ? text.fact() : new Quoted(text.fact());
    }
    if (!fenced && view == LOGGED) {
      // The common case in a log with a logger: the state does not change.
      return parsed;
    }
    boolean headed = parsed instanceof Fact fact && fact.fromLogger();
    if (fenced && !(headed && view == LOGGED)) {
      Fact says = parsed instanceof Fact fact ? fact : null;
      return says != null || parsed instanceof Rejected ? new Quoted(says) : parsed;
    }
    view = headed ? LOGGED : view;
    return parsed;
  }

  private void onSign(Sign sign, long number, boolean fenced) {
    if (sign == Sign.FENCE) {
      fence = fenced ? -FENCED_AT_MOST : number;
    } else if (!fenced && sign == Sign.ERROR_RAISED) {
      raised = number;
    } else if (!fenced && sign == Sign.ERROR_INFO && near(Math.abs(raised), number)) {
      raised = -number;
    }
  }

  private boolean counts(Voucher voucher, long number) {
    if (voucher == Voucher.LINES_ALIKE) {
      boolean next = number == view + 1;
      view = next ? number : view;
      return next;
    }
    boolean complete = raised < 0 || (voucher == Voucher.ERROR && number == raised + 1);
    return complete && near(Math.abs(raised), number);
  }

  private static boolean near(long before, long number) {
    return number >= before && number - before <= TEXT_WITHIN;
  }
}
