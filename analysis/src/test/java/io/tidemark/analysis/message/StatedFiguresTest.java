package io.tidemark.analysis.message;

import static io.tidemark.analysis.message.StatedMemoryTest.ROWS;
import static io.tidemark.analysis.message.StatedMemoryTest.failures;
import static io.tidemark.analysis.message.StatedMemoryTest.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.analysis.LogRun;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is derived from the figures of a message. */
class StatedFiguresTest {

  private static List<Long> needed(LogRun run) {
    return failures(run).stream().map(f -> f.allocation().shortage().neededBytes()).toList();
  }

  /** A writer may state the size in a line above that of its failure. */
  @Test
  void theSizeAboveAFailureIsItsOwn() {
    String rows =
        ROWS
            + """

            [[message]]
            name = "asked"
            is = "part"
            text = 'the store is asked for {needed}'
            examples = [ { line = 'the store is asked for 5', reads = { needed = 5 } } ]
            """;
    String asked = "the store is asked for 9KiB";
    String none = "the store 3 has no room";
    assertThat(needed(run(rows, 0, asked, "one line", none))).containsExactly(9L << 10);
    assertThat(needed(run(rows, 0, asked, none + " for 5"))).containsExactly(5L);
    assertThat(needed(run(rows, 0, asked, "the store 2 has no room for 5", none)))
        .containsExactly(5L, null);
    assertThat(needed(run(rows, 0, asked, "1", "2", "3", "4", none))).containsOnlyNulls();
  }

  @Test
  void aTextThatBreaksOffWaitsWhateverElseItsLineReadsLike() {
    String rows =
        ROWS
            + """

            [[message]]
            name = "overflow"
            is = "failure"
            text = "the rear store of books overflowed\\nby {needed}"
            examples = [ { line = "the rear store of books overflowed\\nby 5", reads = { needed = 5 } } ]

            [[message]]
            name = "lost"
            is = "failure"
            text = 'store of books overflowed'
            examples = [ { line = 'store of books overflowed', reads = {} } ]
            """;
    assertThat(needed(run(rows, 0, "the rear store of books overflowed", "  by 7")))
        .containsExactly(7L);
    assertThat(needed(run(rows, 0, "rear: store of books overflowed", "goes on")))
        .containsOnlyNulls();
  }

  /** What a writer states more exactly than the request itself decides. */
  @ParameterizedTest
  @CsvSource({
    "4.51G, 520.50M, 4840751104",
    "9.02G, 5.03G, 9685151252",
    "4.51G, 900.00M, 4842575626"
  })
  void whatIsTooMuchIsMoreExactThanTheRequest(String used, String missing, long bytes) {
    String line =
        "XlaRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used %s of"
            + " 4.00G hbm. Exceeded hbm capacity by %s.";
    assertThat(needed(run(line.formatted(used, missing)))).containsExactly(bytes);
  }

  @Test
  void whatIsNotFreeIsUsedWhereAMemoryIsFull() {
    assertThat(failures(run("the store 3 has 2KiB of 9KiB left over for 5KiB")))
        .extracting(failure -> failure.allocation().bank().usedPerBank())
        .containsExactly(7L << 10);
    assertThat(failures(run("the store 3 has no room for 5")))
        .extracting(failure -> failure.allocation().bank().usedPerBank())
        .containsOnlyNulls();
  }

  @Test
  void whatOthersUseIsUsed() {
    String line =
        "MPS backend out of memory (MPS allocated: 3.00 GiB, other allocations: 4.50 GiB, max"
            + " allowed: 8.00 GiB). Tried to allocate 1.00 GiB on private pool.";
    assertThat(failures(run(line)))
        .extracting(OutOfMemory::allocation)
        .extracting(failed -> failed.bank().usedPerBank(), FailedAllocation::diagnosis)
        .containsExactly(tuple(15L << 29, Diagnosis.NOT_ENOUGH_FREE));
  }
}
