package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.PlanKey;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Samples;
import io.tidemark.model.SkipCommand;
import io.tidemark.model.wire.RolledBack;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stored state of a source with an ended and an open run is unreadable; the source is skipped.
 */
class BegunAnewTest {

  private static final String BAD = "b.log";
  private static final RunId ENDED = new RunId(BAD, 1);
  private static final RunId LOST = new RunId(BAD, 2);
  private static final RunId NEXT = new RunId(BAD, 3);

  @TempDir Path stateDir;
  private Transcript job;
  private final Map<Topic<?, ?>, Map<Object, Object>> boards = new HashMap<>();

  @BeforeEach
  void damage() throws IOException {
    String log = Files.readString(Samples.root().resolve("examples/tenstorrent.log"));
    job = new Transcript(stateDir, SourceAnalysis::load);
    job.newFile("g1").slice(BAD, log).flush();
    job.newFile("g2").slice(BAD, log).flush().flush();
    read();
    assertThat(board(Topics.RUNS)).containsOnlyKeys(ENDED, LOST);
    assertThat(board(Topics.USAGE).keySet()).extracting(MemoryKey::run).contains(ENDED, LOST);

    job = job.restarted().continuing("g2", BAD, log.getBytes(UTF_8).length);
    KeyValueStore<String, byte[]> hot = job.store("hot-by-source");
    hot.put(BAD, Arrays.copyOf(hot.get(BAD), 1));
    job.slice(BAD, "a line\n").slice("a.log", "a line\n").flush();
    read();
  }

  @AfterEach
  void close() {
    job.close();
  }

  private void read() {
    UsageTopology.OUTPUTS.stream().filter(Topic::compacted).forEach(this::read);
    read(Topics.PARKED_SOURCES);
  }

  private <K, V> void read(Topic<K, V> topic) {
    Map<Object, Object> board = boards.computeIfAbsent(topic, any -> new HashMap<>());
    for (TestRecord<K, V> record : job.records(topic)) {
      assertThat(RolledBack.isMarked(record.headers())).as("its lines stay counted").isFalse();
      if (record.value() == null) {
        board.remove(record.key());
      } else {
        board.put(record.key(), record.value());
      }
    }
  }

  @SuppressWarnings("unchecked") // read with the topic's own serdes
  private <K, V> Map<K, V> board(Topic<K, V> topic) {
    return (Map<K, V>) boards.get(topic);
  }

  private void skip() {
    job.command(BAD, SkipCommand.of(board(Topics.PARKED_SOURCES).get(BAD)));
    job.flush().flush().flush();
    read();
  }

  @Test
  void itIsParkedAndWhatItPublishedStays() {
    assertThat(board(Topics.PARKED_SOURCES).get(BAD).step()).isEqualTo(ParkedSource.Step.LOAD);
    assertThat(board(Topics.RUNS)).containsKeys(ENDED, LOST, new RunId("a.log", 1));
  }

  @Test
  void itsRunNumbersGoOnBehindTheHighestThatWasPublished() {
    skip();

    assertThat(board(Topics.PARKED_SOURCES)).isEmpty();
    RunStatus next = board(Topics.RUNS).get(NEXT);
    assertThat(next.lines().read()).as("the slice at which it failed is read").isEqualTo(1);
    assertThat(next.gaps()).isZero();
  }

  @Test
  void theRunThatIsLostLeavesEveryTopicAndTheEndedOneStays() {
    skip();

    assertThat(board(Topics.RUNS)).containsOnlyKeys(ENDED, NEXT, new RunId("a.log", 1));
    for (Topic<MemoryKey, ?> topic : List.of(Topics.USAGE, Topics.OPS, Topics.TIMELINES)) {
      assertThat(runs(topic, MemoryKey::run)).as(topic.name()).contains(ENDED).doesNotContain(LOST);
    }
    assertThat(runs(Topics.PLANS, PlanKey::run)).doesNotContain(LOST);
    assertThat(runs(Topics.ALERTS, key -> key.run())).doesNotContain(LOST);
  }

  private <K> List<RunId> runs(Topic<K, ?> topic, Function<K, RunId> run) {
    return board(topic).keySet().stream().map(run).distinct().toList();
  }

  @Test
  void aRestartAfterwardsChangesNothing() {
    skip();
    Map<RunId, RunStatus> before = Map.copyOf(board(Topics.RUNS));

    job = job.restarted();
    job.flush().flush();
    read();

    assertThat(board(Topics.RUNS)).isEqualTo(before);
  }
}
