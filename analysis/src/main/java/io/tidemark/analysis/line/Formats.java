package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.model.Slice;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The formats that lines are read by, in the order they are tried, and what a line says. */
public final class Formats {

  /** What hangs on a line's end shows in this much of its head: names are shorter. */
  private static final int UNSURE_BYTES = 4096;

  private static final String CUT =
      "longer than %d KiB: only its head is read".formatted(Slice.MAX_LINE_BYTES >> 10);

  private final List<LineFormat> lines;
  private final List<DocumentFormat> documents;
  private final List<String> names;
  private final List<String> signs;
  private final Set<String> wanted;
  private final Detection detection;

  /**
   * @param lines formats of lines; the first that knows a line reads it
   * @param documents formats of whole files; no line of theirs says anything alone
   */
  public Formats(List<LineFormat> lines, List<DocumentFormat> documents) {
    this.lines = List.copyOf(lines);
    this.documents = List.copyOf(documents);
    this.names =
        Stream.concat(
                lines.stream().map(LineFormat::name), documents.stream().map(DocumentFormat::name))
            .toList();
    this.signs =
        Stream.concat(
                lines.stream().map(format -> format.name() + ": " + format.sign()),
                documents.stream().map(format -> format.name() + ": " + format.sign()))
            .toList();
    this.wanted =
        documents.stream()
            .flatMap(kind -> kind.wanted().stream())
            .collect(Collectors.toUnmodifiableSet());
    this.detection = new Detection(lines);
  }

  Detection detection() {
    return detection;
  }

  List<LineFormat> lines() {
    return lines;
  }

  /** The formats of whole files. */
  public List<DocumentFormat> documents() {
    return documents;
  }

  /** What their records are known by and read from: all that is kept of one. */
  public Set<String> wanted() {
    return wanted;
  }

  /** Names of the formats, in the order they are tried. */
  public List<String> names() {
    return names;
  }

  /** The sign that each format is known by, in a few words, in the order they are tried. */
  public List<String> signs() {
    return signs;
  }

  /** {@link #parse(byte[], int, int, String)} by any format. */
  public Parsed parse(byte[] bytes, int start, int end) {
    return parse(bytes, start, end, null);
  }

  /**
   * Reads the line {@code bytes[start, end)}; its line end may be there or not. Never throws on any
   * bytes, in time linear in the line.
   *
   * @param onlyFormat the one format to try, {@code null} for all: the first that knows the line
   */
  public Parsed parse(byte[] bytes, int start, int end, @Nullable String onlyFormat) {
    int trimmedEnd = Bytes.trimEnd(bytes, start, end);
    if (start == trimmedEnd) {
      return Ignored.IGNORED;
    }
    int hit = detection.needle(bytes, start, trimmedEnd);
    int asked = detection.asked(onlyFormat);
    int drawn = Bytes.lastDrawn(bytes, start, trimmedEnd);
    if (hit < 0 && drawn == start) {
      return detection.unmarked(bytes, start, trimmedEnd, asked);
    }
    int text = Wrappers.end(bytes, start, trimmedEnd);
    int last = drawn > text ? Wrappers.end(bytes, drawn, trimmedEnd) : text;
    return detection.marked(bytes, start, last, trimmedEnd, asked, hit);
  }

  /**
   * Reads a line that was cut at {@code end}: only what it would say if it had been cut before,
   * too. A record of items is rejected, for some may be lost.
   */
  public Parsed parseHead(byte[] bytes, int start, int end, @Nullable String onlyFormat) {
    Parsed parsed = parse(bytes, start, end, onlyFormat);
    if (parsed instanceof Fact fact && fact.needsWholeLine()) {
      return new Rejected(fact.format(), end - start, CUT);
    }
    Parsed shorter = parse(bytes, start, Math.max(start, end - UNSURE_BYTES), onlyFormat);
    if (parsed.equals(shorter) || parsed == Ignored.IGNORED) {
      return parsed;
    }
    return parsed instanceof Rejected rejected
        ? new Rejected(rejected.format(), rejected.column(), CUT)
        : parsed instanceof Fact fact
            ? new Rejected(fact.format(), end - start, CUT)
            : Ignored.IGNORED;
  }
}
