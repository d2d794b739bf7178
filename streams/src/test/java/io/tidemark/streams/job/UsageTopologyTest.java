package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.job.UsageTopology.JobEnvironment;
import io.tidemark.streams.publish.DueFlushes;
import io.tidemark.streams.publish.Outputs;
import io.tidemark.streams.publish.TopicPublication;
import io.tidemark.streams.source.Backlog;
import io.tidemark.streams.source.LiveSources;
import io.tidemark.streams.source.SourceTracking;
import io.tidemark.streams.source.StoreParts;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTopologyTest {

  private static final RunId RUN = new RunId("a.log", 1);

  private static final JobEnvironment NO_JOB =
      new JobEnvironment(
          new StreamsMeters(new SimpleMeterRegistry()),
          TopicPublication::new,
          Backlog.none(),
          new DueFlushes(),
          () -> 0);

  @TempDir Path stateDir;
  private Transcript job;

  @BeforeEach
  void open() {
    job = new Transcript(stateDir, LineCount::new);
  }

  @AfterEach
  void close() {
    job.close();
  }

  @Test
  void nothingInTheTopologyIsUnnamed() {
    String described = new UsageTopology(LineCount::new, NO_JOB).get().describe().toString();

    assertThat(described).doesNotContain("KSTREAM-", "STATE-STORE-");
    assertThat(described).contains("hot-by-source", "ops-by-key", "plans-by-page");
    for (Topic<?, ?> output : UsageTopology.OUTPUTS) {
      assertThat(described).contains("topic: " + output.name());
    }
  }

  @Test
  void eventsAndRejectsAreToldWithTheirSlice() {
    job.slice("a.log", "start\nbad\n");

    List<TestRecord<RunId, EventBatch>> events = job.records(Topics.EVENTS);
    assertThat(events).hasSize(1);
    assertThat(events.get(0).getKey()).isEqualTo(RUN);
    assertThat(events.get(0).getValue().events())
        .hasOnlyElementsOfType(MemoryEvent.RunStarted.class);
    List<TestRecord<String, Reject>> rejects = job.records(Topics.REJECTS);
    assertThat(rejects).extracting(TestRecord::getKey).containsExactly("a.log");
    assertThat(rejects).extracting(published -> published.getValue().line()).containsExactly(2L);
  }

  @Test
  void stateIsToldOnceForAllTheSlicesOfAFlush() {
    job.slice("a.log", "one\n").slice("a.log", "two\n");
    assertThat(job.values(Topics.RUNS)).isEmpty();

    job.flush();

    assertThat(job.values(Topics.RUNS)).extracting(run -> run.lines().read()).containsExactly(2L);
    assertThat(job.values(Topics.USAGE)).hasSize(1);
    assertThat(job.values(Topics.OPS)).hasSize(1);
    assertThat(job.values(Topics.PLANS)).hasSize(1);
  }

  @Test
  void whatIsStoredBeforeACommitIsInTheChangelogsThatItCommits() {
    // The driver commits after each record, here without a flush.
    job.slice("a.log", "one\n");

    assertThat(job.changelog(StoreParts.nameOf(Store.HOT)))
        .containsExactly("a.log\0", "a.log\0unpublished");
  }

  @Test
  void aFlushWithoutNewSlicesTellsNothing() {
    job.slice("a.log", "one\n").flush().values(Topics.RUNS);

    job.flush();

    assertThat(job.values(Topics.RUNS)).isEmpty();
  }

  @Test
  void theEndOfARunIsToldAtOnceWithItsLastState() {
    job.slice("a.log", "one\nend\n");

    assertThat(job.values(Topics.RUNS)).extracting(run -> run.lines().read()).containsExactly(2L);
    assertThat(job.values(Topics.USAGE)).hasSize(1);
  }

  @Test
  void everythingToldCarriesTheTimeOfItsSlice() {
    job.slice("a.log", "start\n").slice("a.log", "bad\n").flush();

    long second = Transcript.START_MILLIS + 1;
    assertThat(job.records(Topics.EVENTS))
        .extracting(TestRecord::timestamp)
        .containsExactly(Transcript.START_MILLIS);
    assertThat(job.records(Topics.REJECTS))
        .extracting(TestRecord::timestamp)
        .containsExactly(second);
    assertThat(job.records(Topics.RUNS)).extracting(TestRecord::timestamp).containsExactly(second);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4096})
  void howALogIsSlicedDoesNotChangeWhatIsCounted(int sliceBytes) {
    byte[] log = "start\none\nbad\ntwo\n".repeat(20).getBytes(UTF_8);

    job.log("a.log", 0, log, sliceBytes).flush();

    RunStatus run = job.board(Topics.RUNS).get(RUN);
    assertThat(run.lines().read()).isEqualTo(80);
    assertThat(run.nextOffset()).isEqualTo(log.length);
    assertThat(job.values(Topics.EVENTS).stream().mapToInt(batch -> batch.events().size()).sum())
        .isEqualTo(20);
    assertThat(job.values(Topics.REJECTS)).hasSize(20);
  }

  @Test
  void aSliceThatComesTwiceIsCountedAsADuplicate() {
    byte[] bytes = "one\ntwo\n".getBytes(UTF_8);

    job.sliceAt("a.log", 0, bytes).sliceAt("a.log", 0, bytes).flush();

    RunStatus run = job.board(Topics.RUNS).get(RUN);
    assertThat(run.lines()).isEqualTo(new RunStatus.Lines(0, 2, 0, 2, 0));
  }

  @Test
  void aHoleBetweenSlicesIsCountedAsAGap() {
    job.slice("a.log", "one\n").sliceAt("a.log", 400, "two\n".getBytes(UTF_8)).flush();

    assertThat(job.board(Topics.RUNS).get(RUN).gaps()).isEqualTo(1);
  }

  @Test
  void moreEventsThanARecordMayHoldTravelInSeveral() {
    job.slice("a.log", "start\n".repeat(Outputs.MAX_EVENTS + 1));

    assertThat(job.values(Topics.EVENTS))
        .extracting(batch -> batch.events().size())
        .containsExactly(Outputs.MAX_EVENTS, 1);
  }

  @Test
  void stateGoesOnAfterARestart() {
    job.slice("a.log", "one\n").flush();

    job = job.restarted();
    job.slice("a.log", "two\n").flush();

    RunStatus run = job.board(Topics.RUNS).get(RUN);
    assertThat(run.lines().read()).isEqualTo(2);
    assertThat(run.gaps()).isZero();
  }

  @Test
  void theFirstFlushAfterARestartTellsEveryStoredSourceAgain() {
    job.slice("a.log", "one\n").slice("b.log", "one\n");

    job = job.restarted();
    job.flush();

    List<TestRecord<RunId, RunStatus>> runs = job.records(Topics.RUNS);
    assertThat(runs)
        .extracting(TestRecord::getKey)
        .containsExactlyInAnyOrder(RUN, new RunId("b.log", 1));
    assertThat(runs)
        .extracting(TestRecord::timestamp)
        .containsExactlyInAnyOrder(Transcript.START_MILLIS, Transcript.START_MILLIS + 1);
    assertThat(job.flush().values(Topics.RUNS)).isEmpty();
  }

  @Test
  void manyStoredSourcesAreToldAgainOverSeveralFlushes() {
    int sources = SourceTracking.MAX_PUBLISHED_AGAIN + 1;
    for (int source = 0; source < sources; source++) {
      job.slice("log-" + source, "one\n");
    }

    job = job.restarted();

    assertThat(job.flush().values(Topics.RUNS)).hasSize(SourceTracking.MAX_PUBLISHED_AGAIN);
    assertThat(job.flush().values(Topics.RUNS)).hasSize(1);
  }

  @Test
  void aSourceThatMadeRoomInMemoryGoesOnFromItsStoredParts() {
    job.slice("a.log", "one\n");
    for (int other = 0; other < LiveSources.MAX_LIVE; other++) {
      job.slice("log-" + other, "one\n");
    }
    assertThat(job.values(Topics.RUNS)).as("published as it was dropped").hasSize(1);

    job.slice("a.log", "two\n").flush();

    assertThat(job.board(Topics.RUNS).get(RUN).lines().read()).isEqualTo(2);
  }

  @Test
  void ofSourcesThatAreTooHeavyTogetherTheIdleOneMakesRoom() {
    job.slice("a.log", "heavy\n");
    assertThat(job.values(Topics.RUNS)).as("one alone may stay").isEmpty();
    job.slice("b.log", "heavy\n");
    assertThat(job.board(Topics.RUNS)).as("published as it was dropped").containsOnlyKeys(RUN);

    job.slice("a.log", "two\n").flush();

    assertThat(job.board(Topics.RUNS).get(RUN).lines().read()).isEqualTo(2);
  }
}
