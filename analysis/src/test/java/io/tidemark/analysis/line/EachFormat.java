package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Sign;
import org.jspecify.annotations.Nullable;

/** Parses a line with each format in turn, without checking needles or the line's ends. */
public final class EachFormat {

  private EachFormat() {}

  public static Parsed parse(
      Formats formats, byte[] line, int start, int end, @Nullable String onlyFormat) {
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
        Parsed outer = at(formats, line, start, at, to, onlyFormat);
        if (outer != Ignored.IGNORED) {
          return outer;
        }
      }
    }
    Parsed parsed = text == to ? Ignored.IGNORED : at(formats, line, start, text, to, onlyFormat);
    boolean says = parsed != Ignored.IGNORED && parsed != Quoted.QUOTED;
    return !says && text < to && Detection.isFence(line, text, to) ? Sign.FENCE : parsed;
  }

  private static Parsed at(
      Formats formats, byte[] line, int head, int start, int end, @Nullable String onlyFormat) {
    Parsed quoted = Ignored.IGNORED;
    for (LineFormat format : formats.lines()) {
      if (onlyFormat == null || format.name().equals(onlyFormat)) {
        Parsed parsed =
            Detection.ownOrQuoted(
                format, format.marked(line, head, start, end, start), line, start, end);
        if (parsed instanceof Rejected rejected) {
          return new Rejected(
              rejected.format(), rejected.column() + start - head, rejected.reason());
        }
        if (parsed != Ignored.IGNORED && parsed != Quoted.QUOTED) {
          return parsed;
        }
        quoted = parsed == Quoted.QUOTED ? parsed : quoted;
      }
    }
    return quoted;
  }
}
