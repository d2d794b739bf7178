package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Sign;
import java.util.List;
import java.util.Optional;

/** Parses a line with each format in turn, with a search for each needle, without its ends. */
public final class EachFormat {

  private EachFormat() {}

  public static Parsed parse(Formats formats, byte[] line, int start, int end) {
    int to = Bytes.trimEnd(line, start, end);
    if (to == start) {
      return Ignored.IGNORED;
    }
    int text = Wrappers.end(line, start, to);
    int drawn = Bytes.lastDrawn(line, start, to);
    if (drawn > text) {
      text = Wrappers.end(line, drawn, to);
    }
    if (drawn == start && formats.detection.needle(line, start, to) < 0) {
      for (int at = start; at < text; at = Wrappers.next(line, start, at, to)) {
        Parsed outer = at(formats, line, start, at, to);
        if (outer != Ignored.IGNORED) {
          return outer;
        }
      }
    }
    Parsed parsed = text == to ? Ignored.IGNORED : at(formats, line, start, text, to);
    boolean says = parsed != Ignored.IGNORED && !(parsed instanceof Quoted);
    return !says && text < to && Detection.isFence(line, text, to) ? Sign.FENCE : parsed;
  }

  /**
   * Parses a line by the format of its first needle, if that decides it, and by all in order.
   *
   * @return both results; empty if the first needle does not decide the line
   */
  public static Optional<List<Parsed>> decidedByFirst(Formats formats, byte[] line) {
    Detection detection = formats.detection;
    int to = Bytes.trimEnd(line, 0, line.length);
    int text = Wrappers.end(line, 0, to);
    int hit = text < to ? detection.needle(line, text, to) : -1;
    Parsed decided = hit < 0 ? Ignored.IGNORED : detection.byFirst(line, 0, text, to, hit);
    return decided == Ignored.IGNORED
        ? Optional.empty()
        : Optional.of(List.of(decided, detection.inOrder(line, 0, text, to, hit)));
  }

  private static Parsed at(Formats formats, byte[] line, int head, int start, int end) {
    Parsed quoted = Ignored.IGNORED;
    for (LineFormat format : formats.lines()) {
      Parsed own =
          hasNeedle(format, line, start, end)
              ? format.parse(line, head, start, end, start)
              : format.unmarked(line, head, start, end);
      Parsed alone = Parsed.alone(own);
      Parsed parsed = Detection.ownOrQuoted(format, alone, line, start, end);
      if (parsed instanceof Rejected rejected) {
        return new Rejected(rejected.format(), rejected.column() + start - head, rejected.reason());
      }
      if (parsed != Ignored.IGNORED && !(parsed instanceof Quoted)) {
        return parsed;
      }
      quoted = parsed instanceof Quoted ? parsed : quoted;
    }
    return quoted;
  }

  /** Returns what formats say of a line without their needles, if it is not that they ignore it. */
  public static List<Parsed> withoutNeedles(Formats formats, byte[] line) {
    return formats.lines().stream()
        .filter(format -> !hasNeedle(format, line, 0, line.length))
        .map(format -> format.parse(line, 0, 0, line.length, 0))
        .filter(parsed -> parsed != Ignored.IGNORED)
        .toList();
  }

  private static boolean hasNeedle(LineFormat format, byte[] line, int start, int end) {
    return format.needles().stream()
        .anyMatch(needle -> Bytes.indexOf(line, start, end, Bytes.of(needle)) >= 0);
  }
}
