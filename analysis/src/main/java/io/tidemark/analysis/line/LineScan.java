package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Unfinished;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the lines that state something. The result for each line equals {@link
 * Formats#parse}. The needles are searched in all lines at once, so ignored lines cost little more
 * than finding their ends.
 */
public final class LineScan {

  private final Formats formats;
  private final Detection detection;

  /** The user's prefix before each line; {@code null} for none. */
  private final @Nullable LinePrefix prefix;

  private final byte[] bytes;
  private final int to;

  /** Position of the first needle at or after the current line; {@code to} if there is none. */
  private int hit = -1;

  /** Whether the line before contained a needle. */
  private boolean dense;

  private int start;
  private int end;
  private int after;
  private int ignored;
  private int firstIgnored;
  private int lastIgnored;

  /** Start of the text that the logger wrote. */
  private int text;

  private Stops stops = Stops.WHAT_SAYS_SOMETHING;

  /** Number of lines that wait for more parts. */
  private int openParts;

  /** Whether to stop at every line. */
  private boolean all;

  private boolean wrapped;
  private String writer = "";
  private Parsed parsed = Ignored.IGNORED;

  /**
   * @param from start of a line in {@code bytes[from, to)}; the last line needs no line end
   */
  public LineScan(Formats formats, byte[] bytes, int from, int to) {
    this.formats = formats;
    this.detection = formats.detection;
    this.prefix = formats.prefixed ? formats.prefix : null;
    this.bytes = bytes;
    this.to = to;
    this.after = from;
  }

  /** The lines at which {@link #next} stops. */
  public enum Stops {
    /** Lines that state something. */
    WHAT_SAYS_SOMETHING,
    /** Also lines whose wrappers name a writer. */
    NAMED,
    /** Also lines whose text must be unwrapped first. */
    WRAPPED
  }

  /** Sets the lines at which {@link #next} stops. */
  public LineScan stopAt(Stops at) {
    stops = at;
    return this;
  }

  /**
   * Sets the number of lines that wait for more parts: the next line may be the last part of one.
   */
  public void awaitParts(int open) {
    openParts = open;
  }

  /** Sets whether to stop at every line: the next one may go on a text. */
  public LineScan stopAtAll(boolean every) {
    all = every;
    return this;
  }

  /** Moves to the next line to stop at; {@code false} if there is none. */
  public boolean next() {
    ignored = 0;
    firstIgnored = after;
    while (after < to) {
      start = after;
      end = Bytes.lineEnd(bytes, start, to);
      boolean mayBeRedrawn = end < 0;
      end = mayBeRedrawn ? ~end : end;
      after = Math.min(to, end + 1);
      parsed = parse(mayBeRedrawn);
      if (stops == Stops.WRAPPED && isRecord()) {
        wrapped = true;
        parsed = Ignored.IGNORED;
      }
      parsed = stops == Stops.WHAT_SAYS_SOMETHING ? Parsed.alone(parsed) : parsed;
      if (all || parsed != Ignored.IGNORED || wrapped || !writer.isEmpty()) {
        return true;
      }
      ignored++;
      lastIgnored = start;
    }
    start = to;
    end = to;
    return false;
  }

  private Parsed parse(boolean mayBeRedrawn) {
    wrapped = false;
    writer = "";
    text = start;
    int trimmedEnd = Bytes.trimEnd(bytes, start, end);
    if (trimmedEnd == start) {
      return Ignored.IGNORED;
    }
    if (stops == Stops.WRAPPED && prefix != null && prefix.end(bytes, start, trimmedEnd) > start) {
      wrapped = true;
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
      // A redrawn line shows only its last text, so it is parsed on its own.
      return formats.parseOpen(bytes, start, end);
    }
    if (hit < start) {
      // After a line with a needle the next mostly has one, too, so a search beyond it would be
      // wasted.
      int most = dense ? end : to;
      int found = detection.needle(bytes, start, most);
      hit = found < 0 ? most : found;
    }
    dense = hit < end;
    if (dense) {
      return detection.marked(bytes, start, text, trimmedEnd, hit);
    }
    Parsed alone = detection.unmarked(bytes, start, text, trimmedEnd);
    if (!writer.isEmpty() && alone != Ignored.IGNORED) {
      text = detection.textOf(bytes, start, text, trimmedEnd);
      writer = writer(new WrapperSteps(bytes, start, text));
    }
    return alone;
  }

  /** Checks the wrappers before the text, and whether the text itself must be unwrapped. */
  private void look(int trimmedEnd) {
    boolean envelope =
        text < trimmedEnd
            && bytes[text] == '{'
            && (bytes[trimmedEnd - 1] == '}'
                || (bytes[trimmedEnd - 1] == ']' && bytes[trimmedEnd - 2] == '}'));
    wrapped = envelope && stops == Stops.WRAPPED;
    WrapperSteps steps = new WrapperSteps(bytes, start, text);
    // Most wrapped lines have a date alone, which names nobody.
    boolean named = text > start && Wrappers.pastDate(bytes, start, trimmedEnd) < text;
    while (named && !wrapped && steps.next()) {
      boolean joins = steps.mark().mayBePart() && (openParts > 0 || steps.isPart());
      wrapped = joins && stops == Stops.WRAPPED;
    }
    writer = steps.writer();
  }

  /** Whether a line that states nothing as it is may be a logfmt record around a text. */
  private boolean isRecord() {
    return !wrapped
        && (parsed == Ignored.IGNORED || parsed instanceof Parsed.Quoted)
        && Logfmt.mayBegin(bytes, text, end);
  }

  /** Whether the text must be unwrapped before it is parsed. */
  public boolean wrapped() {
    return wrapped;
  }

  private static String writer(WrapperSteps steps) {
    while (steps.next()) {
      // The last step knows all of them.
    }
    return steps.writer();
  }

  /**
   * Name of the writer from the wrappers of the line; empty if there is none, or if they are not
   * asked for.
   */
  public String writer() {
    return writer;
  }

  /**
   * Result of the line, which is {@link Unfinished} only if named lines are asked for. It can be
   * {@code IGNORED} after {@link #next} only for wrapped or named lines, and while it stops at all.
   */
  public Parsed parsed() {
    return parsed;
  }

  /** Start of the line; the end of the bytes after {@link #next} returned {@code false}. */
  public int start() {
    return start;
  }

  /** End of the line, without its line end. */
  public int end() {
    return end;
  }

  public int ignored() {
    return ignored;
  }

  /**
   * Passes the last of the ignored lines to a listener.
   *
   * @param number number of the first of all ignored lines
   * @param most limit of lines to pass
   */
  public void showIgnored(LineListener listener, long number, int most) {
    int shown = Math.min(most, ignored);
    int from = shown == ignored ? firstIgnored : lastIgnored;
    for (int i = 1; shown < ignored && i < shown; i++) {
      from--;
      while (from > firstIgnored && bytes[from - 1] != '\n') {
        from--;
      }
    }
    for (int i = ignored - shown; i < ignored; i++) {
      int found = Bytes.lineEnd(bytes, from, to);
      int lineEnd = found < 0 ? ~found : found;
      listener.onLine(bytes, from, lineEnd, number + i);
      from = Math.min(to, lineEnd + 1);
    }
  }

  public int lastIgnored() {
    return lastIgnored;
  }
}
