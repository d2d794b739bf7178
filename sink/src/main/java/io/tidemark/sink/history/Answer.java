package io.tidemark.sink.history;

import java.util.List;

/** What a receiver's answer means for the samples it was sent. */
enum Answer {
  TAKEN,
  /** The receiver has no room or is not itself now. */
  LATER,
  /** It will never take these samples. */
  NEVER,
  /**
   * The same, since one of them is older than what it takes: then every older one of that series
   * is, too, and those within its window may come in any order. Who has no window says "out of
   * bounds", which a sample more than ten minutes ahead of its clock is as well.
   */
  TOO_OLD,
  /** It takes no samples here at all: the address or the right is wrong. */
  WRONG;

  private static final List<String> AGE = List.of("too old sample", "out of bounds");

  /** Prometheus 2 answers 500 where 3 answers 400. */
  private static final List<String> ORDER = List.of("out of order", "duplicate sample");

  static Answer of(int status, String body) {
    if (status / 100 == 2) {
      return TAKEN;
    }
    boolean age = AGE.stream().anyMatch(body::contains);
    if (status == 400 || (status / 100 == 5 && (age || ORDER.stream().anyMatch(body::contains)))) {
      return age ? TOO_OLD : NEVER;
    }
    return status == 429 || status == 408 || status / 100 == 5 ? LATER : WRONG;
  }
}
