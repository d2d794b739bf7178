package io.tidemark.streams;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.GrowingLog;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.Settings;
import io.tidemark.analysis.Tombstones;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.Slice;
import java.util.List;
import java.util.function.Supplier;

/** The analysis of one source, as the job uses it; see {@link GrowingLog} for the contract. */
interface SourceAnalysis {

  /** Applies a slice; the parts contain its changes after the next {@link #store}. */
  Outcome apply(Slice slice);

  /** Writes changed parts that {@link #apply} did not write itself. */
  default void store() {}

  Changes changes();

  /** The same while more slices come: values that take long to compute may be left out. */
  default Changes changesWhileBusy() {
    return changes();
  }

  /**
   * Final plans, which {@link #changes} leaves out. They are read one by one when everything is
   * published again. Must be called before {@link #changes}.
   */
  default List<Supplier<Changes>> publishedPlans() {
    return List.of();
  }

  /** Sections of the stored state that could not be read and began anew at loading. */
  default List<String> restartedSections() {
    return List.of();
  }

  /** Runs withdrawn since the last call; all state must be published after them. */
  default List<Tombstones> drainWithdrawn() {
    return List.of();
  }

  /** Approximate heap size in bytes. */
  long weightBytes();

  /** Loads a source from its stored parts only. */
  @FunctionalInterface
  interface Loader {
    SourceAnalysis load(String source, StateParts parts);
  }

  /** The real analysis with default settings. */
  static SourceAnalysis load(String source, StateParts parts) {
    return load(source, parts, Settings.DEFAULT);
  }

  /** The real analysis, which all jobs use except in tests. */
  static SourceAnalysis load(String source, StateParts parts, Settings settings) {
    GrowingLog state = GrowingLog.load(source, parts, settings);
    return new SourceAnalysis() {
      @Override
      public Outcome apply(Slice slice) {
        return state.apply(slice);
      }

      @Override
      public void store() {
        state.store();
      }

      @Override
      public Changes changes() {
        return state.changes();
      }

      @Override
      public Changes changesWhileBusy() {
        return state.changesWhileBusy();
      }

      @Override
      public List<Supplier<Changes>> publishedPlans() {
        return state.publishedPlans();
      }

      @Override
      public List<String> restartedSections() {
        return state.restartedSections();
      }

      @Override
      public List<Tombstones> drainWithdrawn() {
        return state.drainWithdrawn();
      }

      @Override
      public long weightBytes() {
        return state.weightBytes();
      }
    };
  }
}
