package io.tidemark.analysis.unwrap;

import io.tidemark.analysis.state.Stored;
import java.util.Arrays;

/** A line that still waits for its last part. */
@Stored
final class PartialLine {

  private final LineStart place;
  private byte[] text = new byte[0];
  private long length;

  private PartialLine() {
    this(new LineStart("", 0, 0));
  }

  /**
   * Creates an empty line.
   *
   * @param place of its first part
   */
  PartialLine(LineStart place) {
    this.place = place;
  }

  /** Adds a part; bytes beyond {@code room} are dropped. */
  void add(byte[] bytes, int from, int to, int room) {
    int size = text.length;
    int more = Math.min(to - from, room);
    text = Arrays.copyOf(text, size + more);
    System.arraycopy(bytes, from, text, size, more);
    length += to - from;
  }

  LineStart place() {
    return place;
  }

  int size() {
    return text.length;
  }

  boolean cut() {
    return length > text.length;
  }

  byte[] text() {
    return text;
  }
}
