package io.tidemark.analysis.line;

import java.util.List;

/** Reads the lines of one system's log. Stateless. */
public interface LineFormat {

  /** Name of the format in {@code --format}, rejects and metrics. */
  String name();

  /** A short description of a line of this format, for users whose log is not recognised. */
  String sign();

  /**
   * Parses {@code bytes[start, end)}, the text that a logger wrote. {@link Wrappers} before it, the
   * line end, and trailing blanks and colours are removed. Of a redrawn line only the last text
   * remains. Never throws, for any bytes.
   *
   * @return {@link Parsed.Ignored} if the line has another format
   */
  Parsed parse(byte[] bytes, int start, int end);

  /**
   * Texts that may identify a line of this format, at any position. The texts of all formats are
   * searched at once, since most lines contain none.
   */
  default List<String> needles() {
    return List.of();
  }

  /**
   * {@link #parse} for a line in which no needle of any format begins before {@code needle}.
   *
   * @param head start of the line, including wrappers
   */
  default Parsed marked(byte[] bytes, int head, int start, int end, int needle) {
    return parse(bytes, start, end);
  }

  /**
   * Whether a line without {@link #needles} that begins with this byte may have this format. This
   * excludes most lines.
   */
  default boolean mayBegin(byte first) {
    return true;
  }

  /** Like {@link #mayBegin}, for the last byte of the line. */
  default boolean mayEnd(byte last) {
    return true;
  }

  /**
   * Whether a line with this second byte may have this format, although {@link #mayEnd} excludes
   * its last byte.
   */
  default boolean mayGoOn(byte second) {
    return false;
  }

  /**
   * Whether the format itself indents this line ({@link Bytes#isIndented}). Other indented lines
   * are quotations.
   */
  default boolean indents(byte[] bytes, int start, int end) {
    return false;
  }

  /**
   * {@link #parse} for a line without any of {@link #needles}.
   *
   * @param head start of the line, including wrappers
   */
  default Parsed unmarked(byte[] bytes, int head, int start, int end) {
    return parse(bytes, start, end);
  }
}
