package io.tidemark.ingest.own;

/** The standing of a source with this tailer. */
public enum Standing {
  /** This tailer may read and ship it. */
  OWNED,
  /** It is free, and this tailer's claim is undecided. */
  CLAIMED,
  /** Another tailer follows it, or did after the present positions were read. */
  ELSEWHERE
}
