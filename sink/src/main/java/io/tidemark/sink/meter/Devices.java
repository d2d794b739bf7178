package io.tidemark.sink.meter;

import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.RunId;
import io.tidemark.sink.board.Moment;
import io.tidemark.sink.board.OutOfMemoryTally;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The devices of a run that have series: the first {@link #MOST} by name. Of the others nothing is
 * summed up, since two devices are not one.
 *
 * @param turnedAway how many more the run has
 */
record Devices(Set<String> shown, int turnedAway) {

  static final int MOST = 64;

  static Devices of(Moment moment, RunId run) {
    OutOfMemoryTally tally = moment.tallies().outOfMemory().get(run);
    Set<String> all =
        Stream.of(
                moment.usageOf(run).stream().map(one -> one.getKey().device()),
                moment.opsOf(run).stream().map(one -> one.getKey().device()),
                moment.alertsOf(run).stream().map(one -> one.getKey().device()),
                tally == null
                    ? Stream.<String>empty()
                    : tally.byKind().keySet().stream().map(OutOfMemoryTally.Kind::device))
            .flatMap(devices -> devices)
            .collect(Collectors.toCollection(TreeSet::new));
    return of(all);
  }

  private static Devices of(Collection<String> sorted) {
    return new Devices(
        sorted.stream().limit(MOST).collect(Collectors.toUnmodifiableSet()),
        Math.max(0, sorted.size() - MOST));
  }

  boolean show(MemoryKey key) {
    return shown.contains(key.device());
  }

  boolean show(AlertKey key) {
    return shown.contains(key.device());
  }
}
