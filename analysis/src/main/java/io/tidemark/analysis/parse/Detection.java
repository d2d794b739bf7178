package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.Parsed.Ignored;
import io.tidemark.analysis.parse.Parsed.Quoted;
import io.tidemark.analysis.parse.Parsed.Rejected;
import io.tidemark.analysis.parse.Parsed.Sign;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells by a line's needles and ends of which format it may be, and asks those formats. */
final class Detection {

  private static final List<LineFormat> ALL = Formats.ALL;

  private static final List<String> TEXTS =
      ALL.stream().flatMap(format -> format.needles().stream()).toList();
  static final Needles NEEDLES = new Needles(TEXTS);

  /** By needle: a bit for each format that a line with it may be of. */
  private static final int[] OWNERS = TEXTS.stream().mapToInt(Detection::owners).toArray();

  /** By a line's first and last byte: a bit for each format that it may be of without a needle. */
  private static final int[] BY_FIRST = byByte(LineFormat::mayBegin);

  private static final int[] BY_LAST = byByte(LineFormat::mayEnd);
  private static final int ANY = (1 << ALL.size()) - 1;

  private static final byte[] FENCE = Bytes.of("```");

  private Detection() {}

  /** A bit for each format to try. */
  static int asked(@Nullable String onlyFormat) {
    if (onlyFormat == null) {
      return ANY;
    }
    int i = Formats.names().indexOf(onlyFormat);
    return i < 0 ? 0 : 1 << i & ANY;
  }

  /**
   * {@link Formats#parse} for a line, trimmed and not empty.
   *
   * @param first where the first needle begins, −1 when there is none
   * @param drawn where what was drawn last begins
   */
  static Parsed marked(byte[] bytes, int start, int end, int asked, int first, int drawn) {
    int text = Wrappers.end(bytes, start, end);
    if (drawn > text) {
      text = Wrappers.end(bytes, drawn, end);
    }
    if (text == end) {
      return Ignored.IGNORED;
    }
    int hit = first < text && first >= 0 ? NEEDLES.find(bytes, text, end) : first;
    int marks = hit < 0 ? 0 : marks(bytes, hit, end);
    int rest = (marks | byEnds(bytes, text, end)) & asked;
    Parsed quoted = Ignored.IGNORED;
    for (; rest != 0; rest &= rest - 1) {
      int i = Integer.numberOfTrailingZeros(rest);
      LineFormat format = ALL.get(i);
      Parsed parsed =
          (marks >> i & 1) != 0
              ? format.marked(bytes, start, text, end, hit)
              : format.unmarked(bytes, start, text, end);
      parsed = ownOrQuoted(format, parsed, bytes, text, end);
      if (parsed == Quoted.QUOTED) {
        quoted = parsed;
      } else if (parsed != Ignored.IGNORED) {
        return placed(parsed, text - start);
      }
    }
    return isFence(bytes, text, end) ? Sign.FENCE : quoted;
  }

  /**
   * {@link Formats#parse} for a line, trimmed and not empty, that holds no needle and was drawn
   * once.
   */
  static Parsed unmarked(byte[] bytes, int start, int end, int asked) {
    int text = start;
    Parsed parsed = unmarked(bytes, start, start, end, asked);
    // A row of a table may look like a wrapper: what a format reads is none.
    for (int left = Wrappers.MOST; parsed == Ignored.IGNORED && left > 0; left--) {
      int past = Wrappers.next(bytes, start, text, end);
      if (past == text || past == end) {
        return isFence(bytes, text, end) ? Sign.FENCE : parsed;
      }
      text = past;
      parsed = unmarked(bytes, start, text, end, asked);
    }
    return parsed;
  }

  private static Parsed unmarked(byte[] bytes, int head, int start, int end, int asked) {
    Parsed quoted = Ignored.IGNORED;
    for (int rest = byEnds(bytes, start, end) & asked; rest != 0; rest &= rest - 1) {
      LineFormat format = ALL.get(Integer.numberOfTrailingZeros(rest));
      Parsed parsed =
          ownOrQuoted(format, format.unmarked(bytes, head, start, end), bytes, start, end);
      if (parsed == Quoted.QUOTED) {
        quoted = parsed;
      } else if (parsed != Ignored.IGNORED) {
        return placed(parsed, start - head);
      }
    }
    return quoted;
  }

  /** What stands indented where its format does not write it so is a quotation. */
  static Parsed ownOrQuoted(LineFormat format, Parsed parsed, byte[] bytes, int start, int end) {
    if (parsed == Ignored.IGNORED
        || !Bytes.isIndented(bytes, start, end)
        || format.indents(bytes, start, end)) {
      return parsed;
    }
    return parsed instanceof Sign ? Ignored.IGNORED : Quoted.QUOTED;
  }

  /** Formats count columns from where their text begins, readers from where the line does. */
  private static Parsed placed(Parsed parsed, int before) {
    return before > 0 && parsed instanceof Rejected rejected
        ? new Rejected(rejected.format(), rejected.column() + before, rejected.reason())
        : parsed;
  }

  /** A fence of Markdown alone, or at one end of the line. */
  static boolean isFence(byte[] bytes, int start, int end) {
    if (bytes[start] != '`' && bytes[end - 1] != '`') {
      return false;
    }
    boolean opens = Bytes.startsWith(bytes, start, end, FENCE);
    boolean closes = Bytes.endsWith(bytes, start, end, FENCE);
    return opens != closes || (opens && end - start < 2 * FENCE.length);
  }

  /** The formats that a line without needles may be of, by its first and last byte. */
  private static int byEnds(byte[] bytes, int start, int end) {
    return BY_FIRST[bytes[start] & 0xff] & BY_LAST[bytes[end - 1] & 0xff];
  }

  private static int[] byByte(Ends may) {
    int[] formats = new int[1 << Byte.SIZE];
    for (int b = 0; b < formats.length; b++) {
      for (int i = 0; i < ALL.size(); i++) {
        formats[b] |= may.be(ALL.get(i), (byte) b) ? 1 << i : 0;
      }
    }
    return formats;
  }

  private interface Ends {
    boolean be(LineFormat format, byte first);
  }

  /**
   * The formats whose needles stand in a line from {@code first} on. One pass over a long record
   * spares a pass by each format before its own; who is tried first needs none.
   */
  private static int marks(byte[] bytes, int first, int end) {
    int marks = 0;
    for (int hit = first; hit >= 0 && (marks & 1) == 0; hit = NEEDLES.find(bytes, hit + 1, end)) {
      int which = NEEDLES.which(bytes, hit, end);
      // The blanks that ended the line may have been the end of the first.
      marks |= which < 0 ? 0 : OWNERS[which];
    }
    return (marks & 1) == 0 ? marks : -1;
  }

  /** Where a needle begins another, only the first of them is told apart. */
  private static int owners(String text) {
    int owners = 0;
    for (int i = 0; i < ALL.size(); i++) {
      boolean owns =
          ALL.get(i).needles().stream()
              .anyMatch(needle -> needle.startsWith(text) || text.startsWith(needle));
      owners |= owns ? 1 << i : 0;
    }
    return owners;
  }
}
