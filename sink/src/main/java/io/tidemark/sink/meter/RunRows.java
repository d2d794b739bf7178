package io.tidemark.sink.meter;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.LiveTensors;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.MemoryView;
import io.tidemark.model.ModelName;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.board.Moment;
import io.tidemark.sink.board.OutOfMemoryTally;
import io.tidemark.sink.board.RecentPeaks;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/** A run, its memories and its plans as series. */
final class RunRows {

  private static final double MILLIS = 1000.0;

  private final Moment moment;
  private final Rows rows;
  private final long nowMillis;

  RunRows(Moment moment, Rows rows, long nowMillis) {
    this.moment = moment;
    this.rows = rows;
    this.nowMillis = nowMillis;
  }

  void add(RunId id, RunStatus status, Devices devices) {
    String run = id.toString();
    String format = String.join(",", status.formats());
    String model = ModelName.of(id.source());
    String host = Objects.requireNonNullElse(status.host(), "");
    rows.add(BoardMeter.RUN, 1, run, id.source(), format, "live", model, host);
    rows.add(BoardMeter.RUN_START, status.startMillis() / MILLIS, run);
    Long endMillis = status.endMillis();
    if (endMillis != null) {
      rows.add(BoardMeter.RUN_END, endMillis / MILLIS, run);
    }
    addAlerts(id, devices);
    addOutOfMemory(id, devices);
    if (status.training() != null) {
      new PhaseRows(rows, run).add(status.training());
    }
    for (Map.Entry<MemoryKey, MemoryUsage> memory : moment.usageOf(id)) {
      if (!devices.show(memory.getKey())) {
        continue;
      }
      addStanding(memory.getKey(), memory.getValue());
      if (endMillis == null) {
        addLive(memory.getKey(), memory.getValue());
      }
    }
    for (Map.Entry<PlanKey, PlanRecord> plan : moment.plansOf(id)) {
      if (plan.getValue() instanceof PlanRecord.Summary summary) {
        addPlan(plan.getKey(), summary);
      }
    }
  }

  private void addAlerts(RunId id, Devices devices) {
    for (Map.Entry<AlertKey, Alert> entry : moment.alertsOf(id)) {
      AlertKey key = entry.getKey();
      if (!devices.show(key)) {
        continue;
      }
      rows.add(
          BoardMeter.ALERT,
          entry.getValue().active() ? 1 : 0,
          id.toString(),
          key.device(),
          key.memory(),
          key.rule().alert(),
          key.rule().severity().label());
    }
  }

  private void addOutOfMemory(RunId id, Devices devices) {
    OutOfMemoryTally tally = moment.tallies().outOfMemory().get(id);
    if (tally == null) {
      return;
    }
    String run = id.toString();
    long rest = tally.untold();
    for (Map.Entry<OutOfMemoryTally.Kind, Long> entry : tally.byKind().entrySet()) {
      OutOfMemoryTally.Kind kind = entry.getKey();
      if (devices.shown().contains(kind.device())) {
        rows.add(
            BoardMeter.OUT_OF_MEMORY,
            entry.getValue(),
            run,
            kind.device(),
            kind.memory(),
            kind.diagnosis());
      } else {
        rest += entry.getValue();
      }
    }
    if (rest > 0) {
      rows.add(BoardMeter.OUT_OF_MEMORY, rest, run, "", "", "untold");
    }
  }

  /** What stays when the run is over. */
  private void addStanding(MemoryKey key, MemoryUsage usage) {
    String[] labels = labels(key);
    rows.add(BoardMeter.CAPACITY, usage.now().capacityBytes(), labels);
    rows.add(BoardMeter.RUN_PEAK, usage.tidemark().usedBytes(), labels);
    rows.add(BoardMeter.RUN_PEAK_TIME, usage.tidemark().timeMillis() / MILLIS, labels);
    Long leak = usage.leakBytesPerSubmission();
    if (leak != null) {
      rows.add(BoardMeter.LEAK, leak, labels);
    }
  }

  /** What leaves when the run is over, so that alerts on it resolve. */
  private void addLive(MemoryKey key, MemoryUsage usage) {
    String[] labels = labels(key);
    MemoryView now = usage.now();
    rows.add(BoardMeter.USED, now.usedBytes(), labels);
    rows.add(BoardMeter.FREE, now.freeBytes(), labels);
    boolean told = now.largestFreeBytes() != MemoryView.UNTOLD;
    if (told) {
      rows.add(BoardMeter.LARGEST_FREE, now.largestFreeBytes(), labels);
    }
    if (told && now.capacityBytes() > 0) {
      // The log's rounding may put the largest block a little above what is free.
      double ratio = Math.min(1, Math.max(0, now.fragmentation()));
      rows.add(BoardMeter.FRAGMENTATION, ratio, labels);
    }
    RecentPeaks recent = moment.tallies().recentPeaks().get(key);
    long peak = recent == null ? now.usedBytes() : recent.highestBytes(nowMillis, now.usedBytes());
    rows.add(BoardMeter.WINDOW_PEAK, peak, labels);
    LiveTensors live = usage.live();
    if (live != null) {
      addTensors(key, live);
    }
  }

  private void addTensors(MemoryKey key, LiveTensors live) {
    String[] labels = labels(key);
    BiConsumer<String, Long> add =
        (kind, bytes) ->
            rows.add(BoardMeter.LIVE_TENSORS, bytes, labels[0], labels[1], labels[2], kind);
    add.accept("weight", live.weightBytes());
    add.accept("activation", live.activationBytes());
    add.accept("other", live.otherBytes());
    rows.add(BoardMeter.LIVE_PADDING, live.paddingBytes(), labels);
  }

  private void addPlan(PlanKey key, PlanRecord.Summary plan) {
    String run = key.run().toString();
    String[] labels = {run, key.plan(), plan.memory()};
    rows.add(BoardMeter.PLAN_PEAK, plan.peakBytes(), labels);
    rows.add(BoardMeter.PLAN_ARENA, plan.arenaBytes(), labels);
    rows.add(BoardMeter.PLAN_PADDING, plan.paddingBytes(), labels);
    rows.add(BoardMeter.PLAN_FRAGMENTATION, plan.arenaBytes() - plan.peakBytes(), labels);
    rows.add(BoardMeter.PLAN_FAILED, plan.failed(), labels);
    plan.classBytes()
        .forEach(
            (name, bytes) ->
                rows.add(BoardMeter.PLAN_CLASS, bytes, run, key.plan(), plan.memory(), name));
  }

  private static String[] labels(MemoryKey key) {
    return new String[] {key.run().toString(), key.device(), key.memory()};
  }
}
