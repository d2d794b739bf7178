package io.tidemark.streams.source;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.log.Slice;
import java.util.List;

/** The analysis of one source, as the job uses it; see {@link LogAnalysis} for the contract. */
public interface SourceAnalysis {

  /** Applies a slice; the parts contain its changes after the next {@link #store}. */
  Outcome apply(Slice slice);

  /** Writes changed parts that {@link #apply} did not write itself. */
  default void store() {}

  Changes changes();

  /** The same while more slices come: values that take long to compute may be left out. */
  default Changes changesWhileBusy() {
    return changes();
  }

  /** The keys under which its open runs are published. */
  default List<Tombstones> openRuns() {
    return List.of();
  }

  /** Sections of the stored state that could not be read and began anew at loading. */
  default List<String> restartedSections() {
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
    LogAnalysis state = LogAnalysis.load(source, parts, settings);
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
      public List<Tombstones> openRuns() {
        return state.openRuns();
      }

      @Override
      public List<String> restartedSections() {
        return state.restartedSections();
      }

      @Override
      public long weightBytes() {
        return state.weightBytes();
      }
    };
  }
}
