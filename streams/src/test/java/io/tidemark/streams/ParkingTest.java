package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.EventBatch;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.SkipCommand;
import io.tidemark.model.Slice;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.PlantedFault.Bug;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One of three sources triggers a bug; the others must not be affected. */
class ParkingTest {

  private static final String BAD = "b.log";
  private static final RunId BAD_RUN = new RunId(BAD, 1);
  private static final long POISON_AT = "start\nstart\n".length();
  private static final int MANY_FLUSHES = 8;

  @TempDir Path stateDir;
  private Transcript job;
  private final Map<RunId, RunStatus> runs = new HashMap<>();
  private final Map<String, ParkedSource> parked = new HashMap<>();
  private final List<MemoryEvent> events = new ArrayList<>();
  private final List<TestRecord<byte[], byte[]>> letters = new ArrayList<>();

  @AfterEach
  void close() {
    job.close();
  }

  /** Reads the topics as their readers do. */
  private void read() {
    runs.putAll(job.board(Topics.RUNS));
    parked.putAll(job.board(Topics.PARKED_SOURCES));
    parked.values().removeIf(value -> value == null);
    for (TestRecord<RunId, EventBatch> batch : job.records(Topics.EVENTS)) {
      if (batch.key().equals(BAD_RUN)) {
        events.addAll(batch.value().events());
      }
    }
    letters.addAll(job.records(Topics.DEAD_LETTERS));
  }

  private void flushes() {
    for (int flush = 0; flush < MANY_FLUSHES; flush++) {
      job.flush();
    }
    read();
  }

  private void open(SourceAnalysis.Loader loader) {
    job = new Transcript(stateDir, loader);
  }

  private void restart(SourceAnalysis.Loader loader, String version) {
    read();
    job = job.restarted(loader, version);
  }

  /**
   * Three slices of each source in turn; the third slice of one triggers the bug, the others go on.
   */
  private void poison() {
    for (String text : List.of("start\n", "start\n", "start\npoison\n", "start\n")) {
      job.slice("a.log", text.replace("poison", "fine"));
      job.slice(BAD, text);
      job.slice("c.log", text.replace("poison", "fine"));
    }
    flushes();
  }

  private void assertOthersAreWhole(int lines) {
    for (String other : List.of("a.log", "c.log")) {
      RunStatus run = runs.get(new RunId(other, 1));
      assertThat(run.lines()).isEqualTo(new RunStatus.Lines(0, lines, 0, 0, 0));
      assertThat(run.gaps()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(Bug.class)
  void theFailingSourceIsParkedBeforeItsSliceAndTheOthersGoOn(Bug bug) {
    open(PlantedFault.with(bug));

    poison();

    assertOthersAreWhole(5);
    assertThat(runs.get(BAD_RUN).lines().read()).isEqualTo(2);
    assertThat(parked).containsOnlyKeys(BAD);
    ParkedSource why = parked.get(BAD);
    assertThat(why.parked()).isTrue();
    assertThat(why.step()).isEqualTo(bug.step);
    assertThat(why.version()).isEqualTo("1");
    assertThat(why.slice().offset()).isEqualTo(POISON_AT);
    assertThat(why.slice().record()).isEqualTo(7);
    assertThat(why.reason()).isNotBlank().doesNotContain("\n");
    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).value()).asString(UTF_8).isEqualTo("start\npoison\n");
    assertThat(header("source")).isEqualTo(BAD);
    assertThat(header("generation")).isEqualTo("g");
    assertThat(header("offset")).isEqualTo(Long.toString(POISON_AT));
    assertThat(header("reason")).isEqualTo(why.reason());
    assertThat(header("step")).isEqualTo(bug.step.name());
    assertThat(header("app-version")).isEqualTo("1");
    assertThat(header("stack")).contains("io.tidemark.streams");
  }

  private String header(String name) {
    return new String(letters.get(0).headers().lastHeader(name).value(), UTF_8);
  }

  @ParameterizedTest
  @EnumSource(Bug.class)
  void aRestartLeavesItParked(Bug bug) {
    open(PlantedFault.with(bug));
    poison();

    restart(PlantedFault.with(bug), "1");
    job.slice("a.log", "start\n").slice(BAD, "start\n").slice("c.log", "start\n");
    flushes();

    assertOthersAreWhole(6);
    assertThat(runs.get(BAD_RUN).lines().read()).isEqualTo(2);
    assertThat(parked.get(BAD).parked()).isTrue();
    assertThat(letters).as("the slice failed once").hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Bug.class)
  void anotherBuildGoesOnWithTheFailingSliceAndNothingIsLostOrDoubled(Bug bug) {
    open(PlantedFault.with(bug));
    poison();

    restart(LineCount::new, "2");
    job.slice(BAD, "start\n");
    flushes();
    job.slice(BAD, "start\n");
    flushes();

    assertThat(parked).isEmpty();
    RunStatus run = runs.get(BAD_RUN);
    assertThat(run.lines()).isEqualTo(new RunStatus.Lines(0, 7, 0, 0, 0));
    assertThat(run.gaps()).isZero();
    assertThat(events).as("one of each slice").hasSize(6).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(Bug.class)
  void aSkipGoesOnBehindTheFailingSliceWithAGap(Bug bug) {
    open(PlantedFault.with(bug));
    poison();

    job.command(BAD, SkipCommand.of(parked.get(BAD)));
    flushes();
    job.slice(BAD, "start\n");
    flushes();

    assertThat(parked).isEmpty();
    RunStatus run = runs.get(BAD_RUN);
    assertThat(run.lines()).isEqualTo(new RunStatus.Lines(0, 4, 0, 0, 0));
    assertThat(run.gaps()).isEqualTo(1);
    assertThat(job.commandsIgnored()).isZero();
  }

  @Test
  void aSkippedSliceAtTheEndOfALogIsAGapAtOnce() {
    open(PlantedFault.with(Bug.AFTER));
    job.slice(BAD, "start\n").slice(BAD, "poison\n");
    flushes();

    job.command(BAD, SkipCommand.of(parked.get(BAD)));
    flushes();

    assertThat(parked).isEmpty();
    assertThat(runs.get(BAD_RUN).gaps()).isEqualTo(1);
    assertThat(runs.get(BAD_RUN).nextOffset()).isEqualTo("start\npoison\n".length());
  }

  @Test
  void aSecondFailingSliceBehindTheFirstParksAgain() {
    open(PlantedFault.with(Bug.CHANGES));
    job.slice(BAD, "start\n").slice(BAD, "poison\n").slice(BAD, "start\n");
    job.slice(BAD, "poison\n").slice(BAD, "start\n");
    flushes();
    job.command(BAD, SkipCommand.of(parked.get(BAD)));
    flushes();

    assertThat(parked.get(BAD).slice().record()).isEqualTo(3);
    assertThat(runs.get(BAD_RUN).lines().read()).isEqualTo(2);
    assertThat(letters).hasSize(2);

    job.command(BAD, SkipCommand.of(parked.get(BAD)));
    flushes();

    assertThat(parked).isEmpty();
    assertThat(runs.get(BAD_RUN).lines().read()).isEqualTo(3);
    assertThat(runs.get(BAD_RUN).gaps()).isEqualTo(2);
  }

  @Test
  void aCommandForAnotherFailureOrForNoneIsCountedAlone() {
    open(PlantedFault.with(Bug.AFTER));
    poison();

    job.command(BAD, new SkipCommand(3L));
    job.command(BAD, new SkipCommand(null));
    job.command("a.log", new SkipCommand(6L));
    job.command("nobody", new SkipCommand(7L));
    flushes();

    assertThat(job.commandsIgnored()).isEqualTo(4);
    assertThat(parked.get(BAD).parked()).isTrue();
    assertOthersAreWhole(5);
  }

  @Test
  void aRestartInTheMidstOfCatchingUpLosesAndRepeatsNothing() {
    open(PlantedFault.with(Bug.CHANGES));
    poison();
    for (int slice = 0; slice < 100; slice++) {
      job.slice(BAD, "start\n");
    }
    restart(LineCount::new, "2");
    job.flush();

    restart(LineCount::new, "2");
    flushes();

    assertThat(parked).isEmpty();
    assertThat(runs.get(BAD_RUN).lines()).isEqualTo(new RunStatus.Lines(0, 105, 0, 0, 0));
    assertThat(events).hasSize(104).doesNotHaveDuplicates();
  }

  @Test
  void whatRetentionTookMeanwhileIsAGap() {
    open(PlantedFault.with(Bug.AFTER));
    poison();
    job.takenByRetention();

    restart(LineCount::new, "2");
    flushes();
    job.slice(BAD, "start\n");
    flushes();

    assertThat(parked).isEmpty();
    assertThat(runs.get(BAD_RUN).lines().read()).isEqualTo(3);
    assertThat(runs.get(BAD_RUN).gaps()).isEqualTo(1);
  }

  static Stream<Arguments> failuresWithoutASlice() {
    SourceAnalysis.Loader unloadable =
        (source, parts) -> {
          if (source.equals(BAD)) {
            throw new IllegalStateException("state part of version 8");
          }
          return new LineCount(source, parts);
        };
    return Stream.of(
        Arguments.of(unloadable, ParkedSource.Step.LOAD),
        Arguments.of(PlantedFault.with(Bug.CHANGES), ParkedSource.Step.PUBLISH));
  }

  @ParameterizedTest
  @MethodSource("failuresWithoutASlice")
  void aStoredStateThatFailsIsParkedAndASkipBeginsItAnew(
      SourceAnalysis.Loader loader, ParkedSource.Step step) {
    open(PlantedFault.with(Bug.AFTER));
    job.slice("a.log", "start\n").slice(BAD, "start\n");
    flushes();
    // A bug of that build corrupts the stored state; the next build detects it.
    restart(PoisonedParts::new, "2");
    job.slice(BAD, "start\n");
    restart(loader, "3");
    flushes();
    assertThat(parked.get(BAD).step()).isEqualTo(step);
    assertThat(parked.get(BAD).slice()).isNull();
    job.slice("a.log", "start\n").slice(BAD, "start\n");
    flushes();
    assertThat(runs.get(new RunId("a.log", 1)).lines().read()).isEqualTo(2);

    restart(PlantedFault.with(Bug.CHANGES), "3");
    job.command(BAD, SkipCommand.of(parked.get(BAD)));
    flushes();

    assertThat(parked).isEmpty();
    assertThat(runs.get(BAD_RUN).lines().read()).isEqualTo(1);
  }

  /** Stores state that {@link PlantedFault} cannot sum up, and publishes nothing. */
  private static final class PoisonedParts implements SourceAnalysis {
    private final SourceAnalysis count;
    private final String source;
    private final StateParts parts;

    PoisonedParts(String source, StateParts parts) {
      this.source = source;
      this.parts = parts;
      this.count = new LineCount(source, parts);
    }

    @Override
    public Outcome apply(Slice slice) {
      parts.put(StateParts.Store.OPS, source + "\0poisoned", new byte[] {1});
      return count.apply(slice);
    }

    @Override
    public Changes changes() {
      return count.changes();
    }

    @Override
    public long weightBytes() {
      return 1;
    }
  }

  @Test
  void sourcesBesideTheOneThatCatchesUpAreNotHeldUp() {
    open(PlantedFault.with(Bug.AFTER));
    poison();
    restart(LineCount::new, "2");

    job.slice("a.log", "start\n").flush();
    read();

    assertThat(runs.get(new RunId("a.log", 1)).lines().read()).isEqualTo(6);
  }

  @Test
  void aParkedSourceThatCannotBeReadIsCountedAndPassedOver() {
    open(LineCount::new);
    job.store(UsageTopology.PARKED).put(BAD, "{}".getBytes(UTF_8));
    job.store(UsageTopology.PARKED).put("c.log", "no JSON".getBytes(UTF_8));

    job.slice("a.log", "start\n").slice(BAD, "start\n").slice("c.log", "start\n");
    flushes();

    for (String source : List.of("a.log", BAD, "c.log")) {
      assertThat(runs.get(new RunId(source, 1)).lines().read()).isEqualTo(1);
    }
    assertThat(parked).isEmpty();
    assertThat(job.parkedUnreadable()).isEqualTo(2);
    assertThat(letters).extracting(TestRecord::value).contains("no JSON".getBytes(UTF_8));

    restart(LineCount::new, "1");
    flushes();

    assertThat(job.parkedUnreadable()).as("named once").isZero();
  }

  @Test
  void aStateThatCannotTakeTheGapEitherBeginsAnewWithTheNextSkip() {
    open(
        (source, parts) -> {
          SourceAnalysis faulty = PlantedFault.with(Bug.AFTER).load(source, parts);
          return source.equals(BAD) ? new NoGaps(faulty) : faulty;
        });
    job.slice(BAD, "start\n").slice(BAD, "poison\n").slice(BAD, "start\n");
    flushes();

    job.command(BAD, SkipCommand.of(parked.get(BAD)));
    flushes();
    assertThat(parked.get(BAD).slice()).as("no slice is at fault").isNull();
    job.command(BAD, SkipCommand.of(parked.get(BAD)));
    flushes();

    assertThat(parked).isEmpty();
    assertThat(runs.get(BAD_RUN).lines().read()).isEqualTo(1);
  }

  /** Fails at a slice without text. */
  private record NoGaps(SourceAnalysis analysis) implements SourceAnalysis {
    @Override
    public Outcome apply(Slice slice) {
      if (slice.length() == 0) {
        throw new IllegalStateException("planted");
      }
      return analysis.apply(slice);
    }

    @Override
    public void store() {
      analysis.store();
    }

    @Override
    public Changes changes() {
      return analysis.changes();
    }

    @Override
    public long weightBytes() {
      return analysis.weightBytes();
    }
  }
}
