package io.tidemark.ingest.own;

/** How a source stands with this tailer. */
public enum Standing {
  /** It may be read and shipped. */
  OWNED,
  /** It is free, and this tailer's claim is on its way. */
  CLAIMED,
  /** Another tailer follows it, or did after the positions at hand were read. */
  ELSEWHERE
}
