package io.tidemark.analysis;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Sign;
import io.tidemark.analysis.line.Parsed.Unprefixed;
import io.tidemark.analysis.line.Parsed.Voucher;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;

/**
 * Decides by its neighbours what a line is that does not show alone whether its logger wrote it.
 *
 * <pre>
 *   an exception ─ raises ─▶ (info: ─▶) its text counts within a few lines     else it is quoted
 *   a bare view  ─ first of the file, or right after one that counts           else it is quoted
 *   a fence      ─ opens  ─▶ quotes up to the next fence or so many lines on, but not what a
 *                            runtime's logger heads that wrote to this log before the fence
 * </pre>
 */
final class QuotedLines {

  /** The head, {@code info:}, the text; and lines of other threads between. */
  private static final long TEXT_WITHIN = 6;

  /** A fence may never close: what a log says long after it is its own again. */
  private static final long FENCED_AT_MOST = 64;

  private static final long NEVER = Long.MAX_VALUE / 2;

  /** Stands for the last bare view where a logger writes: there such views are quotations. */
  private static final long LOGGED = -2;

  /** The last line of an exception's head, negated once that was its {@code info:}. */
  private long raised = NEVER;

  private long fence = -FENCED_AT_MOST;

  /** The last line of those that begin the file, or {@link #LOGGED}. */
  private long view;

  /**
   * What becomes of a line.
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
      return !fenced && counts(text.voucher(), number) ? text.fact() : Quoted.QUOTED;
    }
    if (!fenced && view == LOGGED) {
      // As most lines are, in a log of a logger: it changes nothing here.
      return parsed;
    }
    boolean headed = parsed instanceof Fact fact && fact.fromLogger();
    if (fenced && !(headed && view == LOGGED)) {
      boolean says = parsed instanceof Fact || parsed instanceof Rejected;
      return says ? Quoted.QUOTED : parsed;
    }
    view = headed ? LOGGED : view;
    return parsed;
  }

  private void onSign(Sign sign, long number, boolean fenced) {
    if (sign == Sign.FENCE) {
      fence = fenced ? -FENCED_AT_MOST : number;
    } else if (!fenced && sign == Sign.ERROR_RAISED) {
      raised = number;
    } else if (!fenced && near(Math.abs(raised), number)) {
      raised = -number;
    }
  }

  private boolean counts(Voucher voucher, long number) {
    if (voucher == Voucher.LINES_ALIKE) {
      boolean next = number == view + 1;
      view = next ? number : view;
      return next;
    }
    boolean complete = raised < 0 || voucher == Voucher.ERROR;
    return complete && near(Math.abs(raised), number);
  }

  private static boolean near(long before, long number) {
    return number >= before && number - before <= TEXT_WITHIN;
  }

  void write(PartWriter out) {
    out.number(raised).number(fence).number(view);
  }

  void read(PartReader in) {
    raised = in.number();
    fence = in.number();
    view = in.number();
  }
}
