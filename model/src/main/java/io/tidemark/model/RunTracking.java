package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * What a run's memory is tracked by.
 *
 * @param snapshots how many blocks of memory lines were complete
 * @param flatAttribution no op lines were seen, so nesting is unknown and attribution is flat
 * @param turnedAway of which devices and memories nothing is kept; {@code null} for none
 * @param contradictions lines that one writer cannot have written in that order: several write into
 *     the log, and no line says which; {@code null} for none
 */
public record RunTracking(
    long snapshots,
    boolean flatAttribution,
    RunStatus.@Nullable TurnedAway turnedAway,
    @Nullable Long contradictions) {

  /** Of a log whose lines go together. */
  public RunTracking(
      long snapshots, boolean flatAttribution, RunStatus.@Nullable TurnedAway turnedAway) {
    this(snapshots, flatAttribution, turnedAway, null);
  }
}
