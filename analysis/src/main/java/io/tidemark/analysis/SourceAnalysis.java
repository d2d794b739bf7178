package io.tidemark.analysis;

import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.log.Slice;
import java.util.List;

/**
 * The analysis of one source: a mutable accumulator over its slices, confined to one thread. It
 * caches its {@link StateParts}, so another process can resume from the stored parts alone.
 */
public interface SourceAnalysis {

  /**
   * Applies the next slice and returns its events. Bytes before the next expected offset are
   * dropped and counted as duplicates. Missing bytes before the slice are counted as a gap. The
   * parts hold the change after the next {@link #store}.
   */
  Outcome apply(Slice slice);

  /** Writes the parts that changed since the last call. */
  default void store() {}

  /** Returns the public state that changed since the last call; after loading, all of it. */
  Changes changes();

  /**
   * Like {@link #changes} while more input follows: sums over all buffers of a large plan may wait.
   */
  default Changes changesWhileBusy() {
    return changes();
  }

  /** Keys under which the open runs are published. */
  default List<Tombstones> openRuns() {
    return List.of();
  }

  /** Keys of runs that were displaced since the last {@link #changes}. */
  default List<Tombstones> displaced() {
    return List.of();
  }

  /** Sections of the stored state that could not be read and restarted. */
  default List<String> restartedSections() {
    return List.of();
  }

  /** Approximate heap use in bytes. It can be freed, since the stored parts hold the same state. */
  long weightBytes();

  /** Loads a source from its stored parts only. */
  @FunctionalInterface
  interface Loader {

    /**
     * Loads a source; an unknown one starts empty.
     *
     * @throws RuntimeException if its stored state cannot be read
     */
    SourceAnalysis load(String source, StateParts parts);
  }
}
