package io.tidemark.analysis.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.Leak;
import io.tidemark.model.memory.SubmissionUse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Start and end of alerts in event time. */
class JudgeTest {

  private static final RunId RUN = new RunId("log", 1);
  private static final long GIB = 1L << 30;
  private static final long SECOND = 1000;

  private final Map<AlertRule, Alert> alerts = new TreeMap<>();
  private Judge judge = new Judge(Thresholds.DEFAULT);
  private long offset;

  private void use(long timeMillis, long percent) {
    use(timeMillis, percent, 100 - percent);
  }

  /** Applies a snapshot of a memory of 100 GiB. */
  private void use(long timeMillis, long used, long largestFree) {
    MemoryView view =
        new MemoryView("DRAM", 1, 100 * GIB, used * GIB, (100 - used) * GIB, largestFree * GIB);
    judge.apply(
        new MemoryEvent.Snapshot(
            new LogPosition(offset++, timeMillis),
            "0",
            new Op("AddOp", null, null),
            null,
            List.of(view)));
    publish();
  }

  private void publish() {
    Map<AlertKey, Alert> changed = new TreeMap<>((a, b) -> a.rule().compareTo(b.rule()));
    judge.publish(RUN, changed);
    changed.forEach((key, alert) -> alerts.put(key.rule(), alert));
  }

  private void restart() {
    byte[] stored = StateFormat.write(judge.state());
    judge = new Judge(Thresholds.DEFAULT, StateFormat.read(stored, Judge.State.class));
  }

  @Test
  void aSpikeOfOneSnapshotHoldsForTheWindowAndNoLonger() {
    use(0, 50);
    use(1 * SECOND, 91);
    use(2 * SECOND, 50);
    use(16 * SECOND, 50);
    assertThat(alerts.keySet()).containsExactly(AlertRule.NEAR_CAPACITY);
    assertThat(alerts.get(AlertRule.NEAR_CAPACITY).active()).isTrue();
    restart();
    use(16 * SECOND + 1, 50);
    Alert over = alerts.get(AlertRule.NEAR_CAPACITY);
    assertThat(over.startMillis()).isEqualTo(1 * SECOND);
    assertThat(over.lastMillis()).isEqualTo(1 * SECOND);
    assertThat(over.endMillis()).isEqualTo(16 * SECOND);
    assertThat(over.times()).isEqualTo(1);
  }

  @Test
  void atTheThresholdNothingFires() {
    use(0, 90);
    assertThat(alerts).isEmpty();
    use(1, 97);
    assertThat(alerts).containsOnlyKeys(AlertRule.NEAR_CAPACITY);
    use(2, 98);
    assertThat(alerts).containsOnlyKeys(AlertRule.NEAR_CAPACITY, AlertRule.CRITICAL);
  }

  @Test
  void theSentenceIsOfTheWorstAndOfTheNewEpisodeAlone() {
    use(0, 95);
    use(1, 92);
    assertThat(alerts.get(AlertRule.NEAR_CAPACITY).sentence())
        .isEqualTo(
            "DRAM 95.0 % of 100.00 GiB before AddOp; 5.00 GiB are free, the largest block 5.00 GiB");
    use(60 * SECOND, 10);
    use(61 * SECOND, 91);
    Alert again = alerts.get(AlertRule.NEAR_CAPACITY);
    assertThat(again.active()).isTrue();
    assertThat(again.times()).isEqualTo(2);
    assertThat(again.startMillis()).isEqualTo(61 * SECOND);
    assertThat(again.sentence()).startsWith("DRAM 91.0 %");
  }

  @Test
  void fragmentsMatterOnlyWhereMuchIsUsed() {
    use(0, 70, 10);
    assertThat(alerts).isEmpty();
    use(1, 71, 15);
    assertThat(alerts).isEmpty();
    use(2, 71, 14);
    assertThat(alerts).containsOnlyKeys(AlertRule.FRAGMENTED);
    assertThat(alerts.get(AlertRule.FRAGMENTED).sentence()).endsWith(": fragmented");
  }

  @Test
  void aSteadyRiseIsForetoldAndBurstsAreNot() {
    // The peak rises by 2 % per span of ten seconds: from 70 % on it is full within 2.5 minutes.
    for (long span = 0; span < 6; span++) {
      use(span * 10 * SECOND, 62 + 2 * span);
      use(span * 10 * SECOND + 5 * SECOND, 55);
    }
    assertThat(alerts).containsOnlyKeys(AlertRule.FILLING_UP);
    assertThat(alerts.get(AlertRule.FILLING_UP).sentence())
        .isEqualTo(
            "DRAM 72.0 % of 100.00 GiB and rising by 12.00 GiB a minute: full in 2.3" + " min");
  }

  /** Checks a submission of a memory of 100 GiB that grew by 5 GiB each, or not. */
  private void submitted(long timeMillis, @Nullable Leak leak) {
    MemoryView view = new MemoryView("DRAM", 1, 100 * GIB, 60 * GIB, 40 * GIB, 40 * GIB);
    judge.growing(
        new MemoryEvent.Snapshot(
            new LogPosition(offset++, timeMillis), "0", null, null, List.of(view)),
        view,
        new SubmissionUse(null, null, null, leak, null, false, null));
    publish();
  }

  @Test
  void growthIsAWarningUntilItStands() {
    submitted(0, null);
    assertThat(alerts).isEmpty();
    submitted(1 * SECOND, new Leak(5 * GIB, 8, 8, 20 * GIB, 60 * GIB));
    assertThat(alerts).containsOnlyKeys(AlertRule.GROWING);
    assertThat(alerts.get(AlertRule.GROWING).sentence())
        .isEqualTo(
            "DRAM 60.0 % of 100.00 GiB and growing: +5.00 GiB each submission, 8 of 8; full after 8"
                + " more");
    restart();
    submitted(17 * SECOND, null);
    assertThat(alerts.get(AlertRule.GROWING).active()).isFalse();
  }

  @Test
  void aBurstIsNoTrend() {
    for (long span = 0; span < 12; span++) {
      use(span * 10 * SECOND, span == 7 || span == 8 ? 85 : 62);
      restart();
    }
    assertThat(alerts).isEmpty();
  }

  @Test
  void theEndOfTheRunEndsThemAll() {
    use(0, 99);
    assertThat(judge.drainTurned()).isTrue();
    assertThat(judge.drainTurned()).isFalse();
    judge.end(new LogPosition(offset, 5 * SECOND));
    publish();
    assertThat(alerts.values()).hasSize(2).allMatch(alert -> !alert.active());
    assertThat(judge.drainTurned()).isTrue();
  }

  @Test
  void aMemoryWithoutACapacityFiresNothing() {
    MemoryView trace = new MemoryView("TRACE", 1, 0, 10, 0, 0L);
    judge.apply(new MemoryEvent.Snapshot(new LogPosition(0, 0), "0", null, null, List.of(trace)));
    publish();
    assertThat(alerts).isEmpty();
  }
}
