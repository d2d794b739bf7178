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

/** What the job needs of the analysis of one source; see {@link GrowingLog} for the contract. */
interface SourceAnalysis {

  /** Applies a slice; what it changed stands in the parts after the next {@link #store}. */
  Outcome apply(Slice slice);

  /** Writes the parts through that changed since the last call and were not written at once. */
  default void store() {}

  Changes changes();

  /** The same while slices go on coming: what takes long to sum up may wait. */
  default Changes changesWhileBusy() {
    return changes();
  }

  /**
   * What was published for good and {@link #changes} leaves out, to be read part by part where all
   * of it has to be published again; to be asked for before the changes.
   */
  default List<Supplier<Changes>> publishedPlans() {
    return List.of();
  }

  /** Sections of the stored state that could not be read, and were begun anew when it loaded. */
  default List<String> restartedSections() {
    return List.of();
  }

  /** What was withdrawn since the last call; all of the state is to be published behind it. */
  default List<Tombstones> drainWithdrawn() {
    return List.of();
  }

  /** Roughly what it holds on the heap, bytes. */
  long weightBytes();

  /** Goes on with a source from the stored parts alone. */
  @FunctionalInterface
  interface Loader {
    SourceAnalysis load(String source, StateParts parts);
  }

  /** The analysis itself, with nothing known beside the log. */
  static SourceAnalysis load(String source, StateParts parts) {
    return load(source, parts, Settings.DEFAULT);
  }

  /** The analysis itself: the loader of every job but those that tests run. */
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
