package io.tidemark.model.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Quality of a run's memory tracking.
 *
 * @param snapshots number of complete blocks of memory lines
 * @param flatAttribution whether no op lines were seen, so that nesting is unknown and attribution
 *     is flat
 * @param turnedAway numbers of dropped devices and memories; {@code null} for none
 * @param contradictions number of lines that one writer cannot have written in that order, so
 *     several write into the log without being named; {@code null} for none
 * @param restedAt offset after which its tailer saw that nothing follows for now; {@code null} if
 *     it never did
 */
public record RunTracking(
    long snapshots,
    boolean flatAttribution,
    RunStatus.@Nullable TurnedAway turnedAway,
    @Nullable Long contradictions,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Long restedAt) {

  /** Creates the tracking of a log without contradictions that never rested. */
  public RunTracking(
      long snapshots, boolean flatAttribution, RunStatus.@Nullable TurnedAway turnedAway) {
    this(snapshots, flatAttribution, turnedAway, null, null);
  }
}
