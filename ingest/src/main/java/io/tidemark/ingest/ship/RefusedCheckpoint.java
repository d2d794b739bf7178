package io.tidemark.ingest.ship;

/** The reason why a record of {@code tidemark.positions} is skipped. */
public enum RefusedCheckpoint {
  /** Larger than any position that a tailer writes. */
  TOO_LARGE,
  /** Not JSON, or of another version. */
  UNREADABLE,
  /** A field is absent, or has a value that no tailer writes. */
  FIELD,
  /** Its URI is not an absolute file path. */
  PATH
}
