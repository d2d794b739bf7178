package io.tidemark.analysis.unwrap;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.io.ByteArrayOutputStream;

/** A line that still waits for its last part. */
final class PartialLine {

  final Place place;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private long length;

  /**
   * Creates an empty line.
   *
   * @param place of its first part
   */
  PartialLine(Place place) {
    this.place = place;
  }

  /** Adds a part; bytes beyond {@code room} are dropped. */
  void add(byte[] bytes, int from, int to, int room) {
    text.write(bytes, from, Math.min(to - from, room));
    length += to - from;
  }

  int size() {
    return text.size();
  }

  boolean cut() {
    return length > text.size();
  }

  byte[] text() {
    return text.toByteArray();
  }

  void write(PartWriter out) {
    out.text(place.writer()).number(place.offset()).number(place.number());
    out.bytes(text.toByteArray()).number(length);
  }

  static PartialLine read(PartReader in) {
    PartialLine line = new PartialLine(new Place(in.word(), in.number(), in.number()));
    line.text.writeBytes(in.bytes());
    line.length = in.number();
    return line;
  }
}
