package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.analysis.LogRun;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.system.message.Messages;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the messages of a run state together. */
class StatedMemoryTest {

  private static final String ROWS =
      """
      writer = "demo"

      [[message]]
      name = "size"
      is = "capacity"
      text = 'the store of chip {device} has {capacity}'
      examples = [ { line = 'the store of chip 1 has 2KiB', reads = { device = "1", capacity = 2048 } } ]

      [[message]]
      name = "use"
      is = "use"
      text = 'now the store {device} holds {used}[ of {memory}][, once {peak}]'
      examples = [ { line = 'now the store 1 holds 5', reads = { device = "1", used = 5 } } ]

      [[message]]
      name = "full"
      is = "failure"
      text = 'the store {device} has no room[ for {needed}][, so {retry}]'
      examples = [ { line = 'the store 1 has no room for 5', reads = { device = "1", needed = 5 } } ]

      [[message]]
      name = "declined"
      is = "refusal"
      text = 'the store {device} declined a wish of {needed}'
      examples = [ { line = 'the store 1 declined a wish of 5', reads = { device = "1", needed = 5 } } ]

      [[message]]
      name = "begins"
      is = "start"
      text = 'the store opens'
      examples = [ { line = 'the store opens', reads = {} } ]

      [[message]]
      name = "budget"
      is = "plan"
      text = 'the store {device} plans with {capacity}'
      examples = [ { line = 'the store 1 plans with 9', reads = { device = "1", capacity = 9 } } ]

      [[message]]
      name = "keeps"
      is = "part"
      text = 'the store[ {device}] will keep {+books} of books[ and {+tools} of tools]'
      examples = [ { line = 'the store 1 will keep 5 of books', reads = { device = "1", "+books" = 5 } } ]

      [[message]]
      name = "room"
      is = "failure"
      text = 'the store {device} has {free} of {capacity} left over for {needed}'
      examples = [ { line = 'the store 1 has 2 of 9 left over for 5', reads = { device = "1", free = 2, capacity = 9, needed = 5 } } ]

      [[message]]
      name = "ends"
      is = "end"
      text = 'the store closes'
      examples = [ { line = 'the store closes', reads = {} } ]

      [[message]]
      name = "dies"
      is = "crash"
      text = 'the store burns down'
      examples = [ { line = 'the store burns down', reads = {} } ]
      """;

  private static LogRun run(String rows, long deviceBytes, String... lines) {
    Catalogue all = Catalogue.BUILT_IN.and(Map.of("demo.toml", rows.getBytes(UTF_8)));
    LogRun run =
        new LogRun(
            new Settings(Thresholds.DEFAULT, LogSystems.all(null, new Messages(all, deviceBytes))));
    for (String line : lines) {
      run.feedNext("life", (line + '\n').getBytes(UTF_8));
      run.publish();
      run.restart();
    }
    return run;
  }

  private static LogRun run(String... lines) {
    return run(ROWS, 0, lines);
  }

  private static List<OutOfMemory> failures(LogRun run) {
    return run.events.stream()
        .filter(OutOfMemory.class::isInstance)
        .map(OutOfMemory.class::cast)
        .toList();
  }

  @Test
  void aUseIsOfTheSizeThatWasStatedBefore() {
    assertThat(run("the store of chip 3 has 8KiB").usage).isEmpty();
    LogRun run = run("the store of chip 3 has 8KiB", "now the store 3 holds 1024");
    assertThat(run.usage.get("log#1 3 DEFAULT").now())
        .isEqualTo(new MemoryView("DEFAULT", 1, 8192, 1024, 7168, null));
  }

  @Test
  void aFailureIsJudgedByTheSizeThatWasStatedBefore() {
    LogRun run = run("the store of chip 3 has 8KiB", "the store 3 has no room for 9KiB");
    assertThat(failures(run))
        .extracting(OutOfMemory::allocation)
        .extracting(failed -> failed.bank().bankBytes(), FailedAllocation::diagnosis)
        .containsExactly(tuple(8192L, Diagnosis.LARGER_THAN_AN_EMPTY_BANK));
  }

  @Test
  void theGivenSizeOfADeviceIsThatOfItsMemoryUnlessTheLogStatesOne() {
    String[] uses = {"now the store 3 holds 1024 of HBM", "now the store 3 holds 1024 of SRAM"};
    LogRun run = run(ROWS, 4096, uses);
    assertThat(run.usage.get("log#1 3 HBM").now().capacityBytes()).isEqualTo(4096);
    assertThat(run.usage.get("log#1 3 HBM").now().freeBytes()).isEqualTo(3072);
    assertThat(run.usage.get("log#1 3 SRAM").now().capacityBytes()).isZero();
    run = run(ROWS, 4096, "the store of chip 3 has 8KiB", "now the store 3 holds 1 of DEFAULT");
    assertThat(run.usage.get("log#1 3 DEFAULT").now().capacityBytes()).isEqualTo(8192);
  }

  /** The sizes of another device, or below what is used, are those of something else. */
  @Test
  void theSizeThatOnlyAFailureStatesIsThatOfTheMemory() {
    String use = "now the store 3 holds 1024";
    LogRun run = run(use, "the store 3 has 2 of 8KiB left over for 9KiB");
    assertThat(run.usage.get("log#1 3 DEFAULT").now().capacityBytes()).isEqualTo(8192);
    for (String other :
        List.of(
            "the store 3 has 2 of 512 left over for 9",
            "the store 4 has 2 of 8KiB left over for 9KiB")) {
      assertThat(run(use, other).usage.get("log#1 3 DEFAULT").now().capacityBytes()).isZero();
    }
  }

  /** A size that a user gives by mistake hides no peak. */
  @Test
  void aStatedPeakAboveTheGivenSizeIsKept() {
    LogRun run = run(ROWS, 4096, "now the store 3 holds 1024 of HBM, once 6000");
    assertThat(run.usage.get("log#1 3 HBM").tidemark().usedBytes()).isEqualTo(6000);
  }

  @Test
  void aWriterThatHasATrackerOfItsOwnIsFollowedByItsMessages() {
    LogRun run = run(ROWS.replace("\"demo\"", "\"zant\""), 0, "now the store 3 holds 1024");
    assertThat(run.usage.get("log#1 3 DEFAULT").now().usedBytes()).isEqualTo(1024);
  }

  @ParameterizedTest
  @ValueSource(strings = {"the store opens", "the store closes"})
  void anotherProcessIsAnotherRun(String line) {
    LogRun run = run("now the store 3 holds 1", line, "now the store 3 holds 2");
    assertThat(run.usage.keySet()).containsExactly("log#1 3 DEFAULT", "log#2 3 DEFAULT");
    assertThat(run.runs.get(new RunId("log", 1)).time().endMillis()).isNotNull();
    assertThat(run.runs.get(new RunId("log", 2)).time().endMillis()).isNull();
  }

  @Test
  void aProcessThatStatesNothingIsNoRun() {
    assertThat(run("the store opens", "now the store 3 holds 1").runs).hasSize(1);
    assertThat(run("now the store 3 holds 1", "the store closes", "bye").runs).hasSize(1);
  }

  @Test
  void aBadEndMakesTheLastRefusalAFailure() {
    String refused = "the store 3 declined a wish of 64KiB";
    assertThat(failures(run(refused, "now the store 3 holds 1"))).isEmpty();
    LogRun run = run("the store 3 declined a wish of 5", refused, "the store burns down");
    assertThat(failures(run))
        .extracting(failure -> failure.allocation().shortage().neededBytes())
        .containsExactly(64L << 10);
    assertThat(failures(run(refused, "I said: \"the store burns down\""))).isEmpty();
    run = run(refused, "the store 3 has no room for 9KiB", "the store burns down");
    assertThat(failures(run)).as("the newer failure explains the end").hasSize(1);
  }

  @Test
  void aFailureAfterWhichTheProgramTriesAgainIsARefusal() {
    LogRun run = run("the store 3 has no room for 9KiB, so it opens another shelf");
    assertThat(failures(run)).isEmpty();
    assertThat(
            run.runs
                .firstEntry()
                .getValue()
                .failures()
                .refused()
                .newest()
                .get(0)
                .allocation()
                .shortage())
        .extracting(shortage -> shortage.neededBytes())
        .isEqualTo(9L << 10);
  }

  @Test
  void aFailureWithoutASizeRepeatsTheOneBeforeIt() {
    String sized = "the store 3 has no room for 9KiB";
    assertThat(failures(run(sized, "the store 0 has no room")))
        .extracting(failure -> failure.allocation().shortage().neededBytes())
        .containsExactly(9L << 10);
    assertThat(failures(run("the store 0 has no room", sized))).hasSize(2);
    assertThat(failures(run("the store 1 has no room", "the store 2 has no room"))).hasSize(2);
  }

  @Test
  void anotherProcessHasTheSameMemories() {
    LogRun run =
        run(
            "the store of chip 3 has 8KiB",
            "now the store 3 holds 1024",
            "the store opens",
            "now the store 3 holds 2048");
    assertThat(run.usage.get("log#2 3 DEFAULT").now().capacityBytes()).isEqualTo(8192);
  }

  /** Each plan's key, capacity and parts. */
  private static List<String> plans(LogRun run) {
    List<String> plans = new ArrayList<>();
    run.plans.forEach(
        (key, record) -> {
          if (record instanceof PlanRecord.Summary plan) {
            String parts =
                plan.peaks().owners().stream()
                    .map(part -> part.buffer() + ' ' + part.bytes())
                    .collect(joining(", "));
            plans.add("%s of %d: %s".formatted(key, plan.space().capacityBytes(), parts));
          }
        });
    return plans;
  }

  @Test
  void theFirstPartBeginsThePlanOfItsDevice() {
    LogRun run =
        run(
            "the store 1 will keep 5 of books",
            "the store 2 will keep 7 of books",
            "the store will keep 3 of books",
            "the store 1 will keep 6 of books and 2 of tools");
    assertThat(plans(run))
        .containsExactlyInAnyOrder(
            "log#1 keeps 1#1 0 of 0: books 6, tools 2",
            "log#1 keeps 2#2 0 of 0: books 7",
            "log#1 keeps#3 0 of 0: books 3");
  }

  @Test
  void aPartOfNothingBeginsNoPlan() {
    assertThat(run("the store 1 will keep 0 of books").plans).isEmpty();
    assertThat(plans(run("the store 1 will keep 0 of books", "the store 1 will keep 6 of books")))
        .containsExactly("log#1 keeps 1#1 0 of 0: books 6");
  }

  /** A writer may use one name for several things, and announce which one it means. */
  @Test
  void aPartHasTheNameThatIsAnnounced() {
    String rows =
        ROWS
            + """

            [[message]]
            name = "announces"
            is = "part"
            text = 'next come the old books'
            defaults = { where = "old books" }
            examples = [ { line = 'next come the old books', reads = {} } ]
            """;
    LogRun run =
        run(
            rows,
            0,
            "the store 1 will keep 5 of books and 2 of tools",
            "next come the old books",
            "the store 1 will keep 3 of books and 4 of tools",
            "the store 1 plans with 9",
            "the store 1 will keep 6 of books");
    assertThat(plans(run))
        .containsExactlyInAnyOrder(
            "log#1 keeps 1#1 0 of 0: books 5, tools 4, old books 3",
            "log#1 budget 1#2 0 of 9: books 6");
  }

  @Test
  void aPartBelongsToTheNewestPlanOfItsDevice() {
    LogRun run =
        run(
            "the store 1 plans with 9",
            "the store 2 plans with 8",
            "the store 1 will keep 5 of books",
            "the store 1 plans with 7",
            "the store 1 will keep 4 of books");
    assertThat(plans(run))
        .containsExactlyInAnyOrder(
            "log#1 budget 1#1 0 of 9: books 5",
            "log#1 budget 2#2 0 of 8: ",
            "log#1 budget 1#3 0 of 7: books 4");
  }

  /** How large a store is does not show that anything fits into it. */
  @Test
  void aPlanThatIsASizeAloneIsNotWhole() {
    LogRun run = run("the store 1 plans with 9", "the store 2 plans with 8");
    run.feedNext("life", "the store 2 will keep 5 of books\n".getBytes(UTF_8));
    run.end();
    assertThat(run.plans.values())
        .filteredOn(PlanRecord.Summary.class::isInstance)
        .extracting(plan -> ((PlanRecord.Summary) plan).state())
        .containsExactly(PlanState.TRUNCATED, PlanState.COMPLETE);
  }

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
