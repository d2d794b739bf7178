package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.Parsed.Rejected;

/** A line of the Tenstorrent runtime, as its parsers get it. */
final class Line {

  private static final byte[] STDOUT = Bytes.of("]<stdout>:");
  private static final byte[] STDERR = Bytes.of("]<stderr>:");
  private static final byte[] OPEN = Bytes.of("[");
  private static final byte[] COMMA = Bytes.of(",");
  private static final int MAX_RANK_DIGITS = 9;

  final byte[] bytes;

  /** Where the line begins: columns count from here, a rank stands here. */
  private final int start;

  /** Where the part drawn last begins: only what it says counts. */
  final int from;

  final int end;

  Line(byte[] bytes, int start, int from, int end) {
    this.bytes = bytes;
    this.start = start;
    this.from = from;
    this.end = end;
  }

  Cursor cursor(int at) {
    return new Cursor(bytes, at, end);
  }

  Rejected rejected(int at, String reason) {
    return new Rejected(Formats.TENSTORRENT, at - start + 1, reason);
  }

  /** The rank that a launcher's {@code [job,rank]<stdout>:} names, else {@code 0}. */
  String device() {
    Cursor tag = cursor(start);
    if (!tag.accept(OPEN) || tag.number(MAX_RANK_DIGITS) < 0 || !tag.accept(COMMA)) {
      return "0";
    }
    long rank = tag.number(MAX_RANK_DIGITS);
    return rank >= 0 && (tag.accept(STDOUT) || tag.accept(STDERR)) ? Long.toString(rank) : "0";
  }
}
