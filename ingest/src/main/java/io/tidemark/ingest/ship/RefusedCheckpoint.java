package io.tidemark.ingest.ship;

/** Why a record of {@code tidemark.positions} is passed over. */
public enum RefusedCheckpoint {
  /** Beyond any position that a tailer writes. */
  TOO_LARGE,
  /** Not JSON, or of another version. */
  UNREADABLE,
  /** A field is absent, or its value is none that a tailer writes. */
  FIELD,
  /** Its URI is no absolute file path. */
  PATH
}
