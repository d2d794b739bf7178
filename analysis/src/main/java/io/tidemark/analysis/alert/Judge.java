package io.tidemark.analysis.alert;

import static io.tidemark.model.AlertRule.CRITICAL;
import static io.tidemark.model.AlertRule.FILLING_UP;
import static io.tidemark.model.AlertRule.FRAGMENTED;
import static io.tidemark.model.AlertRule.NEAR_CAPACITY;
import static io.tidemark.model.AlertRule.OUT_OF_MEMORY;
import static io.tidemark.model.AlertRule.OVER_LAST_RUN;
import static io.tidemark.model.AlertRule.WILL_NOT_FIT;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryView;
import io.tidemark.model.OverLastRun;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.Training;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The alerts of one run, in event time: it sees every snapshot, so no spike is missed, and asks no
 * clock, so a log read again alerts the same. A condition holds until {@link
 * Thresholds#windowMillis} after the last line that showed it.
 */
public final class Judge {

  /** Below this share of the capacity no trend is kept. */
  private static final double TREND_FROM = 0.5;

  private final Thresholds thresholds;
  private final Episodes episodes = new Episodes();
  private final Map<Memory, Trend> trends = new TreeMap<>();
  private final Fit fit = new Fit();
  private boolean turned;

  /** One memory of a device. */
  record Memory(String device, String name) implements Comparable<Memory> {
    private static final Comparator<Memory> ORDER =
        Comparator.comparing(Memory::device).thenComparing(Memory::name);

    @Override
    public int compareTo(Memory other) {
      return ORDER.compare(this, other);
    }
  }

  public Judge(Thresholds thresholds) {
    this.thresholds = thresholds;
  }

  /** Applies the run's next event. */
  public void apply(MemoryEvent event) {
    LogPosition at = new LogPosition(event.offset(), event.timeMillis());
    if (event instanceof MemoryEvent.Snapshot snapshot) {
      for (MemoryView view : snapshot.memories()) {
        if (view.capacityBytes() > 0) {
          Memory memory = new Memory(snapshot.device(), view.memory());
          full(memory, snapshot, view, at);
          fillingUp(memory, snapshot, view, at);
        }
      }
    } else if (event instanceof MemoryEvent.OutOfMemory failure) {
      Memory memory = new Memory(failure.device(), failure.memory());
      // The newest says how it stands.
      show(memory, OUT_OF_MEMORY, at, (double) at.offset(), () -> Sentences.outOfMemory(failure));
    }
  }

  private void full(Memory memory, MemoryEvent.Snapshot snapshot, MemoryView view, LogPosition at) {
    double used = view.usedRatio();
    Supplier<String> words = () -> Sentences.full(snapshot, view, thresholds);
    judge(memory, NEAR_CAPACITY, used > thresholds.nearCapacity(), at, used, words);
    judge(memory, CRITICAL, used > thresholds.critical(), at, used, words);
    boolean fragmented =
        used > thresholds.fragmented().from() && Sentences.fragmented(view, thresholds);
    judge(memory, FRAGMENTED, fragmented, at, view.fragmentation(), words);
  }

  private void fillingUp(
      Memory memory, MemoryEvent.Snapshot snapshot, MemoryView view, LogPosition at) {
    if (view.usedRatio() < TREND_FROM) {
      trends.remove(memory);
      judge(memory, FILLING_UP, false, at, 0, String::new);
      return;
    }
    Trend trend = trends.computeIfAbsent(memory, unknown -> new Trend());
    trend.apply(at.timeMillis(), view.usedBytes());
    double slope = trend.bytesPerMilli();
    double millis = slope <= 0 ? Double.POSITIVE_INFINITY : leftBytes(view) / slope;
    boolean soon =
        view.usedRatio() > thresholds.fillingUp().from()
            && millis <= thresholds.fillingUp().withinMillis();
    judge(
        memory,
        FILLING_UP,
        soon,
        at,
        -millis,
        () -> Sentences.fillingUp(snapshot, view, slope, millis));
  }

  private static double leftBytes(MemoryView view) {
    return Math.max(0, view.capacityBytes() - view.usedBytes());
  }

  /** Whether anybody wants to know of a run that uses more than the one before. */
  public boolean comparesRuns() {
    return thresholds.overLastRun() != null;
  }

  /** Applies how a memory of the newest snapshot compares with the run before. */
  public void compare(MemoryEvent.Snapshot snapshot, MemoryView view, @Nullable OverLastRun over) {
    Double most = thresholds.overLastRun();
    if (most != null) {
      double more = over == null ? 0 : over.ratio();
      LogPosition at = new LogPosition(snapshot.offset(), snapshot.timeMillis());
      Memory memory = new Memory(snapshot.device(), view.memory());
      judge(
          memory,
          OVER_LAST_RUN,
          over != null && more > most,
          at,
          more,
          () -> Sentences.overLastRun(snapshot, view, over));
    }
  }

  private void judge(
      Memory memory,
      AlertRule rule,
      boolean shown,
      LogPosition at,
      double badness,
      Supplier<String> words) {
    if (shown) {
      show(memory, rule, at, badness, words);
      return;
    }
    Episode episode = episodes.known(memory, rule);
    if (episode != null) {
      turned |= episode.unshown(at, thresholds.windowMillis());
    }
  }

  private void show(
      Memory memory, AlertRule rule, LogPosition at, double badness, Supplier<String> words) {
    turned |= episodes.of(memory, rule).shown(at, badness, words);
  }

  /** Takes what changed of a run's plans and of its training; the same may come again. */
  public void apply(Map<PlanKey, PlanRecord> plans, @Nullable Training training) {
    Map<PlanRecord.Summary, String> summaries = new HashMap<>();
    plans.forEach(
        (key, record) -> {
          if (record instanceof PlanRecord.Summary plan) {
            summaries.put(plan, key.plan());
          }
        });
    // In the log's order, however they came: an alert's offset must not fall.
    summaries.entrySet().stream()
        .sorted(Comparator.comparing(plan -> plan.getKey().offset()))
        .forEach(plan -> fit.plan(plan.getValue(), plan.getKey()).ifPresent(this::showExcess));
    if (training != null) {
      Fit.training(training).ifPresent(this::showExcess);
    }
  }

  private void showExcess(Fit.Excess excess) {
    show(excess.memory(), WILL_NOT_FIT, excess.at(), (double) excess.needBytes(), excess::sentence);
  }

  /** Whether an alert began or ended since this was last asked. */
  public boolean drainTurned() {
    boolean answer = turned;
    turned = false;
    return answer;
  }

  /** The run is over, and with it whatever is active. */
  public void end(LogPosition at) {
    fit.searched().ifPresent(this::showExcess);
    turned |= episodes.end(at);
  }

  /** Every alert that ever began. */
  public Set<AlertKey> keys(RunId run) {
    return episodes.keys(run);
  }

  /** Hands over what changed since it was last asked for. */
  public void publish(RunId run, Map<AlertKey, Alert> alerts) {
    episodes.publish(run, alerts);
  }

  public void write(PartWriter out) {
    episodes.write(out);
    out.number(trends.size());
    trends.forEach(
        (memory, trend) -> {
          out.text(memory.device()).text(memory.name());
          trend.write(out);
        });
    fit.write(out);
  }

  public static Judge read(PartReader in, Thresholds thresholds) {
    Judge judge = new Judge(thresholds);
    judge.episodes.read(in);
    for (int left = in.count(); left > 0; left--) {
      Memory memory = new Memory(in.word(), in.word());
      judge.trends.put(memory, Trend.read(in));
    }
    judge.fit.read(in);
    return judge;
  }
}
