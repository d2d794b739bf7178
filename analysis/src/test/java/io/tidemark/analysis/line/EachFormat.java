package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Sign;
import java.util.List;

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
    if (drawn == start && formats.detection().needle(line, start, to) < 0) {
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
