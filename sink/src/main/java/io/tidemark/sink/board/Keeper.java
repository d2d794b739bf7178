package io.tidemark.sink.board;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.Reject;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes records in the order they are read and keeps the newest of each key; {@code null} removes.
 * Confined to one thread; what leaves it by {@link #moment} is immutable.
 */
public final class Keeper {

  private final TreeMap<RunId, RunStatus> runs = new TreeMap<>();
  private final NewestByOffset<MemoryKey, MemoryUsage> usage =
      new NewestByOffset<>(MemoryUsage::offset);
  private final NewestByOffset<MemoryKey, OpTable> ops = new NewestByOffset<>(OpTable::offset);
  private final NewestByOffset<MemoryKey, MemoryTimeline> timelines =
      new NewestByOffset<>(MemoryTimeline::offset);
  private final NewestByOffset<PlanKey, PlanRecord> plans = new NewestByOffset<>(Keeper::offsetOf);
  private final NewestByOffset<AlertKey, Alert> alerts = new NewestByOffset<>(Alert::offset);
  private final Map<MemoryKey, RecentPeaks> recentPeaks = new HashMap<>();
  private final Map<RunId, OutOfMemoryTally> outOfMemory = new HashMap<>();
  private final RejectTally rejects = new RejectTally();
  private final Map<String, Long> unreadable = new HashMap<>();
  private final SortedMap<String, ParkedSource> parked = new TreeMap<>();
  private Totals gone = Totals.NONE;
  private Totals reached = Totals.NONE;
  private @Nullable SortedMap<RunId, RunStatus> runsCopy;

  public void run(RunId id, @Nullable RunStatus status) {
    RunStatus held = runs.get(id);
    boolean sameLife =
        held != null && status != null && held.generation().equals(status.generation());
    if (held != null && !sameLife) {
      gone = gone.plus(held);
      outOfMemory.remove(id);
    }
    if (status == null) {
      runs.remove(id);
      runsCopy = null;
    } else if (held == null || !sameLife || status.nextOffset() >= held.nextOffset()) {
      hold(id, status);
      if (!sameLife) {
        turn(id, held == null ? null : held.generation(), status.generation());
      }
    }
  }

  /**
   * A run was published too early: it comes again as it was before, or not at all. The totals stay
   * where they are until they are reached again, since a counter never falls.
   */
  public void rollBackRun(RunId id) {
    reached = moment(false).totals();
    runs.remove(id);
    runsCopy = null;
  }

  private void hold(RunId id, RunStatus status) {
    runs.put(id, status);
    runsCopy = null;
    OutOfMemoryTally tally = outOfMemory.getOrDefault(id, OutOfMemoryTally.NONE);
    outOfMemory.put(id, tally.after(status));
  }

  /**
   * Where a memory stands.
   *
   * @param arrivedMillis when the record reached the sink, for the trailing window
   * @return whether it tells of a newer snapshot; a state may be told again
   */
  public boolean usage(MemoryKey key, @Nullable MemoryUsage value, long arrivedMillis) {
    if (value == null) {
      usage.remove(key);
      recentPeaks.remove(key);
      return false;
    }
    boolean newer = usage.passes(key, value);
    if (usage.accept(key, value, generationOf(key.run()))) {
      RecentPeaks before = recentPeaks.getOrDefault(key, RecentPeaks.NONE);
      recentPeaks.put(key, before.with(arrivedMillis, value.recentPeakBytes()));
    }
    return newer;
  }

  public void ops(MemoryKey key, @Nullable OpTable value) {
    if (value != null) {
      ops.accept(key, value, generationOf(key.run()));
      return;
    }
    OpTable removed = ops.remove(key);
    boolean last = ops.values().keySet().stream().noneMatch(left -> left.run().equals(key.run()));
    if (removed != null && last) {
      gone = gone.plusOverflow(removed.overflow());
    }
  }

  /** An op table was published too early; see {@link #rollBackRun}. */
  public void rollBackOps(MemoryKey key) {
    reached = moment(false).totals();
    ops.remove(key);
  }

  public void timeline(MemoryKey key, @Nullable MemoryTimeline value) {
    keep(timelines, key, key.run(), value);
  }

  public void plan(PlanKey key, @Nullable PlanRecord value) {
    keep(plans, key, key.run(), value);
  }

  public void alert(AlertKey key, @Nullable Alert value) {
    keep(alerts, key, key.run(), value);
  }

  private <K extends Comparable<K>, V> void keep(
      NewestByOffset<K, V> newest, K key, RunId run, @Nullable V value) {
    if (value == null) {
      newest.remove(key);
    } else {
      newest.accept(key, value, generationOf(run));
    }
  }

  /** A source whose analysis failed; {@code null} when it goes on. */
  public void parked(String source, @Nullable ParkedSource why) {
    if (why == null) {
      parked.remove(source);
    } else {
      parked.put(source, why);
    }
  }

  /** A line that broke; {@code null} is none. */
  public void reject(@Nullable Reject reject) {
    if (reject != null) {
      rejects.add(reject);
    }
  }

  /** A record of this topic could not be read; answers how many there were. */
  public long unreadable(String topic) {
    return unreadable.merge(topic, 1L, Long::sum);
  }

  /** What is known now. Maps that did not change since the last moment are shared with it. */
  public Moment moment(boolean ready) {
    if (runsCopy == null) {
      runsCopy =
          Collections.unmodifiableSortedMap(new TreeMap<>((SortedMap<RunId, RunStatus>) runs));
    }
    return new Moment(
        runsCopy,
        usage.values(),
        ops.values(),
        timelines.values(),
        plans.values(),
        alerts.values(),
        new Tallies(parked, recentPeaks, outOfMemory, gone, reached, rejects.sums(), unreadable),
        ready);
  }

  private void turn(RunId run, @Nullable String before, String now) {
    turn(usage, run, before, now, MemoryKey::run);
    turn(ops, run, before, now, MemoryKey::run);
    turn(timelines, run, before, now, MemoryKey::run);
    turn(plans, run, before, now, PlanKey::run);
    turn(alerts, run, before, now, AlertKey::run);
  }

  private static <K extends Comparable<K>> void turn(
      NewestByOffset<K, ?> newest,
      RunId run,
      @Nullable String before,
      String now,
      Function<K, RunId> runOf) {
    for (K key : List.copyOf(newest.values().keySet())) {
      if (runOf.apply(key).equals(run)) {
        newest.turn(key, before, now);
      }
    }
  }

  private @Nullable String generationOf(RunId run) {
    RunStatus status = runs.get(run);
    return status == null ? null : status.generation();
  }

  private static long offsetOf(PlanRecord record) {
    return record instanceof PlanRecord.Summary summary
        ? summary.offset()
        : ((PlanRecord.Page) record).offset();
  }
}
