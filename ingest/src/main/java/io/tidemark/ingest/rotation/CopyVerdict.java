package io.tidemark.ingest.rotation;

/** The role of a file beside a log. */
public enum CopyVerdict {
  /** A generation that is followed in this file. */
  FOLLOWED,
  /** Its content was read before. */
  KNOWN,
  /** A copy of the log's present content; judged again once the log is cut. */
  STANDS,
  /** It equals another file, which is read; either may grow. */
  EQUAL,
  /** It holds the rest of a cut generation. */
  REST,
  /** A generation that no tailer has read. */
  NEVER_READ,
  /** It cannot be read now. */
  UNKNOWN,
  /** A file of the log was cut or replaced meanwhile; the next round handles that, then judges. */
  UNDECIDED,
  /** Not a generation of this log. */
  FOREIGN;

  /** Whether the comparison with followed files decided it. */
  boolean restsOnOthers() {
    return this == NEVER_READ || this == EQUAL || this == FOREIGN;
  }

  /** Whether the verdict may change although the file does not. */
  boolean mayChange() {
    return this == STANDS || this == EQUAL || this == FOLLOWED || this == UNKNOWN;
  }
}
