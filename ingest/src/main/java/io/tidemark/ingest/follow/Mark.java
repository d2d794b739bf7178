package io.tidemark.ingest.follow;

import org.jspecify.annotations.Nullable;

/**
 * A point in a life between two lines.
 *
 * @param lines how many lines lie before it
 * @param tail what the file holds just before it
 * @param head marker of what follows, where nothing lies before it; or {@link Tail#LOST}
 */
record Mark(long offset, long lines, Tail tail, @Nullable String head) {

  static final Mark START = new Mark(0, 0, Tail.NONE);

  Mark(long offset, long lines, Tail tail) {
    this(offset, lines, tail, null);
  }

  /** By this the file is known again here. */
  String marker() {
    return head == null ? tail.marker() : head;
  }

  /** The same point, of a file that cannot be known again. */
  Mark lost() {
    return new Mark(offset, lines, tail, Tail.LOST);
  }

  /** The start of a file whose first line has come, or none yet. */
  Mark withHead(byte[] first) {
    return offset > 0 ? this : new Mark(offset, lines, tail, Tail.headMarker(first));
  }
}
