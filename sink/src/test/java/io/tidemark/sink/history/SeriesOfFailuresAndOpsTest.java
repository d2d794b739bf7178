package io.tidemark.sink.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.OpChange;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.sink.Made;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesOfFailuresAndOpsTest {

  private static final RunId RUN = new RunId("a.log", 1);
  private final WrittenSamples written = new WrittenSamples();
  private final RunHistory history = new RunHistory(RUN, null, written);

  private static MemoryEvent snapshot(long millis, long used) {
    MemoryView view = new MemoryView("DRAM", 2, 100, used, 100 - used, (100 - used) / 2);
    return new MemoryEvent.Snapshot(
        new LogPosition(millis, millis), "0", new Op("AddOp", null, null), null, List.of(view));
  }

  @Test
  void theNewestFailureOfAMemoryTakesThePlaceOfTheOneBefore() throws Exception {
    Shortage shortage = new Shortage(2, 80L, BankBytes.stated(40, 50, 30, 20, 5));
    history.apply(
        new MemoryEvent.OutOfMemory(
            new LogPosition(1, 1_000), "0", "DRAM", shortage, Diagnosis.FRAGMENTED, null, "A"));
    history.apply(
        new MemoryEvent.OutOfMemory(
            new LogPosition(2, 2_000), "0", "DRAM", shortage, Diagnosis.FRAGMENTED, null, "B"));
    history.end(Made.status("g", 9, 3_000L));
    assertThat(written.of("OUT_OF_MEMORY_TIME{0,fragmented,replay,tidemark,DRAM,A"))
        .containsExactly("1 @1000", "stale @2000");
    assertThat(written.of("OUT_OF_MEMORY_TIME{0,fragmented,replay,tidemark,DRAM,B"))
        .contains("2 @2000");
    assertThat(written.of("OUT_OF_MEMORY_FREE{")).contains("40 @1000");
  }

  @Test
  void aFailureInAnotherMemoryOfTheNameRaisesNoPeak() throws Exception {
    long bank = 1_000_000;
    MemoryView view = new MemoryView("DRAM", 2, 2 * bank, 100, 2 * bank - 100, null);
    history.apply(
        new MemoryEvent.Snapshot(new LogPosition(1, 1_000), "0", null, null, List.of(view)));
    for (long size : List.of(700_000L, bank)) {
      Shortage shortage = new Shortage(2, 80L, BankBytes.stated(40, size, 600_000, 20, 5));
      history.apply(
          new MemoryEvent.OutOfMemory(
              new LogPosition(2, size), "0", "DRAM", shortage, Diagnosis.FRAGMENTED, null, "A"));
    }
    history.end(Made.status("g", 9, bank));
    assertThat(written.of("RUN_PEAK{"))
        .contains("1200000 @1000000")
        .noneMatch(sample -> sample.endsWith("@700000") && sample.startsWith("1200000"));
  }

  @Test
  void anOpHasNoSeriesOfAMemoryThatItNeverSawInUse() throws Exception {
    history.apply(snapshot(1_000, 0));
    history.correct(
        new MemoryKey(RUN, "0", "DRAM"),
        new OpTable(
            List.of(new OpUsage("AddOp", 1, 0, 0, new OpChange(0, 0, 0, 0), null)),
            0,
            1,
            null,
            List.of()));
    assertThat(written.of("OP_")).isEmpty();
    history.apply(snapshot(2_000, 10));
    history.end(Made.status("g", 9, 3_000L));
    assertThat(written.of("OP_USED{")).contains("10 @2000");
  }
}
