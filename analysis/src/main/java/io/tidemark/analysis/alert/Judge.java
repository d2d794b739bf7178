package io.tidemark.analysis.alert;

import static io.tidemark.model.alert.AlertRule.ALLOCATION_REFUSED;
import static io.tidemark.model.alert.AlertRule.CRITICAL;
import static io.tidemark.model.alert.AlertRule.FILLING_UP;
import static io.tidemark.model.alert.AlertRule.FRAGMENTED;
import static io.tidemark.model.alert.AlertRule.GROWING;
import static io.tidemark.model.alert.AlertRule.KILLED;
import static io.tidemark.model.alert.AlertRule.NEAR_CAPACITY;
import static io.tidemark.model.alert.AlertRule.OUT_OF_MEMORY;
import static io.tidemark.model.alert.AlertRule.OVER_LAST_RUN;
import static io.tidemark.model.alert.AlertRule.WILL_NOT_FIT;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.Leak;
import io.tidemark.model.memory.OverLastRun;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.Killed;
import io.tidemark.model.training.Training;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The alerts of one run, in event time. It checks every snapshot, so no spike is missed. It uses no
 * clock, so reading a log again gives the same alerts. A condition holds until {@link
 * Thresholds#windowMillis} after the last line that met it. Decisions: docs/decisions/plans.md.
 */
public final class Judge {

  /** Share of the capacity below which no trend is kept. */
  private static final double TREND_FROM = 0.5;

  private final Thresholds thresholds;
  private final Episodes episodes;
  private final Map<String, Map<String, Trend>> trends;
  private final Fit fit;
  private boolean turned;

  record Memory(String device, String name) {}

  /**
   * What is stored of it.
   *
   * @param trends by device and memory
   */
  public record State(Episodes episodes, Map<String, Map<String, Trend>> trends, Fit fit) {}

  public Judge(Thresholds thresholds) {
    this(thresholds, new State(new Episodes(), new TreeMap<>(), new Fit()));
  }

  public Judge(Thresholds thresholds, State state) {
    this.thresholds = thresholds;
    episodes = state.episodes();
    trends = state.trends();
    fit = state.fit();
  }

  public State state() {
    return new State(episodes, trends, fit);
  }

  /** A memory of a snapshot with its alerts that ever began. */
  private record Look(
      MemoryEvent.Snapshot snapshot,
      MemoryView view,
      LogPosition at,
      Memory memory,
      Map<AlertRule, Episode> known) {}

  private Look look(MemoryEvent.Snapshot snapshot, MemoryView view, LogPosition at) {
    Memory memory = new Memory(snapshot.device(), view.memory());
    return new Look(snapshot, view, at, memory, episodes.known(memory));
  }

  public void apply(MemoryEvent event) {
    LogPosition at = new LogPosition(event.offset(), event.timeMillis());
    if (event instanceof MemoryEvent.Snapshot snapshot) {
      for (MemoryView view : snapshot.memories()) {
        if (view.capacityBytes() > 0) {
          Look look = look(snapshot, view, at);
          full(look);
          fillingUp(look);
        }
      }
    } else if (event instanceof MemoryEvent.Failure failure) {
      failed(failure, at);
    }
  }

  private void failed(MemoryEvent.Failure failure, LogPosition at) {
    Memory memory = new Memory(failure.device(), failure.memory());
    AlertRule rule = ALLOCATION_REFUSED;
    if (failure instanceof MemoryEvent.OutOfMemory) {
      rule = OUT_OF_MEMORY;
      Episode refused = episodes.known(memory).get(ALLOCATION_REFUSED);
      turned |= refused != null && refused.end(at);
    }
    // The offset is the severity, so that the newest failure gives the sentence.
    show(memory, rule, at, (double) at.offset(), () -> Sentences.failure(failure));
  }

  /**
   * Records that the run survived what had counted as a failure.
   *
   * @param all whether no other failure of the memory is left
   */
  public void survived(MemoryEvent.AllocationRefused refused, boolean all) {
    Memory memory = new Memory(refused.device(), refused.memory());
    Episode failed = episodes.known(memory).get(OUT_OF_MEMORY);
    turned |= all && failed != null && failed.withdraw();
    failed(refused, refused.at());
  }

  /** Records the kill that ended the run; {@code null} if the run goes on after all. */
  public void killed(@Nullable Killed kill) {
    Memory none = new Memory("", "");
    if (kill != null) {
      // A later line of the same end adds to the sentence.
      long stated =
          Stream.of(kill.by(), kill.process(), kill.pid(), kill.residentBytes(), kill.time())
              .filter(Objects::nonNull)
              .count();
      show(none, KILLED, kill.at(), (double) stated, kill::sentence);
      return;
    }
    Episode episode = episodes.known(none).get(KILLED);
    turned |= episode != null && episode.withdraw();
  }

  private void full(Look look) {
    MemoryView view = look.view();
    double used = view.usedRatio();
    boolean near = used > thresholds.nearCapacity();
    boolean critical = used > thresholds.critical();
    boolean fragmented =
        used > thresholds.fragmented().from() && Sentences.fragmented(view, thresholds);
    if (near || critical || fragmented || !look.known().isEmpty()) {
      Supplier<String> words = () -> Sentences.full(look.snapshot(), view, thresholds);
      judge(look, NEAR_CAPACITY, near, used, words);
      judge(look, CRITICAL, critical, used, words);
      judge(look, FRAGMENTED, fragmented, view.fragmentation(), words);
    }
  }

  private void fillingUp(Look look) {
    MemoryView view = look.view();
    double used = view.usedRatio();
    if (used < TREND_FROM) {
      Map<String, Trend> known = trends.get(look.memory().device());
      if (known != null) {
        known.remove(look.memory().name());
      }
      judge(look, FILLING_UP, false, 0, String::new);
      return;
    }
    Trend trend =
        trends
            .computeIfAbsent(look.memory().device(), unknown -> new TreeMap<>())
            .computeIfAbsent(look.memory().name(), unknown -> new Trend());
    trend.apply(look.at().timeMillis(), view.usedBytes());
    double slope = trend.bytesPerMilli();
    double millis = slope <= 0 ? Double.POSITIVE_INFINITY : leftBytes(view) / slope;
    boolean soon =
        used > thresholds.fillingUp().from() && millis <= thresholds.fillingUp().withinMillis();
    judge(
        look,
        FILLING_UP,
        soon,
        -millis,
        () -> Sentences.fillingUp(look.snapshot(), view, slope, millis));
  }

  private static double leftBytes(MemoryView view) {
    return Math.max(0, view.capacityBytes() - view.usedBytes());
  }

  /** Checks the growth of a memory of the newest snapshot after a submission or a step. */
  public void growing(MemoryEvent.Snapshot snapshot, MemoryView view, SubmissionUse use) {
    Leak leak = view.capacityBytes() > 0 ? use.leak() : null;
    LogPosition at = new LogPosition(snapshot.offset(), snapshot.timeMillis());
    judge(
        look(snapshot, view, at),
        GROWING,
        leak != null,
        leak == null ? 0 : (double) (leak.toBytes() - leak.fromBytes()),
        () -> leak == null ? "" : Sentences.growing(snapshot, view, use, leak));
  }

  /** Checks a memory of the newest snapshot against the last run. */
  public void compare(MemoryEvent.Snapshot snapshot, MemoryView view, @Nullable OverLastRun over) {
    Double most = thresholds.overLastRun();
    if (most != null) {
      double more = over == null ? 0 : over.ratio();
      LogPosition at = new LogPosition(snapshot.offset(), snapshot.timeMillis());
      judge(
          look(snapshot, view, at),
          OVER_LAST_RUN,
          over != null && more > most,
          more,
          () -> Sentences.overLastRun(snapshot, view, over));
    }
  }

  private void judge(
      Look look, AlertRule rule, boolean shown, double badness, Supplier<String> words) {
    if (shown) {
      show(look.memory(), rule, look.at(), badness, words);
      return;
    }
    Episode episode = look.known().get(rule);
    if (episode != null) {
      turned |= episode.unshown(look.at(), thresholds.windowMillis());
    }
  }

  private void show(
      Memory memory, AlertRule rule, LogPosition at, double badness, Supplier<String> words) {
    turned |= episodes.of(memory, rule).shown(at, badness, words);
  }

  /** Checks changed plans of a run and its training; the same records may come again. */
  public void apply(Map<PlanKey, PlanRecord> plans, @Nullable Training training) {
    Map<PlanRecord.Summary, String> summaries = new HashMap<>();
    plans.forEach(
        (key, record) -> {
          if (record instanceof PlanRecord.Summary plan) {
            summaries.put(plan, key.plan());
          }
        });
    // Sorted by log order, since an alert's offset must not decrease.
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

  /** Returns whether an alert began or ended since the last call. */
  public boolean drainTurned() {
    boolean answer = turned;
    turned = false;
    return answer;
  }

  public void end(LogPosition at) {
    fit.searched().ifPresent(this::showExcess);
    turned |= episodes.end(at);
  }

  /** Keys of every alert that ever began. */
  public Set<AlertKey> keys(RunId run) {
    return episodes.keys(run);
  }

  /** Passes the alerts that changed since the last call. */
  public void publish(RunId run, Map<AlertKey, Alert> alerts) {
    episodes.publish(run, alerts);
  }
}
