package io.tidemark.ingest.own;

/** Decides which sources a tailer may read and send. */
public interface Owners {

  /** The standing of a source; a source that is asked for is claimed as soon as it is free. */
  Standing of(String source);

  /** Whether no other tailer can have taken over a source. Only then records may be sent. */
  boolean current(long steadyMillis);

  /** The standing of a source with this tailer. */
  enum Standing {
    /** This tailer may read and ship it. */
    OWNED,
    /** It is free, and this tailer's claim is undecided. */
    CLAIMED,
    /** Another tailer follows it, or did after the present positions were read. */
    ELSEWHERE
  }
}
