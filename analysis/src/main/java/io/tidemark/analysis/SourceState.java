package io.tidemark.analysis;

import io.tidemark.model.Slice;

/**
 * The state of one source: a confined, mutable accumulator over its slices. It is a cache of its
 * {@link StateParts}, written through by every slice, so that another process can go on from the
 * parts alone. The bytes of the log decide the state (times apart), never how they were sliced.
 */
public final class SourceState {

  private SourceState() {}

  /**
   * Goes on from what {@code parts} hold of {@code source}; a source unknown there starts fresh.
   */
  public static SourceState load(String source, StateParts parts) {
    throw new UnsupportedOperationException(source + parts);
  }

  /**
   * Takes the next slice, writes the parts it changed through, and tells what it said. Bytes before
   * the next expected offset are dropped and counted as duplicates, a hole before them is counted
   * as a gap.
   */
  public Outcome after(Slice slice) {
    throw new UnsupportedOperationException(slice.toString());
  }

  /** The public state that changed since the last call; after {@link #load} that is all of it. */
  public Changes changes() {
    throw new UnsupportedOperationException();
  }
}
