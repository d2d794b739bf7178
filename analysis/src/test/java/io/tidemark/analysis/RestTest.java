package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A silence of the writer decides what waits for a further line. */
class RestTest {

  private static final String RECORD =
      "2026-02-03 04:05:06.000 | critical |          Always | TT_FATAL: Out of Memory: Not enough"
          + " space to allocate 3000 B DRAM buffer across 3 banks, where each bank needs to store"
          + " 1000 B, but bank size is 9000 B (allocated: 8000 B, free: 1000 B, largest free block:"
          + " 600 B) (assert.hpp:104)\n";

  private static final String RESERVATION =
      "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Error loading program 'jit_f':"
          + " Attempting to reserve 2.00G at the bottom of memory. That was not possible. There are"
          + " 1.00G free, 0B reserved, and 1.00G reservable. Scope: unknown..\n";

  private static LogRun read(String log) {
    LogRun run = new LogRun();
    run.feedNext("life", log.getBytes(UTF_8));
    run.publish();
    return run;
  }

  private static LogRun rested(LogRun run, long offset) {
    run.feed(Slice.rest("life", offset, 0));
    run.publish();
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {RECORD, RESERVATION})
  void theLastFailureIsKnownAsAtTheEndOfTheLog(String last) {
    String log = "begins\n" + last;
    assertThat(read(log).status().failures().count()).isZero();
    LogRun rested = rested(read(log), log.length());
    LogRun ended = read(log);
    ended.end();

    assertThat(rested.status().failures()).isEqualTo(ended.status().failures());
    assertThat(rested.status().failures().count()).isEqualTo(1);
    assertThat(rested.status().failures().refused()).isNull();
    assertThat(rested.alerts.keySet()).isEqualTo(ended.alerts.keySet());
    assertThat(rested.status().time().endMillis()).isNull();
  }

  /** A program that is killed while it writes its error has failed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DRAM",
        "DRAM buffer across 12 ban",
        "DRAM buffer across 12 banks, where each bank ",
        "DRAM buffer across 12 banks, where each bank needs to store 80"
      })
  void aLogThatEndsWithinAFailureHasIt(String end) {
    String cut =
        "2026-02-03 04:05:06.000 | critical |          Always | TT_FATAL: Out of Memory: Not enough"
            + " space to allocate 9600 B "
            + end;
    LogRun run = read(cut + "\n");
    assertThat(run.status().failures().count()).isZero();
    run.end();

    assertThat(run.events)
        .filteredOn(OutOfMemory.class::isInstance)
        .extracting(event -> ((OutOfMemory) event).allocation().shortage().neededBytes())
        .containsExactly(9600L);
    assertThat(run.status().lines().rejected()).isZero();
    LogRun goesOn = read(cut + "\nall is well\n");
    goesOn.end();
    assertThat(goesOn.status().failures().newest())
        .extracting(failure -> failure.shortage().neededBytes())
        .containsExactly(9600L);
  }

  /** The begin of what may be a failure, which does not say so yet. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Attempting to allocate 4096 bytes.",
        "Attempting to allocate 16 GiB of host memory",
        "GPU 0: Available memory of 24576 MiB",
        "INFO 01-02 03:04:05 worker.py:77] Free memory on device (38.9/39.4 GiB) on startup.",
        "Device 1 OOM 4096 / 1024",
      })
  void aLogThatEndsWithAnythingElseHasNone(String end) {
    LogRun run = read("begins\n" + end);
    run.end();
    assertThat(run.status().failures().count()).isZero();
  }

  /** Where the slices of a log begin decides nothing. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theLineOfAnotherRankBelowAFailureThatBreaksOff(boolean apart) {
    String log =
        "[rank0]: 2026-02-03 04:05:06.000 | critical |          Always | TT_FATAL: Out of Memory: Not"
            + " enough space to allocate 9600 B DRAM buf\n[rank1]: step 7 done\n";
    LogRun whole = read(log);
    whole.end();
    LogRun parts = new LogRun();
    int line = log.indexOf('\n') + 1;
    if (apart) {
      parts.feedNext("life", log.substring(0, line).getBytes(UTF_8));
    }
    parts.feedNext("life", log.substring(apart ? line : 0).getBytes(UTF_8));
    parts.publish();
    parts.end();

    assertThat(parts.status().failures()).isEqualTo(whole.status().failures());
  }

  @Test
  void whatFollowsIsReadAndASecondSilenceChangesNothing() {
    LogRun run = rested(read("begins\n" + RECORD), 7 + RECORD.length());
    run.restart();
    run.feedNext("life", "step 7 done\n".getBytes(UTF_8));
    rested(run, 7 + RECORD.length() + 12);
    rested(run, 7 + RECORD.length() + 12);

    assertThat(run.status().failures().count()).isZero();
    assertThat(run.status().failures().refused().proof()).isEqualTo("step 7 done");
    assertThat(run.status().lines().read()).isEqualTo(3);
    assertThat(run.status().gaps()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7, 1_000_000})
  void aSilenceElsewhereIsNone(long offset) {
    LogRun run = rested(read("begins\n" + RECORD), offset);

    assertThat(run.status().failures().count()).isZero();
    assertThat(run.status().gaps()).isZero();
  }

  private static List<GoldenCase> cases() {
    return GoldenCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void noFailureWaitsForTheEndOfALogAtRest(GoldenCase golden) {
    LogRun ended = LogRun.of(golden.log());
    ended.end();
    LogRun rested = LogRun.of(golden.log());
    rested.feed(Slice.rest("life", golden.log().length, 0));
    rested.publish();

    assertThat(rested.runs.values())
        .extracting(RunStatus::failures)
        .isEqualTo(ended.runs.values().stream().map(RunStatus::failures).toList());
  }
}
