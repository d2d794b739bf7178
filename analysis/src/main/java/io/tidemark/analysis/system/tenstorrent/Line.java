package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed.Rejected;

/** A line of the Tenstorrent runtime for its parsers. */
final class Line {

  /** The runtime's lines cover all devices of one process together. */
  static final String DEVICE = "0";

  final byte[] bytes;

  /** Start of the text that the logger wrote; columns count from here. */
  private final int start;

  final int end;

  Line(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  int start() {
    return start;
  }

  Cursor cursor(int at) {
    return new Cursor(bytes, at, end);
  }

  Rejected rejected(int at, String reason) {
    return new Rejected(Tenstorrent.RUNTIME, at - start + 1, reason);
  }

  String device() {
    return DEVICE;
  }
}
