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
   * The same, since one of them is older than its window: then every older one of that series is,
   * too, and those within the window may come in any order.
   */
  TOO_OLD,
  /** It takes no samples here at all: the address or the right is wrong. */
  WRONG;

  private static final String AGE = "too old sample";

  /** Prometheus 2 answers 500 where 3 answers 400. */
  private static final List<String> FOR_EVER =
      List.of(AGE, "out of bounds", "out of order", "duplicate sample");

  static Answer of(int status, String body) {
    if (status / 100 == 2) {
      return TAKEN;
    }
    if (status == 400 || (status / 100 == 5 && FOR_EVER.stream().anyMatch(body::contains))) {
      return body.contains(AGE) ? TOO_OLD : NEVER;
    }
    return status == 429 || status == 408 || status / 100 == 5 ? LATER : WRONG;
  }
}
