package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the messages of a run state together. */
class StatedMemoryTest {

  static final String ROWS =
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

  static LogRun run(String rows, long deviceBytes, String... lines) {
    Catalogue all = Catalogue.builtInAnd(Map.of("demo.toml", rows.getBytes(UTF_8)));
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

  static LogRun run(String... lines) {
    return run(ROWS, 0, lines);
  }

  static List<OutOfMemory> failures(LogRun run) {
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
}
