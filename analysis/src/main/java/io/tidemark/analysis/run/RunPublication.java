package io.tidemark.analysis.run;

import io.tidemark.analysis.alert.TrainingDerivation;
import io.tidemark.analysis.log.Generations;
import io.tidemark.analysis.state.ChangedState;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The public state of an open run, and the keys under which it is published. */
final class RunPublication {

  private final OpenRun run;

  /** Whether the status of the run changed. */
  boolean dirty = true;

  @Nullable Long endMillis;

  /** Offset at which the log rested; {@code null} if it did not. */
  @Nullable Long restedAt;

  /** Parts of it may be stored; a search for them passes the deleted parts of all earlier runs. */
  private boolean hasParts = true;

  RunPublication(OpenRun run) {
    this.run = run;
  }

  /** The run begins, so that nothing of it is stored. */
  void beginsWithoutParts() {
    hasParts = false;
  }

  /**
   * Adds what changed since the last call.
   *
   * @param busy more input follows: large sums may wait
   */
  void publish(Emissions to, Generations read, boolean busy) {
    ChangedState tracked = ChangedState.none();
    run.devices.publish(run.id, tracked);
    run.plans.publish(
        busy, (plan, page, record) -> tracked.plans().put(new PlanKey(run.id, plan, page), record));
    run.settings.sizes().addTo(tracked.plans());
    // The results of the judge and the list of waiting plans are stored, too.
    run.unstored |= !tracked.isEmpty() || endMillis != null;
    RunStatus status = null;
    // The status says how far the log is published, so it must wait for the plans that wait.
    if (dirty && !run.plans.waits()) {
      dirty = false;
      status = status(read);
      to.runs.put(run.id, status);
    }
    run.judge.apply(tracked.plans(), status == null ? null : status.training());
    if (endMillis != null) {
      run.judge.end(new LogPosition(read.next(), endMillis));
    }
    Map<AlertKey, Alert> alerts = new HashMap<>();
    run.judge.publish(run.id, alerts);
    SliceOrigin origin = run.facts.origin;
    alerts.forEach((key, alert) -> to.alerts.put(key, alert.of(origin.host(), origin.labels())));
    to.tracked.add(tracked);
    to.alerted(run.judge.drainTurned());
  }

  private RunStatus status(Generations read) {
    RunFacts facts = run.facts;
    SliceOrigin origin = facts.origin;
    return new RunStatus(
        new RunSource(
            read.newest(),
            read.nextInFile(read.newest()),
            origin.host(),
            facts.worker,
            origin.labels(),
            origin.file(),
            read.earlier()),
        facts.counts.published(facts.formats),
        new RunTracking(
            run.devices.snapshots(),
            run.flatAttribution(),
            run.devices.turnedAway(),
            run.contradictions() == 0 ? null : run.contradictions(),
            restedInFile(read.earlier())),
        run.failures().published(),
        TrainingDerivation.derived(run.training(), run.settings.sizes(), run.devices),
        new RunTime(facts.startMillis, endMillis, null, origin.found() == null ? null : true));
  }

  /** Offset at which the present file rested; {@code null} if it did not yet. */
  private @Nullable Long restedInFile(RunSource.@Nullable Earlier earlier) {
    long before = earlier == null ? 0 : earlier.bytes();
    return restedAt == null || restedAt <= before ? null : Long.valueOf(restedAt - before);
  }

  /** Returns the keys under which the run is published. */
  Tombstones keys(StateParts parts) {
    Map<String, Integer> lastPages = new TreeMap<>(run.plans.lastPages());
    if (hasParts) {
      new RunParts(run.id, parts)
          .lastPages()
          .forEach((plan, page) -> lastPages.merge(plan, page, Math::max));
    }
    return new Tombstones(
        run.id, run.devices.parts().memories(run.id), lastPages, run.judge.keys(run.id));
  }

  /**
   * Stores the keys of the ended run and drops its parts. Returns older runs that this displaced.
   */
  List<Tombstones> leave(StateParts parts, RunRetention ended) {
    List<Tombstones> displaced = ended.add(keys(parts));
    if (hasParts) {
      new RunParts(run.id, parts).drop();
    }
    return displaced;
  }

  /** Writes the changed parts of the run, other than its sections. */
  void store(StateParts parts) {
    hasParts = true;
    new RunParts(run.id, parts).store(run);
  }
}
