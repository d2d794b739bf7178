package io.tidemark.streams.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.EventBatch;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.model.wire.BoardRecords;
import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.publish.BoardPublication.UncommittedTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoardPublicationTest {

  private static final long COMMIT_MILLIS = BoardPublication.COMMIT_INTERVAL.toMillis();

  private final MockProcessorContext<byte[], byte[]> task = new MockProcessorContext<>();
  private final List<List<String>> shown = new ArrayList<>();
  private final UncommittedTasks tasks = new UncommittedTasks();
  private final BoardPublication publication =
      new BoardPublication(
          task,
          new BoardRecords() {
            @Override
            public void onRecords(List<Published<?, ?>> records) {
              shown.add(records.stream().map(BoardPublicationTest::text).toList());
            }

            @Override
            public void onCaughtUp() {}
          },
          tasks);

  private static String text(Published<?, ?> record) {
    if (record.key() instanceof RunId run) {
      return run.source() + " " + said(record.value());
    }
    return record.key() + " reject";
  }

  private static String said(@Nullable Object run) {
    return run instanceof RunStatus status
        ? status.nextOffset() + (status.endMillis() == null ? "" : " ended")
        : "over";
  }

  private static RunStatus status(long nextOffset, @Nullable Long endMillis) {
    return new RunStatus(
        new RunSource("g", nextOffset, null),
        new ReadLines(List.of(), new RunStatus.Lines(0, 0, 0, 0, 0), 0, 0),
        new RunTracking(0, false, null),
        RunFailures.NONE,
        null,
        new RunTime(1, endMillis));
  }

  private static Outgoing open(String source, long nextOffset) {
    return Outgoing.of(Topics.RUNS, new RunId(source, 1), status(nextOffset, null), 5);
  }

  private static Outgoing over(String source) {
    return Outgoing.of(Topics.RUNS, new RunId(source, 1), null, 5);
  }

  /** Keys written to the topics, each with its reason. */
  private List<String> written() {
    return task.forwarded().stream().map(sent -> text(sent.record())).toList();
  }

  private static String text(Record<?, ?> record) {
    return text(
        new Published<>(
            Topics.RUNS,
            Topics.RUNS
                .key()
                .deserializer()
                .deserialize(Topics.RUNS.name(), record.headers(), (byte[]) record.key()),
            Topics.RUNS
                .value()
                .deserializer()
                .deserialize(Topics.RUNS.name(), record.headers(), (byte[]) record.value()),
            record.timestamp()));
  }

  @Test
  void theBoardGetsEachFlushAndTheTopicsTheNewestOfEachKeyWithACommit() {
    publication.emit(List.of(open("a", 1), open("b", 1)));
    assertThat(publication.flushed(true, 0)).as("the first commit").isTrue();
    publication.emit(List.of(open("a", 2), open("b", 2)));
    assertThat(publication.flushed(true, 50)).isFalse();
    publication.emit(List.of(open("a", 3)));
    assertThat(publication.flushed(true, COMMIT_MILLIS - 1)).isFalse();

    assertThat(shown).containsExactly(List.of("a 1", "b 1"), List.of("a 2", "b 2"), List.of("a 3"));
    assertThat(written()).containsExactly("a 1", "b 1");
    assertThat(publication.pending()).isTrue();

    assertThat(publication.flushed(false, COMMIT_MILLIS)).isTrue();
    assertThat(written()).containsExactly("a 1", "b 1", "b 2", "a 3");
    assertThat(publication.pending()).isFalse();
  }

  @Test
  void aRunThatEndsIsWrittenAtOnceWithAllBeforeIt() {
    publication.flushed(true, 0);
    publication.emit(List.of(open("a", 1)));
    publication.emit(
        List.of(
            Outgoing.of(Topics.RUNS, new RunId("b", 1), status(2, 7L), 5),
            Outgoing.of(Topics.RUNS, new RunId("c", 1), status(3, null), 5)));

    assertThat(written()).containsExactly("a 1", "b 2 ended", "c 3");
  }

  @Test
  void anEndingJobWritesWhatWaitsWithTheNextFlush() throws InterruptedException {
    publication.flushed(true, 0);
    publication.emit(List.of(open("a", 1)));
    publication.flushed(true, 50);
    assertThat(written()).isEmpty();
    assertThat(tasks.end(Duration.ZERO)).isFalse();

    assertThat(publication.flushed(false, 100)).isTrue();
    assertThat(written()).containsExactly("a 1");
    assertThat(tasks.end(Duration.ZERO)).isTrue();
  }

  @Test
  void aTaskThatIsLostHoldsNoEndUp() throws InterruptedException {
    publication.flushed(true, 0);
    publication.emit(List.of(open("a", 1)));
    publication.flushed(true, 50);
    publication.close();

    assertThat(tasks.end(Duration.ZERO)).isTrue();
  }

  @Test
  void nothingIsCommittedForAFlushWithoutWork() {
    publication.emit(List.of(open("a", 1)));
    publication.flushed(true, 0);

    assertThat(publication.flushed(false, 10 * COMMIT_MILLIS)).isFalse();
  }

  @Test
  void aClockThatIsSetBackHoldsNoCommitUp() {
    publication.flushed(true, 10 * COMMIT_MILLIS);
    publication.emit(List.of(open("a", 1)));

    assertThat(publication.flushed(true, 5)).isTrue();
  }

  @Test
  void aFlushFollowsItsSliceButNotTheLastFlushTooClosely() {
    assertThat(publication.nextFlush(1_000, 0)).isEqualTo(Instant.ofEpochMilli(1_000));
    assertThat(publication.nextFlush(1_000, 995)).isEqualTo(Instant.ofEpochMilli(1_015));
    assertThat(publication.nextFlush(1_000, 9_000))
        .as("set back")
        .isEqualTo("1970-01-01T00:00:01Z");
  }

  @Test
  void aRemovalIsWrittenAtOnceBehindAllThatWaits() {
    publication.flushed(true, 0);
    publication.emit(List.of(open("a", 1), open("b", 1), over("a"), open("a", 2)));
    assertThat(written()).containsExactly("a 1", "b 1", "a over");

    publication.flushed(true, COMMIT_MILLIS);
    assertThat(written()).containsExactly("a 1", "b 1", "a over", "a 2");
    assertThat(shown).containsExactly(List.of("a 1", "b 1", "a over", "a 2"));
  }

  @Test
  void everyRejectIsWrittenAndEventsAreNoneOfTheBoards() {
    Reject reject = new Reject("g", 1, 1, 1, "tenstorrent", "a digit is missing", "x");
    EventBatch events = new EventBatch(List.of());
    publication.flushed(true, 0);
    publication.emit(
        List.of(
            Outgoing.of(Topics.REJECTS, "a", reject, 5),
            Outgoing.of(Topics.REJECTS, "a", reject, 5),
            Outgoing.of(Topics.EVENTS, new RunId("a", 1), events, 5)));
    publication.flushed(true, 50);

    assertThat(task.forwarded()).hasSize(3);
    assertThat(shown).containsExactly(List.of("a reject", "a reject"));
  }

  @Test
  void muchThatWaitsIsWrittenWithoutACommit() {
    publication.flushed(true, 0);
    String large = "x".repeat(100_000);
    for (int source = 0; source <= BoardPublication.MOST_WAITING_BYTES / 100_000; source++) {
      publication.emit(List.of(open(source + large, 1)));
    }

    assertThat(task.forwarded()).isNotEmpty();
    assertThat(publication.flushed(true, 50)).isFalse();
  }
}
