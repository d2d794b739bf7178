package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.model.Slice;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The line and document formats, in the order in which they are tried, and the parser over them.
 */
public final class Formats {

  /** Longest part at a line's end that may change with the cut; names are shorter. */
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
   * Creates the formats.
   *
   * @param lines line formats; the first one that recognises a line parses it
   * @param documents formats of whole files; their lines are not parsed one by one
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

  /** The document formats. */
  public List<DocumentFormat> documents() {
    return documents;
  }

  /** Names of the values that document formats need; other values of a record are dropped. */
  public Set<String> wanted() {
    return wanted;
  }

  /** Names of the formats, in the order in which they are tried. */
  public List<String> names() {
    return names;
  }

  /** A short description of each format, in the order in which they are tried. */
  public List<String> signs() {
    return signs;
  }

  /** {@link #parse(byte[], int, int, String)} with all formats. */
  public Parsed parse(byte[] bytes, int start, int end) {
    return parse(bytes, start, end, null);
  }

  /**
   * Parses the line {@code bytes[start, end)}, with or without its line end. Never throws, for any
   * bytes. Takes linear time.
   *
   * @param onlyFormat the only format to try; {@code null} for all, in order
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
   * Parses a line that was cut at {@code end}. A result that depends on the last bytes is rejected,
   * as is a record of items, since some items may be lost.
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
