package io.tidemark.ingest.follow;

/**
 * A point in a life between two lines.
 *
 * @param lines how many lines lie before it
 * @param tail what the file holds just before it
 */
record Mark(long offset, long lines, Tail tail) {

  static final Mark START = new Mark(0, 0, Tail.NONE);
}
