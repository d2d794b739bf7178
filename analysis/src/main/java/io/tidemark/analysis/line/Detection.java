package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Sign;
import io.tidemark.analysis.line.Parsed.Unfinished;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Selects the formats that a line may have, by its needles and its first and last bytes, and calls
 * their parsers.
 */
final class Detection {

  private static final byte[] FENCE = Bytes.of("```");
  private static final byte[] TILDES = Bytes.of("~~~");

  /** Lines of which no format has a needle; some formats parse one of them without. */
  private static final List<String> WITHOUT_NEEDLES =
      List.of("step 7 of 10", "info:", "; n = 1", "--- NAME ---", "[]", "1,2,3,4,5");

  /** A bit for each format. */
  private static final int ALL = -1;

  private final LineFormat[] formats;
  private final List<String> texts;
  private final Needles needles;

  /** By format: the needles of the formats that are tried before it; null until a line asks. */
  private final @Nullable Needles[] before;

  /** By needle: a bit for each format whose lines may contain it. */
  private final int[] owners;

  /** By first byte: a bit for each format that a line without a needle may have. */
  private final int[] byFirst;

  /** By second byte and by last byte: one of the two must also have the format's bit. */
  private final int[] bySecond;

  private final int[] byLast;

  Detection(List<LineFormat> formats) {
    if (formats.size() >= Integer.SIZE) {
      throw new IllegalArgumentException(
          "%d line formats: at most %d".formatted(formats.size(), Integer.SIZE - 1));
    }
    this.texts = formats.stream().flatMap(format -> format.needles().stream()).toList();
    this.formats = formats.stream().map(Detection::checked).toArray(LineFormat[]::new);
    this.needles = new Needles(texts);
    this.before = new Needles[formats.size()];
    this.owners = owners(formats, texts);
    this.byFirst = byByte(formats, LineFormat::mayBegin);
    this.bySecond = byByte(formats, LineFormat::mayGoOn);
    this.byLast = byByte(formats, LineFormat::mayEnd);
  }

  /** Refuses a format that parses lines without its needles. */
  private static LineFormat checked(LineFormat format) {
    for (String line : WITHOUT_NEEDLES) {
      Parsed parsed = format.parse(Bytes.of(line), 0, 0, line.length(), 0);
      if (parsed != Ignored.IGNORED) {
        throw new IllegalArgumentException(
            "format %s: parse of \"%s\", which has none of its needles: got %s, want Ignored"
                .formatted(format.name(), line, parsed));
      }
    }
    return format;
  }

  /** Returns the position of the first needle of any format; −1 if there is none. */
  int needle(byte[] bytes, int from, int to) {
    return needles.find(bytes, from, to);
  }

  /**
   * {@link Formats#parse} for a line that is trimmed and not empty.
   *
   * @param wrapped start of the text behind its wrappers
   * @param first position of the first needle; −1 if there is none
   */
  Parsed marked(byte[] bytes, int start, int wrapped, int lineEnd, int first) {
    int end = Math.max(wrapped, Bytes.withoutPlace(bytes, start, lineEnd));
    int text = wrapped == start ? Wrappers.pastColumns(bytes, start, end) : wrapped;
    if (text == end) {
      return Ignored.IGNORED;
    }
    int hit = first < text && first >= 0 ? needles.find(bytes, text, end) : first;
    Parsed clear = hit < 0 ? Ignored.IGNORED : byFirst(bytes, start, text, end, hit);
    if (clear != Ignored.IGNORED) {
      return clear;
    }
    Parsed parsed = inOrder(bytes, start, text, end, hit);
    boolean says = parsed != Ignored.IGNORED && !(parsed instanceof Quoted);
    return says ? parsed : ofNothing(parsed, bytes, text, end);
  }

  /** The result of a line that says nothing: it may be a fence, or begin a text that goes on. */
  private Parsed ofNothing(Parsed parsed, byte[] bytes, int start, int end) {
    if (isFence(bytes, start, end)) {
      return Sign.FENCE;
    }
    int to = Math.max(start, Bytes.withoutPlace(bytes, start, end));
    int begun = parsed == Ignored.IGNORED ? needles.begun(bytes, start, to) : -1;
    return begun < 0 ? parsed : new Unfinished(parsed, begun, false, parsed);
  }

  /**
   * Parses a line that the format of its first needle decides, since no needle of a format that is
   * tried before stands behind it: most lines then need no search for the other needles.
   */
  Parsed byFirst(byte[] bytes, int head, int start, int end, int hit) {
    int which = needles.which(bytes, hit, end);
    int first = which < 0 ? formats.length : Integer.numberOfTrailingZeros(owners[which]);
    if (first >= formats.length - 1 || before(first).find(bytes, hit + 1, end) >= 0) {
      return Ignored.IGNORED;
    }
    Parsed parsed = parse(bytes, head, start, end, hit, 1 << first, (2 << first) - 1);
    boolean decided = !(parsed instanceof Quoted) && Parsed.alone(parsed) != Ignored.IGNORED;
    return decided ? parsed : Ignored.IGNORED;
  }

  /** Parses a line by all formats with a needle from {@code hit} on. */
  Parsed inOrder(byte[] bytes, int head, int start, int end, int hit) {
    return parse(bytes, head, start, end, hit, hit < 0 ? 0 : marks(bytes, hit, end), ALL);
  }

  private Needles before(int format) {
    Needles all = before[format];
    if (all == null) {
      int earlier = (1 << format) - 1;
      all =
          new Needles(
              IntStream.range(0, owners.length)
                  .filter(i -> (owners[i] & earlier) != 0)
                  .mapToObj(texts::get)
                  .toList());
      before[format] = all;
    }
    return all;
  }

  /**
   * {@link Formats#parse} for a line that is trimmed, not empty, without a needle, and not redrawn.
   *
   * @param wrapped start of the text behind its wrappers
   */
  Parsed unmarked(byte[] bytes, int start, int wrapped, int end) {
    int text = start;
    Parsed parsed = parse(bytes, start, start, end, -1, 0, ALL);
    // A row of a table may look like a wrapper, so formats are tried before each step.
    while (parsed == Ignored.IGNORED && text < wrapped) {
      int past = Wrappers.next(bytes, start, text, end);
      if (past == end) {
        break;
      }
      text = past;
      parsed = parse(bytes, start, text, end, -1, 0, ALL);
    }
    return parsed == Ignored.IGNORED ? ofNothing(parsed, bytes, text, end) : parsed;
  }

  /**
   * Returns the start of the text that a format recognised, in a line without a needle. A row of a
   * table may look like a wrapper.
   *
   * @param text start of the text if everything that looks like a wrapper is one
   */
  int textOf(byte[] bytes, int start, int text, int end) {
    int at = start;
    while (at < text && parse(bytes, start, at, end, -1, 0, ALL) == Ignored.IGNORED) {
      at = Wrappers.next(bytes, start, at, end);
    }
    return at;
  }

  /**
   * Tries the formats in their order.
   *
   * @param head start of the line, including wrappers
   * @param needle position of the first needle; −1 if there is none
   * @param marks a bit for each format with a needle in the line
   * @param tried a bit for each format to try
   */
  private Parsed parse(
      byte[] bytes, int head, int start, int end, int needle, int marks, int tried) {
    Parsed quoted = Ignored.IGNORED;
    Parsed waits = Ignored.IGNORED;
    for (int rest = (marks | byEnds(bytes, start, end)) & tried; rest != 0; rest &= rest - 1) {
      int i = Integer.numberOfTrailingZeros(rest);
      LineFormat format = formats[i];
      Parsed parsed =
          (marks >> i & 1) != 0
              ? format.parse(bytes, head, start, end, needle)
              : format.unmarked(bytes, head, start, end);
      if (parsed == Ignored.IGNORED) {
        continue;
      }
      parsed = ownOrQuoted(format, parsed, bytes, start, end);
      if (parsed instanceof Quoted) {
        quoted = parsed;
      } else if (waits instanceof Unfinished open && Parsed.isGuess(Parsed.alone(parsed))) {
        waits = open.guessing(placed(Parsed.alone(parsed), start - head));
      } else if (Parsed.alone(parsed) != Ignored.IGNORED) {
        return placed(parsed, start - head);
      } else if (waits == Ignored.IGNORED) {
        // It says nothing unless it goes on.
        waits = placed(parsed, start - head);
      }
    }
    return quoted == Ignored.IGNORED ? waits : quoted;
  }

  /** Turns an indented line into a quotation, unless its format writes it indented. */
  static Parsed ownOrQuoted(LineFormat format, Parsed parsed, byte[] bytes, int start, int end) {
    if (parsed == Ignored.IGNORED
        || !Bytes.isIndented(bytes, start, end)
        || format.indents(bytes, start, end)) {
      return parsed;
    }
    return parsed instanceof Sign ? Ignored.IGNORED : Quoted.QUOTED;
  }

  /**
   * Makes the column of a reject relative to the line: formats count from the start of their text.
   */
  static Parsed placed(Parsed parsed, int before) {
    if (parsed instanceof Unfinished open) {
      return new Unfinished(
          placed(open.alone(), before), open.hit(), open.further(), placed(open.last(), before));
    }
    return before > 0 && parsed instanceof Rejected rejected
        ? new Rejected(rejected.format(), rejected.column() + before, rejected.reason())
        : parsed;
  }

  /** Whether the line is a Markdown fence, or has one at one end only. */
  static boolean isFence(byte[] bytes, int start, int end) {
    if (bytes[start] != '`' && bytes[end - 1] != '`') {
      return bytes[start] == '~' && Bytes.startsWith(bytes, start, end, TILDES);
    }
    boolean opens = Bytes.startsWith(bytes, start, end, FENCE);
    boolean closes = Bytes.endsWith(bytes, start, end, FENCE);
    return opens != closes || (opens && end - start < 2 * FENCE.length);
  }

  /**
   * Returns the formats that a line without needles may have, by its first two bytes and its last.
   */
  private int byEnds(byte[] bytes, int start, int end) {
    int second = start + 1 < end ? bySecond[bytes[start + 1] & 0xff] : 0;
    return byFirst[bytes[start] & 0xff] & (second | byLast[bytes[end - 1] & 0xff]);
  }

  private static int[] byByte(List<LineFormat> formats, Ends may) {
    int[] bits = new int[1 << Byte.SIZE];
    for (int b = 0; b < bits.length; b++) {
      for (int i = 0; i < formats.size(); i++) {
        bits[b] |= may.be(formats.get(i), (byte) b) ? 1 << i : 0;
      }
    }
    return bits;
  }

  private interface Ends {
    boolean be(LineFormat format, byte first);
  }

  /**
   * Returns the formats whose needles occur in a line from {@code first} on. A single pass replaces
   * one search per format.
   */
  private int marks(byte[] bytes, int first, int end) {
    int marks = 0;
    for (int hit = first; hit >= 0; hit = needles.find(bytes, hit + 1, end)) {
      int which = needles.which(bytes, hit, end);
      // A needle may end in blanks that were trimmed from the line.
      marks |= which < 0 ? 0 : owners[which];
    }
    return marks;
  }

  /** Returns for each needle the formats with it, or with one that begins like it. */
  private static int[] owners(List<LineFormat> formats, List<String> texts) {
    record Owned(int format, String needle) {}
    List<Owned> all = new ArrayList<>();
    for (int i = 0; i < formats.size(); i++) {
      for (String needle : formats.get(i).needles()) {
        all.add(new Owned(i, needle));
      }
    }
    return Needles.owners(texts, all, Owned::needle).stream()
        .mapToInt(
            owned -> owned.stream().mapToInt(one -> 1 << one.format).reduce(0, (a, b) -> a | b))
        .toArray();
  }
}
