package io.tidemark.sink.history;

import java.util.List;

/** The meaning of a receiver's answer for the samples of the request. */
public enum ReceiverAnswer {
  ACCEPTED,
  /** The receiver is overloaded or fails at present. */
  LATER,
  /** The receiver rejects at least one of the samples permanently. */
  NEVER,
  /**
   * As {@link #NEVER}: one sample is older than the receiver's window. Every older sample of its
   * series is, too; those within the window may come in any order. A receiver without a window
   * answers "out of bounds". It also does so for a sample more than ten minutes ahead of its clock.
   */
  TOO_OLD,
  /** The receiver accepts no samples here at all: the address or the credentials are wrong. */
  WRONG;

  private static final List<String> AGE = List.of("too old sample", "out of bounds");

  /** Prometheus 2 answers 500 where 3 answers 400. */
  private static final List<String> ORDER = List.of("out of order", "duplicate sample");

  static ReceiverAnswer of(int status, String body) {
    if (status / 100 == 2) {
      return ACCEPTED;
    }
    boolean age = AGE.stream().anyMatch(body::contains);
    if (status == 400 || (status / 100 == 5 && (age || ORDER.stream().anyMatch(body::contains)))) {
      return age ? TOO_OLD : NEVER;
    }
    return status == 429 || status == 408 || status / 100 == 5 ? LATER : WRONG;
  }
}
