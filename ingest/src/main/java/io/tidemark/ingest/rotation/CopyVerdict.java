package io.tidemark.ingest.rotation;

/** What a file beside a log is to it. */
enum CopyVerdict {
  /** A generation that is followed in this very file. */
  FOLLOWED,
  /** It holds what was read before. */
  KNOWN,
  /** A copy of what stands in the log: to be asked again once that is cut. */
  STANDS,
  /** It holds all that another file holds, which is read; either may grow. */
  EQUAL,
  /** It holds the rest of a generation that was cut. */
  REST,
  /** A generation that nobody has read. */
  NEVER_READ,
  /** It cannot be read now. */
  UNKNOWN,
  /** No generation of this log. */
  FOREIGN;

  /** Though the file stays as it is. */
  boolean mayChange() {
    return this == STANDS || this == EQUAL || this == FOLLOWED || this == UNKNOWN;
  }
}
