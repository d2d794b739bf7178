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

  /** Some line may show only what was drawn last: such a line goes by itself. */
  private final boolean redrawn;

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
    this.redrawn = Bytes.lastDrawn(bytes, from, to) > from;
    this.after = from;
  }

  /** On to the next line that says something; {@code false} when all that were left say nothing. */
  public boolean next() {
    ignored = 0;
    firstIgnored = after;
    while (after < to) {
      start = after;
      end = LineEnds.next(bytes, start, to);
      after = Math.min(to, end + 1);
      parsed = parse();
      if (parsed != Ignored.IGNORED) {
        return true;
      }
      ignored++;
      lastIgnored = start;
    }
    start = to;
    end = to;
    return false;
  }

  private Parsed parse() {
    int trimmedEnd = Bytes.trimEnd(bytes, start, end);
    if (trimmedEnd == start) {
      return Ignored.IGNORED;
    }
    if (redrawn && Bytes.lastDrawn(bytes, start, trimmedEnd) > start) {
      return formats.parse(bytes, start, end, onlyFormat);
    }
    if (hit < start) {
      // After a line with one the next has one, mostly: who looks further looks in vain.
      int most = dense ? end : to;
      int found = detection.needle(bytes, start, most);
      hit = found < 0 ? most : found;
    }
    dense = hit < end;
    return dense
        ? detection.marked(bytes, start, trimmedEnd, asked, hit, start)
        : detection.unmarked(bytes, start, trimmedEnd, asked);
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

  /** Where the last of these begins. */
  public int lastIgnored() {
    return lastIgnored;
  }
}
