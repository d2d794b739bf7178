package io.tidemark.analysis;

import io.tidemark.analysis.parse.Fact;
import io.tidemark.analysis.parse.Parsed;
import io.tidemark.analysis.parse.Parsed.Ignored;
import io.tidemark.analysis.parse.Parsed.Quoted;
import io.tidemark.analysis.parse.Parsed.Rejected;
import io.tidemark.analysis.parse.Parsed.Sign;
import io.tidemark.analysis.parse.Parsed.Unprefixed;
import io.tidemark.analysis.parse.TenstorrentFact.MemoryViewLine;
import io.tidemark.analysis.track.PartReader;
import io.tidemark.analysis.track.PartWriter;

/**
 * Decides by its neighbours what a line is that does not show alone whether its logger wrote it.
 *
 * <pre>
 *   an exception ─ raises ─▶ its text counts within a few lines          else it is quoted
 *   a bare view  ─ first of the file, or right after one that counts     else it is quoted
 *   a fence      ─ opens  ─▶ all is quoted, to the next fence or so many lines on
 * </pre>
 */
public final class QuotedLines {

  /** The head, {@code info:}, the text; and lines of other threads between. */
  private static final long TEXT_WITHIN = 6;

  /** A fence may never close: what a log says long after it is its own again. */
  private static final long FENCED_AT_MOST = 64;

  private long raised = -FENCED_AT_MOST;
  private long fence = -FENCED_AT_MOST;

  /** The last line of those that begin the file. */
  private long view;

  /**
   * What becomes of a line.
   *
   * @param number of the line within its generation
   */
  public Parsed judge(Parsed parsed, long number) {
    boolean fenced = number - fence <= FENCED_AT_MOST;
    if (parsed == Sign.FENCE) {
      fence = fenced ? -FENCED_AT_MOST : number;
      return Ignored.IGNORED;
    }
    if (parsed == Sign.ERROR_RAISED) {
      raised = fenced ? raised : number;
      return Ignored.IGNORED;
    }
    if (parsed instanceof Unprefixed text) {
      return !fenced && counts(text.fact(), number) ? text.fact() : Quoted.QUOTED;
    }
    boolean says = parsed instanceof Fact || parsed instanceof Rejected;
    return fenced && says ? Quoted.QUOTED : parsed;
  }

  private boolean counts(Fact fact, long number) {
    if (!(fact instanceof MemoryViewLine)) {
      return number - raised <= TEXT_WITHIN;
    }
    boolean next = number == view + 1;
    view = next ? number : view;
    return next;
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
