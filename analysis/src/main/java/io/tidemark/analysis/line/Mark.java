package io.tidemark.analysis.line;

/** What a wrapper says of the line behind it. */
public enum Mark {
  /** Nothing that counts: a date, a host. */
  NOTHING,
  /** The container that wrote it. */
  PLACE,
  /** The process that wrote it. */
  PROCESS,
  /** The rank of the process: says nothing new behind a {@link #PROCESS}. */
  RANK,
  /** A container runtime's own mark: it may be a part of a line of the standard output. */
  STDOUT,
  /** The same, of the standard error output. */
  STDERR;

  /** Whether it names who wrote the line. */
  boolean names() {
    return this == PLACE || this == PROCESS || this == RANK;
  }

  /** Whether the line may be a part of one. */
  public boolean mayBePart() {
    return this == STDOUT || this == STDERR;
  }
}
