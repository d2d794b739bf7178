package io.tidemark.sink.history;

import static io.tidemark.sink.Made.DRAM;
import static io.tidemark.sink.Made.MIB;
import static io.tidemark.sink.Made.RUN;
import static io.tidemark.sink.Made.op;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.MemoryPeaks;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.sink.Made;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ops at the peak over time: rank 1 is the op of the peak at that moment. */
class PeakOpHistoryTest {

  private final WrittenSamples written = new WrittenSamples();
  private final RunHistory history = new RunHistory(RUN, null, written);

  /**
   * The use of the memory after a slice.
   *
   * @param millis of the newest snapshot
   * @param peakMillis of the highest use, which {@code op} raised
   */
  private void use(long millis, String op, long peakMillis) throws IOException {
    Peak peak =
        new Peak(
            900 * MIB,
            new Culprit(op, null, null, null),
            peakMillis > millis,
            new LogPosition(peakMillis, peakMillis));
    MemoryView now = new MemoryView("DRAM", 2, 1024 * MIB, 800 * MIB, 224 * MIB, 100 * MIB);
    history.correct(
        DRAM,
        new MemoryUsage(
            now,
            1,
            new MemoryPeaks(peak, peak, 900 * MIB, 0, null),
            null,
            new SubmissionUse(0L, null, null),
            null,
            new LogPosition(millis, millis)));
  }

  /** The op table after the slice; each op raised use. */
  private void ops(String... names) throws IOException {
    history.correct(
        DRAM,
        Made.ops(
            1, Arrays.stream(names).map(name -> op(name, 1, 900, 10)).toArray(OpUsage[]::new)));
  }

  private List<String> first(String op) {
    return written.of("PEAK_OP{0,replay,tidemark,DRAM," + op + ",1,");
  }

  @Test
  void aFailedAllocationWithoutANewOpTableStillNamesItsOp() throws Exception {
    use(1_000, "Layout", 1_000);
    ops("Layout", "Concat");

    use(1_000, "Concat", 1_500);
    history.end(Made.status("g", 9, 2_000L));

    assertThat(first("Concat")).containsExactly("1 @1500", "1 @2000");
    assertThat(first("Layout")).containsExactly("1 @1000", "stale @1500");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theOpOfAFailureHasTheTimeOfTheFailure(boolean nextSlice) throws Exception {
    use(1_000, "Layout", 1_000);
    ops("Layout", "Concat");
    use(1_000, "Concat", 1_500);

    if (nextSlice) {
      use(1_800, "Concat", 1_500);
      ops("Layout", "Concat");
    }
    history.end(Made.status("g", 9, 2_000L));

    assertThat(first("Concat")).startsWith("1 @1500");
  }

  @Test
  void aSliceThatChangesUseAndOpsChangesTheRanksOnce() throws Exception {
    use(1_000, "Layout", 1_000);
    ops("Layout");

    use(2_000, "Concat", 2_000);
    ops("Concat");
    history.end(Made.status("g", 9, 3_000L));

    assertThat(written.of("PEAK_OP{0,replay,tidemark,DRAM,Layout,2,")).isEmpty();
    assertThat(first("Layout")).containsExactly("1 @1000", "stale @2000");
    assertThat(first("Concat")).containsExactly("1 @2000", "1 @3000");
  }

  @Test
  void anOpTableOfTheSameMillisecondWaitsForTheNextSlice() throws Exception {
    use(1_000, "Layout", 1_000);
    ops("Layout");
    ops("Layout", "Concat");

    use(1_500, "Layout", 1_000);
    use(2_000, "Layout", 1_000);
    history.end(Made.status("g", 9, 3_000L));

    assertThat(written.of("PEAK_OP{0,replay,tidemark,DRAM,Concat,2,"))
        .containsExactly("1 @1500", "1 @3000");
  }
}
