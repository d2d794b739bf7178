package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.model.LineEnds;
import org.jspecify.annotations.Nullable;

/**
 * Goes through lines from one that says something to the next. What {@link Formats#parse} answers
 * for each line it answers, too; but the texts that give lines away are looked for in all of them
 * at once, so that the lines between cost little more than the look for their ends.
 */
public final class LineScan {

  private final Formats formats;
  private final Detection detection;
  private final byte[] bytes;
  private final int to;
  private final @Nullable String onlyFormat;
  private final int asked;
  private final FrequentLines frequent;

  /** The first needle at or after the line looked at; {@code to} when there is none. */
  private int hit = -1;

  /** Whether the line before held a needle. */
  private boolean dense;

  private int start;
  private int end;
  private int after;
  private int ignored;
  private int firstIgnored;
  private int lastIgnored;

  /** Where what its logger wrote begins. */
  private int text;

  private Stops stops = Stops.WHAT_SAYS_SOMETHING;

  /** So many parts of lines wait for the rest. */
  private int openParts;

  private boolean wrapped;
  private boolean named;
  private Parsed parsed = Ignored.IGNORED;

  /**
   * @param from where a line begins in {@code bytes[from, to)}; the last line needs no end
   * @param onlyFormat the one format to try, {@code null} for all
   */
  public LineScan(Formats formats, byte[] bytes, int from, int to, @Nullable String onlyFormat) {
    this.formats = formats;
    this.detection = formats.detection();
    this.bytes = bytes;
    this.to = to;
    this.onlyFormat = onlyFormat;
    this.asked = detection.asked(onlyFormat);
    this.frequent = detection.frequentLines(asked);
    this.after = from;
  }

  /** The lines to stop at. */
  public enum Stops {
    /** Those that say something. */
    WHAT_SAYS_SOMETHING,
    /** Those, too, whose wrappers name a writer. */
    NAMED,
    /** And those whose text is to be unwrapped first. */
    WRAPPED
  }

  /** From now on it stops at these, too. */
  public LineScan stopAt(Stops at) {
    stops = at;
    return this;
  }

  /** So many parts of lines wait for the rest: a line may be the last part of one. */
  public void awaitParts(int open) {
    openParts = open;
  }

  /** On to the next line that says something; {@code false} when all that were left say nothing. */
  public boolean next() {
    ignored = 0;
    firstIgnored = after;
    while (after < to) {
      start = after;
      end = frequent.read(bytes, start, to);
      if (end >= 0) {
        after = end + 1;
        return frequent();
      }
      end = Bytes.lineEnd(bytes, start, to);
      boolean mayBeRedrawn = end < 0;
      end = mayBeRedrawn ? ~end : end;
      after = Math.min(to, end + 1);
      parsed = parse(mayBeRedrawn);
      if (parsed != Ignored.IGNORED || wrapped || named) {
        frequent.learn(parsed);
        return true;
      }
      ignored++;
      lastIgnored = start;
    }
    start = to;
    end = to;
    return false;
  }

  /** The line that was read stands alone: nothing before it names a writer or wraps it. */
  private boolean frequent() {
    parsed = frequent.fact();
    text = start;
    wrapped = false;
    named = false;
    return true;
  }

  private Parsed parse(boolean mayBeRedrawn) {
    wrapped = false;
    named = false;
    int trimmedEnd = Bytes.trimEnd(bytes, start, end);
    if (trimmedEnd == start) {
      return Ignored.IGNORED;
    }
    text = Wrappers.end(bytes, start, trimmedEnd);
    if (stops != Stops.WHAT_SAYS_SOMETHING && (text > start || bytes[start] == '{')) {
      look(trimmedEnd);
      if (wrapped) {
        return Ignored.IGNORED;
      }
    }
    if (mayBeRedrawn && Bytes.lastDrawn(bytes, start, trimmedEnd) > start) {
      // It shows only what was drawn last: such a line goes by itself.
      return formats.parse(bytes, start, end, onlyFormat);
    }
    if (hit < start) {
      // After a line with one the next has one, mostly: who looks further looks in vain.
      int most = dense ? end : to;
      int found = detection.needle(bytes, start, most);
      hit = found < 0 ? most : found;
    }
    dense = hit < end;
    if (dense) {
      return detection.marked(bytes, start, text, trimmedEnd, asked, hit);
    }
    Parsed alone = detection.unmarked(bytes, start, trimmedEnd, asked);
    if (named && alone != Ignored.IGNORED) {
      text = detection.textOf(bytes, start, text, trimmedEnd, asked);
      named = !writer().isEmpty();
    }
    return alone;
  }

  /** Looks at what stands before the text, and whether the text is wrapped itself. */
  private void look(int trimmedEnd) {
    boolean envelope = text < trimmedEnd && bytes[text] == '{' && bytes[trimmedEnd - 1] == '}';
    wrapped = envelope && stops == Stops.WRAPPED;
    WrapperSteps steps = new WrapperSteps(bytes, start, text);
    while (text > start && !wrapped && steps.next()) {
      boolean joins = steps.mark().mayBePart() && (openParts > 0 || steps.isPart());
      wrapped = joins && stops == Stops.WRAPPED;
    }
    named = !steps.writer().isEmpty();
  }

  /** Whether the text is to be unwrapped before it says anything. */
  public boolean wrapped() {
    return wrapped;
  }

  /** Who wrote the line, as its wrappers name it; empty where none does. */
  public String writer() {
    WrapperSteps steps = new WrapperSteps(bytes, start, text);
    while (steps.next()) {
      // On to the innermost.
    }
    return steps.writer();
  }

  /** What the line says; never that it is ignored after {@link #next} was {@code true}. */
  public Parsed parsed() {
    return parsed;
  }

  /** Where the line begins; the end of all once {@link #next} was {@code false}. */
  public int start() {
    return start;
  }

  /** Where the line ends, its line end excluded. */
  public int end() {
    return end;
  }

  /** How many lines before it say nothing. */
  public int ignored() {
    return ignored;
  }

  /**
   * Shows the ignored lines.
   *
   * @param number of the first
   */
  public void showIgnored(LineListener listener, long number) {
    int from = firstIgnored;
    for (int i = 0; i < ignored; i++) {
      int lineEnd = LineEnds.next(bytes, from, to);
      listener.onLine(bytes, from, lineEnd, number + i);
      from = Math.min(to, lineEnd + 1);
    }
  }

  /**
   * Shows the last of the ignored lines.
   *
   * @param number of the first of all
   * @param most how many
   */
  public void showLastIgnored(LineListener listener, long number, int most) {
    int shown = Math.min(most, ignored);
    if (shown == 0) {
      return;
    }
    int from = lastIgnored;
    for (int i = 1; i < shown; i++) {
      from--;
      while (from > firstIgnored && bytes[from - 1] != '\n') {
        from--;
      }
    }
    for (int i = ignored - shown; i < ignored; i++) {
      int lineEnd = LineEnds.next(bytes, from, to);
      listener.onLine(bytes, from, lineEnd, number + i);
      from = Math.min(to, lineEnd + 1);
    }
  }

  /** Where the last of these begins. */
  public int lastIgnored() {
    return lastIgnored;
  }
}
