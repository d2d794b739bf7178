package io.tidemark.sink.board;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Applies records in the order they are read and keeps the newest of each key; {@code null} removes
 * a key. Confined to one thread; each {@link #snapshot} is immutable.
 */
public final class BoardBuilder {

  private final TreeMap<RunId, RunStatus> runs = new TreeMap<>();
  private final NewestByOffset<MemoryKey, MemoryUsage> usage =
      new NewestByOffset<>(MemoryUsage::offset);
  private final NewestByOffset<MemoryKey, OpTable> ops = new NewestByOffset<>(OpTable::offset);
  private final NewestByOffset<MemoryKey, MemoryTimeline> timelines =
      new NewestByOffset<>(MemoryTimeline::offset);
  private final NewestByOffset<PlanKey, PlanRecord> plans =
      new NewestByOffset<>(BoardBuilder::offsetOf);
  private final NewestByOffset<AlertKey, Alert> alerts = new NewestByOffset<>(Alert::offset);
  private final Map<MemoryKey, RecentPeaks> recentPeaks = new HashMap<>();
  private final Map<RunId, OutOfMemoryTally> outOfMemory = new HashMap<>();
  private final RemovedRuns removed = new RemovedRuns();
  private final Rejects rejects = new Rejects();
  private final Map<String, Long> unreadable = new HashMap<>();
  private @Nullable SortedMap<RunId, RunStatus> runsCopy;

  public void applyRun(RunId id, @Nullable RunStatus status) {
    RunStatus held = runs.get(id);
    boolean sameGeneration = held != null && status != null && begin(held).equals(begin(status));
    if (held != null && !sameGeneration) {
      removed.add(id, held);
      outOfMemory.remove(id);
    }
    if (status == null) {
      runs.remove(id);
      runsCopy = null;
    } else if (held == null
        || !sameGeneration
        || status.source().offsetInLog() >= held.source().offsetInLog()) {
      hold(id, status);
      if (!sameGeneration) {
        removed.onHeld(id, status);
        onGenerationChanged(id, held == null ? null : begin(held), begin(status));
      }
    }
  }

  /** Offsets of a run are comparable as long as it is read from the same beginning of its log. */
  private static String begin(RunStatus status) {
    return status.source().firstGeneration();
  }

  private void hold(RunId id, RunStatus status) {
    runs.put(id, status);
    runsCopy = null;
    OutOfMemoryTally tally = outOfMemory.getOrDefault(id, OutOfMemoryTally.NONE);
    outOfMemory.put(id, tally.after(status));
  }

  /**
   * Applies the state of one memory.
   *
   * @param arrivedMillis when the record reached the sink, for the trailing window
   * @return whether it holds a newer snapshot; the same state may be published again
   */
  public boolean applyUsage(MemoryKey key, @Nullable MemoryUsage value, long arrivedMillis) {
    if (value == null) {
      usage.remove(key);
      recentPeaks.remove(key);
      return false;
    }
    boolean newer = usage.isNewer(key, value);
    if (usage.apply(key, value, generationOf(key.run()))) {
      RecentPeaks before = recentPeaks.getOrDefault(key, RecentPeaks.NONE);
      recentPeaks.put(key, before.with(arrivedMillis, value.peaks().recentPeakBytes()));
    }
    return newer;
  }

  public void applyOps(MemoryKey key, @Nullable OpTable value) {
    if (value != null) {
      ops.apply(key, value, generationOf(key.run()));
      return;
    }
    OpTable table = ops.remove(key);
    if (table != null
        && ops.from(first(key.run()), left -> left.run().equals(key.run())).isEmpty()) {
      removed.addOverflow(table.overflow());
    }
  }

  public void applyTimeline(MemoryKey key, @Nullable MemoryTimeline value) {
    keep(timelines, key, key.run(), value);
  }

  public void applyPlan(PlanKey key, @Nullable PlanRecord value) {
    keep(plans, key, key.run(), value);
  }

  public void applyAlert(AlertKey key, @Nullable Alert value) {
    keep(alerts, key, key.run(), value);
  }

  private <K extends Comparable<K>, V> void keep(
      NewestByOffset<K, V> newest, K key, RunId run, @Nullable V value) {
    if (value == null) {
      newest.remove(key);
    } else {
      newest.apply(key, value, generationOf(run));
    }
  }

  /** Counts a rejected line of a source once; {@code null} is none. */
  public void countReject(String source, @Nullable Reject reject) {
    if (reject != null) {
      rejects.add(source, reject);
    }
  }

  /** Starts counting the unreadable records of a topic at 0. */
  public void reads(String topic) {
    unreadable.putIfAbsent(topic, 0L);
  }

  /** Counts an unreadable record; returns how many its topic has had. */
  public long countUnreadable(String topic) {
    return unreadable.merge(topic, 1L, Long::sum);
  }

  /** The number of entries of all maps, which a new board may copy. */
  public int entries() {
    return runs.size()
        + usage.size()
        + ops.size()
        + timelines.size()
        + plans.size()
        + alerts.size();
  }

  /**
   * The board once all topics were read up to the ends they had at the start. Maps without a change
   * since the last snapshot are shared with it.
   */
  public BoardSnapshot snapshot() {
    return new BoardSnapshot(board(), tallies(), true);
  }

  /** The board while topics are still read for the first time. */
  public BoardSnapshot snapshotWhileReading() {
    return new BoardSnapshot(board(), tallies(), false);
  }

  private Board board() {
    if (runsCopy == null) {
      runsCopy =
          Collections.unmodifiableSortedMap(new TreeMap<>((SortedMap<RunId, RunStatus>) runs));
    }
    return StatedLimits.joined(
        new Board(
            runsCopy,
            usage.values(),
            ops.values(),
            timelines.values(),
            plans.values(),
            alerts.values()));
  }

  private BoardSnapshot.Tallies tallies() {
    return new BoardSnapshot.Tallies(
        recentPeaks, outOfMemory, removed.sum(), rejects.sums(), rejects.newest(), unreadable);
  }

  private void onGenerationChanged(RunId run, @Nullable String before, String now) {
    MemoryKey memory = first(run);
    usage.onGenerationChanged(memory, key -> key.run().equals(run), before, now);
    ops.onGenerationChanged(memory, key -> key.run().equals(run), before, now);
    timelines.onGenerationChanged(memory, key -> key.run().equals(run), before, now);
    plans.onGenerationChanged(new PlanKey(run, "", 0), key -> key.run().equals(run), before, now);
    alerts.onGenerationChanged(
        new AlertKey(run, AlertRule.NEAR_CAPACITY, "", ""),
        key -> key.run().equals(run),
        before,
        now);
  }

  /** Not above any memory of the run. */
  private static MemoryKey first(RunId run) {
    return new MemoryKey(run, "", "");
  }

  private @Nullable String generationOf(RunId run) {
    RunStatus status = runs.get(run);
    return status == null ? null : begin(status);
  }

  private static long offsetOf(PlanRecord record) {
    return record instanceof PlanRecord.Summary summary
        ? summary.offset()
        : ((PlanRecord.Page) record).offset();
  }
}
