package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Unfinished;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A text that may go on in its writer's next line: a wrapped sentence, or a head with further lines
 * below it.
 *
 * <pre>
 *   … memory space vmem while allocating on        a line whose text breaks off ─▶ kept
 *   stack for %f. Scoped allocation with size …    joined with a line end between, parsed from {@code hit} on
 *   a foreign line                                 the text says what it says alone
 * </pre>
 *
 * @param text its lines, the further ones without what their writer puts before each line
 * @param hit position of the needle of what goes on
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record OpenText(byte[] text, int hit) {

  private static final int MOST = 4096;

  /** Limit of lines: with each further one the whole text is read again. */
  private static final int MOST_LINES = 32;

  private static final byte[] FRAME = {(byte) 0xe2, (byte) 0x94, (byte) 0x82};

  /** Returns the text of a line; {@code null} if it is too long, or does not go on. */
  public static @Nullable OpenText of(Parsed parsed, byte[] bytes, int start, int end) {
    if (!(parsed instanceof Unfinished open)) {
      return null;
    }
    int to = textEnd(bytes, start, end);
    int from = Bytes.lastDrawn(bytes, start, to);
    boolean fits = to - from <= MOST && open.hit() >= from;
    return fits ? new OpenText(Arrays.copyOfRange(bytes, from, to), open.hit() - from) : null;
  }

  private static int textEnd(byte[] bytes, int start, int end) {
    return Math.max(start, Bytes.withoutPlace(bytes, start, Bytes.trimEnd(bytes, start, end)));
  }

  private OpenText with(byte[] bytes, int start, int end) {
    int to = textEnd(bytes, start, end);
    int from = from(bytes, Bytes.lastDrawn(bytes, start, to), to);
    byte[] both = Arrays.copyOf(text, text.length + 1 + to - from);
    both[text.length] = '\n';
    System.arraycopy(bytes, from, both, text.length + 1, to - from);
    return new OpenText(both, hit);
  }

  /** Skips what a writer puts before each line of a text: wrappers, its logger, a frame, blanks. */
  private static int from(byte[] bytes, int start, int end) {
    int at = start == end ? end : Wrappers.end(bytes, start, end);
    at = LogPrefix.mayBegin(bytes, at, end) ? LogPrefix.of(bytes, at, end).end() : at;
    at = Bytes.skipBlanks(bytes, at, end);
    return Bytes.startsWith(bytes, at, end, FRAME)
        ? Bytes.skipBlanks(bytes, at + FRAME.length, end)
        : at;
  }

  /** A text, and what it says. */
  public record Read(OpenText text, Parsed parsed) {}

  /** Reads it with a further line; {@code null} if that line is none of it. */
  public @Nullable Read and(Formats formats, byte[] bytes, int start, int end) {
    boolean raises = Bytes.indexOf(bytes, start, end, TracebackFormat.BYTES) >= 0;
    if (raises || text.length + end - start > MOST || lines() == MOST_LINES) {
      return null;
    }
    OpenText both = with(bytes, start, end);
    Parsed parsed = formats.goOn(both.text, hit);
    if (formats.detection.needle(text, hit, text.length) != hit) {
      // The line ends between two words of what is searched for.
      both.text[text.length] = ' ';
      parsed = formats.goOn(both.text, hit);
    }
    if (saysNothing(parsed) && saysNothing(formats.parseOpen(bytes, start, end))) {
      // A terminal wraps within a word; a line that says something is no rest of one.
      both = glued(both);
      parsed = formats.goOn(both.text, hit);
    }
    return saysNothing(parsed) || parsed.equals(alone(formats)) ? null : new Read(both, parsed);
  }

  private static boolean saysNothing(Parsed parsed) {
    return Parsed.isGuess(parsed) || parsed == Ignored.IGNORED || parsed instanceof Rejected;
  }

  /** The text with a further line, without the line end between. */
  private OpenText glued(OpenText both) {
    byte[] glued = Arrays.copyOf(both.text, both.text.length - 1);
    System.arraycopy(both.text, text.length + 1, glued, text.length, glued.length - text.length);
    return new OpenText(glued, hit);
  }

  private int lines() {
    int lines = 1;
    for (byte b : text) {
      lines += b == '\n' ? 1 : 0;
    }
    return lines;
  }

  /** Returns what it says if it does not go on. */
  public Parsed alone(Formats formats) {
    return Parsed.alone(formats.goOn(text, hit));
  }

  /** Returns what it says as the last text of a log. */
  public Parsed last(Formats formats) {
    Parsed parsed = formats.goOn(text, hit);
    return parsed instanceof Unfinished open ? open.last() : parsed;
  }
}
