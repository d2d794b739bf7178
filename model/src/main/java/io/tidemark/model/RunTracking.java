package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * What a run's memory is tracked by.
 *
 * @param snapshots how many blocks of memory lines were complete
 * @param flatAttribution no op lines were seen, so nesting is unknown and attribution is flat
 * @param turnedAway of which devices and memories nothing is kept; {@code null} for none
 */
public record RunTracking(
    long snapshots, boolean flatAttribution, RunStatus.@Nullable TurnedAway turnedAway) {}
