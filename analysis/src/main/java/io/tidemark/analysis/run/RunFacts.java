package io.tidemark.analysis.run;

import io.tidemark.analysis.state.Stored;
import io.tidemark.model.log.SliceOrigin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of a run besides its memories, plans, trackers and alerts. */
@Stored
final class RunFacts {

  long startMillis;
  final RunCounts counts = new RunCounts();
  SliceOrigin origin = SliceOrigin.UNKNOWN;

  /** The writer of the run; {@code null} if no line names one. */
  @Nullable String worker;

  /** Names of the formats of its lines, in order of first appearance. */
  final List<String> formats = new ArrayList<>();

  /** Number of lines that one writer cannot have written in that order. */
  long contradictions;

  private RunFacts() {}

  RunFacts(long startMillis) {
    this.startMillis = startMillis;
  }

  /**
   * Updates where the lines are read. An unknown host or file keeps its last known value. Returns
   * whether that changed anything.
   */
  boolean readOn(SliceOrigin where) {
    SliceOrigin before = origin;
    origin =
        new SliceOrigin(
                where.host() == null ? before.host() : where.host(),
                where.labels(),
                null,
                where.file() == null ? before.file() : where.file())
            .found(where.found());
    return !origin.equals(before);
  }

  /**
   * Moves the start back to a time at which a line says the run was under way. Returns whether that
   * changed anything.
   */
  boolean startNoLaterThan(long millis) {
    boolean changes = origin.found() != null || millis < startMillis;
    origin = origin.found() == null ? origin : origin.found(null);
    startMillis = Math.min(startMillis, millis);
    return changes;
  }
}
