package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.PlanKey;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.SkipCommand;
import io.tidemark.model.Slice;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the state of a reader of the topics after some of a source's state was withdrawn. */
class TakenBackTest {

  private static final String LOG = "a.log";
  private static final RunId FIRST = new RunId(LOG, 1);
  private static final RunId SECOND = new RunId(LOG, 2);
  private static final String PLAN =
      "[{\"name\":\"t\",\"size\":4,\"backing_buffer\":{\"id\":0,\"size\":4,\"element_type\":\"u8\","
          + "\"start_borrow\":0,\"end_borrow\":1}}]\n";
  private static final String FAILURE =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12"
          + " banks, where each bank needs to store 8 B";

  @TempDir Path stateDir;
  private Transcript job;
  private final Map<Topic<?, ?>, Map<Object, Object>> boards = new HashMap<>();

  @BeforeEach
  void open() {
    job = new Transcript(stateDir, SourceAnalysis::load);
  }

  @AfterEach
  void close() {
    job.close();
  }

  /** The present state of a topic's reader. */
  @SuppressWarnings("unchecked") // read with the topic's own serdes
  private <K, V> Map<K, V> board(Topic<K, V> topic) {
    Map<Object, Object> board = boards.computeIfAbsent(topic, any -> new HashMap<>());
    for (TestRecord<K, V> record : job.records(topic)) {
      if (record.value() == null) {
        board.remove(record.key());
      } else {
        board.put(record.key(), record.value());
      }
    }
    return Map.copyOf((Map<K, V>) board);
  }

  private Transcript settle() {
    return job.flush().flush();
  }

  private void damage(String key, String tag) {
    KeyValueStore<String, byte[]> hot = job.store("hot-by-source");
    byte[] part = Objects.requireNonNull(hot.get(key));
    int at = new String(part, StandardCharsets.ISO_8859_1).indexOf(tag) + tag.length();
    // The tag is followed by the length, whose bytes are negative except the last, then by the
    // version.
    while (part[at] < 0) {
      at++;
    }
    part[at + 1] = 99;
    hot.put(key, part);
  }

  private void damage(String key) {
    job.store("hot-by-source").put(key, new byte[] {99});
  }

  @Test
  void aPlanThatWasOverStaysWhenAnotherSectionCannotBeRead() {
    job.slice(LOG, PLAN);
    settle();
    job.slice(LOG, "so much for that\n");
    settle();
    Map<PlanKey, ?> before = board(Topics.PLANS);
    assertThat(before).hasSize(2);

    job = job.restarted();
    damage(LOG, "alerts");
    settle();

    assertThat(board(Topics.PLANS)).isEqualTo(before);
    assertThat(board(Topics.RUNS)).containsOnlyKeys(FIRST);
  }

  /** The real analysis, which at rest cannot sum up a state that holds a plan of f64. */
  private static SourceAnalysis poisoned(String source, StateParts parts) {
    SourceAnalysis sound = SourceAnalysis.load(source, parts);
    return new SourceAnalysis() {
      private boolean poisoned;

      @Override
      public Outcome apply(Slice slice) {
        poisoned |= new String(slice.bytes(), StandardCharsets.UTF_8).contains("f64");
        return sound.apply(slice);
      }

      @Override
      public void store() {
        sound.store();
      }

      @Override
      public Changes changes() {
        if (poisoned) {
          throw new IllegalStateException("planted");
        }
        return sound.changes();
      }

      @Override
      public Changes changesWhileBusy() {
        return sound.changesWhileBusy();
      }

      @Override
      public List<Supplier<Changes>> publishedPlans() {
        return sound.publishedPlans();
      }

      @Override
      public long weightBytes() {
        return sound.weightBytes();
      }
    };
  }

  @Test
  void aPlanThatWasOverStaysWhenALaterOneWasPublishedTooEarly() {
    job.close();
    job = new Transcript(stateDir, TakenBackTest::poisoned);
    job.slice(LOG, PLAN);
    settle();
    job.slice(LOG, "so much for that\n");
    settle();
    Map<PlanKey, ?> before = board(Topics.PLANS);

    job.slice(LOG, PLAN.replace("u8", "f64")).flush();
    job.slice(LOG, PLAN).flush();
    assertThat(board(Topics.PLANS)).as("published too early").hasSize(6);
    for (int flush = 0; flush < 8; flush++) {
      job.flush();
    }

    assertThat(board(Topics.PARKED_SOURCES).get(LOG).parked()).isTrue();
    assertThat(board(Topics.PLANS)).isEqualTo(before);
  }

  @Test
  void aWorkersRunWhosePartCannotBeReadLeavesEveryTopicAndTheOthersGoOn() {
    String failure = FAILURE + "\n";
    job.slice(LOG, "[rank0]: " + failure + "[rank1]: " + failure + "[rank2]: " + failure);
    settle();
    assertThat(board(Topics.RUNS)).containsOnlyKeys(FIRST, SECOND, new RunId(LOG, 3));

    job = job.restarted();
    damage(LOG + "\0open\0" + "00000002");
    job.slice(LOG, "[rank0]: a line\n");
    settle();

    assertThat(board(Topics.RUNS)).containsOnlyKeys(FIRST, new RunId(LOG, 3));
    assertThat(board(Topics.ALERTS).keySet())
        .extracting(AlertKey::run)
        .containsExactlyInAnyOrder(FIRST, new RunId(LOG, 3));
  }

  /** The first run is open, and so is the only line of the second file, which seems to end it. */
  private void openSecondFile() {
    job.newFile("g1").slice(LOG, PLAN + FAILURE + "\n");
    settle();
    job.newFile("g2").open(LOG, FAILURE);
    settle();
    assertThat(board(Topics.RUNS)).containsOnlyKeys(FIRST, SECOND);
    assertThat(board(Topics.RUNS).get(FIRST).endMillis()).isNotNull();
  }

  @Test
  void aRunThatOnlyAnUnreadableOpenLineBeganIsTakenBack() {
    openSecondFile();
    Map<AlertKey, ?> alerts = board(Topics.ALERTS);
    assertThat(alerts).hasSize(2);

    job = job.restarted();
    damage(LOG + "\0open line");
    settle();

    Map<RunId, RunStatus> runs = board(Topics.RUNS);
    assertThat(runs).containsOnlyKeys(FIRST);
    assertThat(runs.get(FIRST).endMillis()).isNull();
    assertThat(board(Topics.ALERTS).keySet()).extracting(AlertKey::run).containsOnly(FIRST);
    assertThat(board(Topics.PLANS).keySet()).extracting(PlanKey::run).containsOnly(FIRST);
  }

  @Test
  void aRunThatAnOpenLineSeemsToEndIsTakenBackWhenItsSourceBeginsAnew() {
    openSecondFile();

    job = job.restarted();
    KeyValueStore<String, byte[]> hot = job.store("hot-by-source");
    hot.put(LOG, Arrays.copyOf(hot.get(LOG), 1));
    job.newFile("g3").slice(LOG, "a line\n").flush();
    ParkedSource parked = board(Topics.PARKED_SOURCES).get(LOG);
    job.command(LOG, SkipCommand.of(parked)).flush().flush().flush();

    assertThat(board(Topics.RUNS)).containsOnlyKeys(new RunId(LOG, 3));
    assertThat(board(Topics.PLANS)).isEmpty();
    assertThat(board(Topics.ALERTS)).isEmpty();
    assertThat(board(Topics.USAGE).keySet()).extracting(MemoryKey::run).isEmpty();
  }
}
