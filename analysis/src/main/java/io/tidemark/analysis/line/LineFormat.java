package io.tidemark.analysis.line;

import java.util.List;

/** Reads the lines of one system's log. Stateless. */
public interface LineFormat {

  /** The format's name, as {@code --format}, rejects and metrics show it. */
  String name();

  /** What a line of it is known by, in a few words for a person whose log is not. */
  String sign();

  /**
   * {@code bytes[start, end)} is what a logger wrote: the line without what {@link Wrappers} put
   * before it, without its line end and blanks and colours before that, of one drawn several times
   * what was drawn last. Never throws on any bytes.
   *
   * @return {@link Parsed.Ignored} when the line is not of this format
   */
  Parsed parse(byte[] bytes, int start, int end);

  /**
   * Texts that a line may be known by wherever they stand in it. Those of all formats are looked
   * for at once, since most lines hold none.
   */
  default List<String> needles() {
    return List.of();
  }

  /**
   * {@link #parse} for a line in which no needle of any format begins before {@code needle}.
   *
   * @param head where the line begins, wrappers and all
   */
  default Parsed marked(byte[] bytes, int head, int start, int end, int needle) {
    return parse(bytes, start, end);
  }

  /**
   * Whether a line that begins with this byte may be of it though it holds none of {@link
   * #needles}: most lines are excluded by it.
   */
  default boolean mayBegin(byte first) {
    return true;
  }

  /** As {@link #mayBegin}, by the line's last byte. */
  default boolean mayEnd(byte last) {
    return true;
  }

  /**
   * Whether a line can be of this format by its second byte, although {@link #mayEnd} excludes its
   * last.
   */
  default boolean mayGoOn(byte second) {
    return false;
  }

  /**
   * Whether the format itself writes a line so far to the right as this one, which {@link
   * Bytes#isIndented is indented}. Other lines that begin so are quotations.
   */
  default boolean indents(byte[] bytes, int start, int end) {
    return false;
  }

  /**
   * Whether {@link #frequentLines} may read a line that begins with this byte. One format at most
   * has lines of a first byte, and no format that is tried before it reads them.
   */
  default boolean mayBeFrequent(byte first) {
    return false;
  }

  /** A faster way to read some of its lines, new for each scan. */
  default FrequentLines frequentLines() {
    return FrequentLines.NONE;
  }

  /**
   * {@link #parse} for a line that holds none of {@link #needles}.
   *
   * @param head where the line begins, wrappers and all
   */
  default Parsed unmarked(byte[] bytes, int head, int start, int end) {
    return parse(bytes, start, end);
  }
}
