package io.tidemark.analysis.line;

/** What a wrapper states about the line behind it. */
public enum Mark {
  /** Nothing relevant, such as a date or a host. */
  NOTHING,
  /** Names the container that wrote the line. */
  PLACE,
  /** Names the process that wrote the line. */
  PROCESS,
  /** Names the rank of the process, which adds nothing after a {@link #PROCESS}. */
  RANK,
  /** A container runtime's mark of standard output; the line may be a part. */
  STDOUT,
  /** A container runtime's mark of standard error; the line may be a part. */
  STDERR;

  /** Whether it names the writer of the line. */
  boolean names() {
    return this == PLACE || this == PROCESS || this == RANK;
  }

  /** Whether the line may be a part of a longer line. */
  public boolean mayBePart() {
    return this == STDOUT || this == STDERR;
  }
}
