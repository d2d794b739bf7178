package io.tidemark.analysis.line;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one system's log. Stateless. Which count: docs/decisions/lines.md. */
public abstract class LineFormat {

  /** Length of the shortest needle that the search of all formats can serve in its one pass. */
  static final int LEAST_NEEDLE = 11;

  protected final String name;
  private final List<String> needles;

  /** Creates a format that recognises its lines by their begin or end. */
  protected LineFormat(String name) {
    this(name, List.of());
  }

  /**
   * @param name of the format in {@code --format}, rejects and metrics
   * @param needles texts that identify lines of this format, at any position. The texts of all
   *     formats are searched at once, since most lines contain none.
   */
  protected LineFormat(String name, List<String> needles) {
    this.name = name;
    this.needles = List.copyOf(needles);
    for (String needle : needles) {
      if (needle.length() < LEAST_NEEDLE) {
        throw new IllegalArgumentException(
            "format %s: needle \"%s\" has %d bytes, want at least %d"
                .formatted(name, needle, needle.length(), LEAST_NEEDLE));
      }
    }
  }

  public final String name() {
    return name;
  }

  /** Names of the formats of its facts; the first is its own. */
  public List<String> names() {
    return List.of(name);
  }

  /** Returns the part of it that makes facts of this format; {@code null} if it makes none. */
  public @Nullable LineFormat only(String format) {
    return name.equals(format) ? this : null;
  }

  final List<String> needles() {
    return needles;
  }

  /**
   * Parses {@code bytes[start, end)}, the text that a logger wrote, if it contains a needle. {@link
   * Wrappers} before it, the line end, and trailing blanks and colours are removed. Of a redrawn
   * line only the last text remains. Never throws, for any bytes.
   *
   * @param head start of the line, including wrappers
   * @param needle no needle of any format begins before it
   * @return {@link Parsed.Ignored} if the line has another format or none of the needles
   */
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    return Parsed.Ignored.IGNORED;
  }

  /** Parses a text of several lines that goes on from a needle at {@code hit} of its first one. */
  public Parsed goOn(byte[] bytes, int start, int end, int hit) {
    return Parsed.Ignored.IGNORED;
  }

  /** {@link #parse} for a line that contains none of the needles. */
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    return Parsed.Ignored.IGNORED;
  }

  /**
   * Whether a line without needles that begins with this byte may have this format. This excludes
   * most lines.
   */
  public boolean mayBegin(byte first) {
    return true;
  }

  /** Like {@link #mayBegin}, for the last byte of the line. */
  public boolean mayEnd(byte last) {
    return true;
  }

  /**
   * Whether a line with this second byte may have this format, although {@link #mayEnd} excludes
   * its last byte.
   */
  public boolean mayGoOn(byte second) {
    return false;
  }

  /**
   * Whether the format itself indents this line ({@link Bytes#isIndented}). Other indented lines
   * are quotations.
   */
  public boolean indents(byte[] bytes, int start, int end) {
    return false;
  }
}
