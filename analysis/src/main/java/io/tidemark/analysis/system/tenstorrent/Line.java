package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Wrappers;

/** A line of the Tenstorrent runtime, as its parsers get it. */
final class Line {

  final byte[] bytes;

  /** Where the line begins in the log: a launcher's rank stands here. */
  private final int head;

  /** Where what its logger wrote begins: columns count from here. */
  private final int start;

  final int end;

  Line(byte[] bytes, int head, int start, int end) {
    this.bytes = bytes;
    this.head = head;
    this.start = start;
    this.end = end;
  }

  /** Where its own text begins. */
  int start() {
    return start;
  }

  Cursor cursor(int at) {
    return new Cursor(bytes, at, end);
  }

  Rejected rejected(int at, String reason) {
    return new Rejected(Tenstorrent.RUNTIME, at - start + 1, reason);
  }

  /** The rank that a launcher's mark names, else {@code 0}. */
  String device() {
    return head == start ? "0" : Wrappers.rank(bytes, head, start);
  }
}
