package io.tidemark.sink.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunHistoryTest {

  private static final RunId RUN = new RunId("a.log", 1);
  private final WrittenSamples written = new WrittenSamples();
  private final RunHistory history = new RunHistory(RUN, null, written);

  private void snapshot(long millis, String op, long used) throws IOException {
    history.apply(
        new MemoryEvent.Snapshot(
            new LogPosition(millis, millis),
            "0",
            new Op(op, null, null),
            null,
            List.of(new MemoryView("DRAM", 2, 100, used, 100 - used, (100 - used) / 2))));
  }

  private void end(long millis) throws IOException {
    history.end(
        new RunStatus(
            new RunSource("g", 9, null),
            new ReadLines(List.of("tenstorrent"), new RunStatus.Lines(1, 0, 0, 0, 0), 0, 0),
            new RunTracking(1, true, null),
            RunFailures.NONE,
            null,
            new RunTime(500, millis)));
  }

  @Test
  void everySnapshotIsASampleAndTheEndIsMarked() throws Exception {
    snapshot(1_000, "Add", 10);
    snapshot(1_005, "Mul", 10);
    snapshot(1_010, "Add", 4);
    end(2_000);
    assertThat(written.of("USED"))
        .containsExactly("10 @1000", "10 @1005", "4 @1010", "stale @2000");
    assertThat(written.of("FREE"))
        .containsExactly("90 @1000", "90 @1005", "96 @1010", "stale @2000");
    assertThat(written.of("OP_USED{0,replay,tidemark,DRAM,Add"))
        .containsExactly("10 @1000", "4 @1010", "stale @2000");
    assertThat(written.of("RUN_PEAK{")).containsExactly("10 @1000", "10 @2000");
    assertThat(written.of("CAPACITY")).containsExactly("100 @1000", "100 @2000");
    assertThat(written.of("RUN_START")).containsExactly("0.5 @500", "0.5 @2000");
    assertThat(written.of("RUN_END")).containsExactly("2 @2000");
    assertThat(written.of("RUN{tenstorrent,replay,tidemark,replay,a.log#1,a.log"))
        .containsExactly("1 @500", "1 @2000");
  }

  @Test
  void aWindowPeakStandsFifteenSecondsAndFallsToWhatCameAfterIt() throws Exception {
    snapshot(1_000, "Add", 90);
    snapshot(6_000, "Mul", 40);
    snapshot(7_000, "Add", 10);
    snapshot(30_000, "Add", 20);
    end(60_000);

    assertThat(written.of("WINDOW_PEAK"))
        .containsExactly(
            "90 @1000",
            "90 @6000",
            "90 @7000",
            "40 @16001",
            "10 @21001",
            "20 @30000",
            "stale @60000");
  }

  @Test
  void fragmentationIsWrittenWithEverySnapshot() throws Exception {
    history.apply(
        new MemoryEvent.Snapshot(
            new LogPosition(1, 1_000),
            "0",
            null,
            null,
            List.of(new MemoryView("L1", 2, 100, 60, 40, 10L))));
    history.apply(
        new MemoryEvent.Snapshot(
            new LogPosition(2, 1_010),
            "0",
            null,
            null,
            List.of(new MemoryView("L1", 2, 100, 100, 0, 0L))));
    end(2_000);

    assertThat(written.of("FRAGMENTATION")).containsExactly("0.75 @1000", "0 @1010", "stale @2000");
    assertThat(written.of("LARGEST_FREE")).containsExactly("10 @1000", "0 @1010", "stale @2000");
  }

  @Test
  void ofOneMillisecondTheHighestUseIsKept() throws Exception {
    snapshot(1_000, "Add", 10);
    snapshot(1_000, "Add", 90);
    snapshot(1_000, "Add", 20);
    end(1_000);
    assertThat(written.of("USED")).containsExactly("90 @1000", "stale @1001");
    assertThat(written.of("FREE")).containsExactly("10 @1000", "stale @1001");
  }

  @Test
  void aLongValueIsRepeatedBeforePrometheusForgetsIt() throws Exception {
    snapshot(0, "Add", 10);
    snapshot(600_000, "Add", 20);
    end(600_001);
    assertThat(written.of("USED"))
        .containsExactly("10 @0", "10 @240000", "10 @480000", "20 @600000", "stale @600001");
  }

  @Test
  void aSilenceOfYearsFillsNoDisk() throws Exception {
    snapshot(0, "Add", 10);
    snapshot(100_000_000_000L, "Add", 20);
    end(100_000_000_001L);
    assertThat(written.of("USED")).hasSize(1 + 360 + 2);
  }

  @Test
  void anErrorLineRaisesThePeakAndCounts() throws Exception {
    snapshot(1_000, "Add", 10);
    history.apply(
        new MemoryEvent.OutOfMemory(
            new LogPosition(2, 1_200),
            "0",
            "DRAM",
            new Shortage(2, 80L, BankBytes.stated(40, 50, 30, 20, 5)),
            Diagnosis.FRAGMENTED,
            null,
            null));
    snapshot(1_300, "Add", 12);
    end(2_000);
    assertThat(written.of("RUN_PEAK{")).containsExactly("10 @1000", "60 @1200", "60 @2000");
    assertThat(written.of("OUT_OF_MEMORY{0,fragmented")).containsExactly("1 @1200", "1 @2000");
  }

  @Test
  void anAlertThatEndsAsItBeginsIsSeen() throws Exception {
    AlertKey key = new AlertKey(RUN, AlertRule.OUT_OF_MEMORY, "0", "DRAM");
    history.apply(key, new Alert(1_000, 1_000, null, 1, "x", 1, 1));
    history.apply(key, new Alert(1_000, 1_000, 1_000L, 1, "x", 1, 1));
    end(2_000);
    assertThat(written.of("ALERT{")).containsExactly("1 @1000", "0 @1001", "0 @2000");
    assertThat(written.of("ALERT_SINCE{")).containsExactly("1 @1000", "stale @1001");
  }

  @Test
  void namesWithoutEndShareOneSeries() throws Exception {
    for (int op = 0; op < 1_000; op++) {
      snapshot(op, "Op" + op, 10);
    }
    end(2_000);
    assertThat(written.of("OP_USED").stream().filter("stale @2000"::equals)).hasSize(201);
    assertThat(written.of("OP_USED{0,replay,tidemark,DRAM,__other__")).hasSize(801);
  }
}
