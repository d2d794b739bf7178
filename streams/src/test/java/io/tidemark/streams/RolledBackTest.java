package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.SkipCommand;
import io.tidemark.model.Slice;
import io.tidemark.model.wire.RolledBack;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.PlantedFault.Bug;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a slice that is published while its source is busy, and found to be faulty later. */
class RolledBackTest {

  private static final String BAD = "b.log";

  @TempDir Path stateDir;
  private Transcript job;
  private int appliedNow; // slices applied since a test last reset it
  private final Table<RunId, RunStatus> runs = new Table<>(Topics.RUNS, RunStatus::nextOffset);
  private final Table<MemoryKey, MemoryUsage> usage =
      new Table<>(Topics.USAGE, MemoryUsage::offset);
  private final Table<MemoryKey, OpTable> ops = new Table<>(Topics.OPS, OpTable::offset);
  private final Table<PlanKey, PlanRecord> plans =
      new Table<>(Topics.PLANS, record -> ((PlanRecord.Page) record).offset());
  private final Table<String, ParkedSource> parked = new Table<>(Topics.PARKED_SOURCES, any -> 0);

  /** A topic as the sink reads it: for one key, the higher offset is newer. */
  private final class Table<K, V> {
    final Topic<K, V> topic;
    final ToLongFunction<V> offset;
    final Map<K, V> newest = new HashMap<>();
    final List<K> takenBack = new ArrayList<>();

    Table(Topic<K, V> topic, ToLongFunction<V> offset) {
      this.topic = topic;
      this.offset = offset;
    }

    Map<K, V> read() {
      for (TestRecord<K, V> record : job.records(topic)) {
        V held = newest.get(record.key());
        if (record.value() == null) {
          newest.remove(record.key());
          if (RolledBack.isMarked(record.headers())) {
            takenBack.add(record.key());
          }
        } else if (held == null || offset.applyAsLong(record.value()) >= offset.applyAsLong(held)) {
          newest.put(record.key(), record.value());
        }
      }
      return newest;
    }
  }

  /** All state of the source that a reader has. */
  private List<Map<?, ?>> board() {
    return List.of(
        Map.copyOf(runs.read()),
        Map.copyOf(usage.read()),
        Map.copyOf(ops.read()),
        Map.copyOf(plans.read()));
  }

  @BeforeEach
  void open() {
    job = new Transcript(stateDir, this::counting);
  }

  @AfterEach
  void close() {
    job.close();
  }

  private SourceAnalysis counting(String source, StateParts parts) {
    SourceAnalysis faulty = PlantedFault.with(Bug.CHANGES_AT_REST).load(source, parts);
    return new Beside(faulty) {
      @Override
      public Outcome apply(Slice slice) {
        appliedNow++;
        return faulty.apply(slice);
      }
    };
  }

  /** The real analysis, which cannot sum up a poisoned state once it is at rest. */
  private static SourceAnalysis poisoned(String source, StateParts parts) {
    SourceAnalysis sound = SourceAnalysis.load(source, parts);
    String poison = source + "\0poison";
    return new Beside(sound) {
      @Override
      public Outcome apply(Slice slice) {
        if (new String(slice.bytes(), UTF_8).contains("poison")) {
          parts.put(StateParts.Store.OPS, poison, slice.bytes());
        }
        return sound.apply(slice);
      }

      @Override
      public Changes changes() {
        if (parts.get(StateParts.Store.OPS, poison) != null) {
          throw new IllegalStateException("planted");
        }
        return sound.changes();
      }
    };
  }

  /** An analysis with additional actions of a test. */
  private abstract static class Beside implements SourceAnalysis {
    private final SourceAnalysis analysis;

    Beside(SourceAnalysis analysis) {
      this.analysis = analysis;
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
    public Changes changesWhileBusy() {
      return analysis.changesWhileBusy();
    }

    @Override
    public long weightBytes() {
      return analysis.weightBytes();
    }
  }

  private void settle() {
    job.flush().flush();
  }

  /** Two slices, each published while the source is busy; the first one is faulty. */
  private void poisonPublished() {
    job.slice(BAD, "start\npoison\n").flush();
    job.slice(BAD, "start\n").flush();
  }

  @Test
  void whatWasPublishedBehindTheFailingSliceIsTakenBack() {
    job.slice(BAD, "start\n").slice(BAD, "start\n");
    settle();
    List<Map<?, ?>> before = board();

    poisonPublished();
    assertThat(board()).as("published too early").isNotEqualTo(before);
    for (int flush = 0; flush < 8; flush++) {
      job.flush();
    }

    assertThat(board()).isEqualTo(before);
    assertThat(parked.read().get(BAD).parked()).isTrue();
    assertThat(parked.read().get(BAD).slice().record()).isEqualTo(2);
    assertThat(runs.takenBack).containsExactly(new RunId(BAD, 1));
    assertThat(ops.takenBack).contains(new MemoryKey(new RunId(BAD, 1), "0", "MADE UP"));
  }

  @Test
  void aRunThatBeganInTheFailingSliceIsTakenBackAndTheOneBeforeItIsOpenAgain() {
    job.close();
    job = new Transcript(stateDir, RolledBackTest::poisoned);
    job.newFile("g1").slice(BAD, "one\n");
    settle();
    Map<RunId, RunStatus> before = Map.copyOf(runs.read());

    // The end of a run is published at once.
    job.newFile("g2").slice(BAD, "poison\n");
    assertThat(runs.read()).containsKey(new RunId(BAD, 2));
    assertThat(runs.read().get(new RunId(BAD, 1)).endMillis()).isNotNull();
    for (int flush = 0; flush < 8; flush++) {
      job.flush();
    }

    assertThat(runs.read()).isEqualTo(before);
    assertThat(before.get(new RunId(BAD, 1)).endMillis()).isNull();
    assertThat(parked.read().get(BAD).parked()).isTrue();
  }

  @Test
  void aSlicePublishedTooEarlyAndThenSkippedLeavesAGapAlone() {
    job.slice(BAD, "start\n");
    settle();
    poisonPublished();
    for (int flush = 0; flush < 8; flush++) {
      job.flush();
    }

    job.command(BAD, SkipCommand.of(parked.read().get(BAD)));
    settle();
    settle();

    RunStatus run = runs.read().get(new RunId(BAD, 1));
    assertThat(run.lines().read()).isEqualTo(2);
    assertThat(run.gaps()).isEqualTo(1);
    assertThat(parked.read()).isEmpty();
  }

  @Test
  void aFailingSliceIsSearchedForAFewSlicesAtAFlushAndTheOthersGoOn() {
    job.tick(CatchUp.BUDGET);
    for (int slice = 0; slice < 20; slice++) {
      job.slice(BAD, "start\n");
    }
    job.slice(BAD, "start\npoison\n").flush();
    job.flush();
    int most = 0;
    int others = 0;

    while (others < 40 && !parked.read().get(BAD).parked()) {
      job.slice("a.log", "start\n");
      appliedNow = 0;
      job.flush();
      most = Math.max(most, appliedNow);
      others++;
      assertThat(runs.read().get(new RunId("a.log", 1)).lines().read()).isEqualTo(others);
    }

    assertThat(parked.read().get(BAD).slice().record()).isEqualTo(20);
    assertThat(runs.read().get(new RunId(BAD, 1)).lines().read()).isEqualTo(20);
    assertThat(most).as("slices of one flush").isEqualTo(1);
    assertThat(others).as("flushes in which another source goes on").isGreaterThanOrEqualTo(20);
  }
}
