package io.tidemark.sink.meter;

import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.board.OutOfMemoryTally;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The devices of a run that have series: the first {@link AdmissionLimits#MOST_DEVICES} by name.
 * The others have no sum, since two devices are not one.
 *
 * @param turnedAway the number of the other devices
 */
record ShownDevices(Set<String> shown, int turnedAway) {

  static ShownDevices of(BoardSnapshot snapshot, RunId run) {
    Board board = snapshot.board();
    OutOfMemoryTally tally = snapshot.tallies().outOfMemory().get(run);
    RunStatus status = board.runs().get(run);
    Refusals refused = status == null ? null : status.failures().refused();
    Set<String> all =
        Stream.of(
                board.usageOf(run).stream().map(one -> one.getKey().device()),
                board.opsOf(run).stream().map(one -> one.getKey().device()),
                board.alertsOf(run).stream().map(one -> one.getKey().device()),
                board.summariesOf(run).stream().map(one -> Fullness.PLANNED),
                Stream.ofNullable(status == null ? null : status.training())
                    .map(one -> Fullness.PLANNED),
                tally == null
                    ? Stream.<String>empty()
                    : tally.byKind().keySet().stream().map(OutOfMemoryTally.Kind::device),
                refused == null
                    ? Stream.<String>empty()
                    : refused.newest().stream().map(one -> one.allocation().device()))
            .flatMap(devices -> devices)
            .collect(Collectors.toCollection(TreeSet::new));
    return new ShownDevices(
        all.stream().limit(AdmissionLimits.MOST_DEVICES).collect(Collectors.toUnmodifiableSet()),
        Math.max(0, all.size() - AdmissionLimits.MOST_DEVICES));
  }

  /** Devices of a run without series; most runs have too few memories for that. */
  static int turnedAway(BoardSnapshot snapshot, RunId run) {
    Board board = snapshot.board();
    int most = board.usageOf(run).size() + board.opsOf(run).size() + board.alertsOf(run).size();
    boolean few = most <= AdmissionLimits.MOST_DEVICES && !hasFailed(snapshot, run);
    return few ? 0 : of(snapshot, run).turnedAway();
  }

  private static boolean hasFailed(BoardSnapshot snapshot, RunId run) {
    RunStatus status = snapshot.board().runs().get(run);
    OutOfMemoryTally tally = snapshot.tallies().outOfMemory().get(run);
    return (tally != null && !tally.byKind().isEmpty())
        || (status != null && status.failures().refused() != null);
  }

  boolean show(String device) {
    return shown.contains(device);
  }
}
