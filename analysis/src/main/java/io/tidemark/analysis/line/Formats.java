package io.tidemark.analysis.line;

import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.model.log.Slice;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
  private final Set<String> wanted;
  final Detection detection;
  private final boolean asked;
  final LinePrefix prefix;

  /** Whether a user says that something stands before each line. */
  final boolean prefixed;

  /**
   * @param lines line formats; the first one that recognises a line parses it
   * @param documents formats of whole files; their lines are not parsed one by one
   */
  public Formats(List<LineFormat> lines, List<DocumentFormat> documents) {
    this(lines, documents, false, LinePrefix.NONE);
  }

  private Formats(
      List<LineFormat> lines, List<DocumentFormat> documents, boolean asked, LinePrefix prefix) {
    this.asked = asked;
    this.prefix = prefix;
    this.prefixed = !prefix.equals(LinePrefix.NONE);
    this.lines = List.copyOf(lines);
    this.documents = List.copyOf(documents);
    this.names =
        Stream.concat(
                lines.stream().flatMap(format -> format.names().stream()),
                documents.stream().map(DocumentFormat::name))
            .distinct()
            .toList();
    this.wanted =
        documents.stream()
            .flatMap(kind -> kind.wanted().stream())
            .collect(Collectors.toUnmodifiableSet());
    this.detection = new Detection(lines);
  }

  /** Returns the one of these formats with this name, which a user asked for. */
  public Formats only(String name) {
    return new Formats(
        lines.stream().map(format -> format.only(name)).filter(Objects::nonNull).toList(),
        documents.stream().filter(format -> format.name().equals(name)).toList(),
        true,
        prefix);
  }

  /** Returns these formats for lines that stand behind a prefix. */
  public Formats behind(LinePrefix before) {
    return new Formats(lines, documents, asked, before);
  }

  /** What stands before each line. */
  public LinePrefix prefix() {
    return prefix;
  }

  /** Whether a user asked for one format, so that no other is guessed. */
  public boolean asked() {
    return asked;
  }

  List<LineFormat> lines() {
    return lines;
  }

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

  /**
   * Parses the line {@code bytes[start, end)}, with or without its line end. Never throws, for any
   * bytes. Takes linear time.
   */
  public Parsed parse(byte[] bytes, int start, int end) {
    return Parsed.alone(parseOpen(bytes, start, end));
  }

  /** {@link #parse}, which also says whether the line may go on. */
  public Parsed parseOpen(byte[] bytes, int start, int end) {
    int trimmedEnd = Bytes.trimEnd(bytes, start, end);
    if (start == trimmedEnd) {
      return Ignored.IGNORED;
    }
    int hit = detection.needle(bytes, start, trimmedEnd);
    int drawn = Bytes.lastDrawn(bytes, start, trimmedEnd);
    if (hit < 0 && drawn == start) {
      int text = Wrappers.end(bytes, start, trimmedEnd);
      return detection.unmarked(bytes, start, text, trimmedEnd);
    }
    int text = Wrappers.end(bytes, start, trimmedEnd);
    int last = drawn > text ? Wrappers.end(bytes, drawn, trimmedEnd) : text;
    return detection.marked(bytes, start, last, trimmedEnd, hit);
  }

  /** Parses a text of several lines that goes on from a needle of its first one. */
  Parsed goOn(byte[] text, int hit) {
    int start = Wrappers.end(text, 0, text.length);
    Parsed parsed = Ignored.IGNORED;
    for (int i = 0; i < lines.size() && parsed == Ignored.IGNORED; i++) {
      parsed = lines.get(i).goOn(text, start, text.length, hit);
    }
    return Detection.placed(parsed, start);
  }

  /**
   * Parses a line that was cut at {@code end}. A result that depends on the last bytes is rejected,
   * as is a record of items, since some items may be lost.
   */
  public Parsed parseHead(byte[] bytes, int start, int end) {
    Parsed parsed = parse(bytes, start, end);
    if (parsed instanceof Fact fact && fact.needsWholeLine()) {
      return new Rejected(fact.format(), end - start, CUT);
    }
    Parsed shorter = parse(bytes, start, Math.max(start, end - UNSURE_BYTES));
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
