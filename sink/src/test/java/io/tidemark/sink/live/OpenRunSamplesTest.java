package io.tidemark.sink.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Tests the limits of open runs. */
class OpenRunSamplesTest {

  /**
   * Series of a run with one memory: used, free, largest block, share, window peak, capacity, peak.
   */
  private static final int SERIES_OF_A_RUN = 7;

  private static final TopicPartition PARTITION = new TopicPartition(Topics.EVENTS.name(), 0);

  private final List<String> used = new ArrayList<>();
  private final HistoryWriter out =
      new HistoryWriter() {
        @Override
        public void write(Series series, long millis, double value) {
          if (series.meter() == BoardMeter.USED) {
            used.add(series.labels().get("run") + "@" + millis);
          }
        }

        @Override
        public void finish() {}

        @Override
        public void close() {}
      };

  private final OpenRunSamples runs = new OpenRunSamples(out, run -> null, 3 * SERIES_OF_A_RUN);

  private void emit(String source, long offset) throws IOException {
    MemoryView view = new MemoryView("DRAM", 1, 100, 10 + offset, 90 - offset, 90 - offset);
    MemoryEvent event =
        new MemoryEvent.Snapshot(new LogPosition(offset, offset), "0", null, null, List.of(view));
    runs.apply(new RunId(source, 1), List.of(event), PARTITION, offset, 0);
  }

  @Test
  void theRunThatWasSilentForLongestIsForgottenAndCountedAndTheOthersGoOn() throws Exception {
    emit("a", 1);
    emit("b", 2);
    emit("c", 3);
    emit("a", 4);
    assertThat(runs.forgotten()).isZero();
    assertThat(runs.needed(PARTITION, 9)).isEqualTo(1);

    emit("d", 5);
    runs.settle(new BoardBuilder().snapshot().board(), 0);

    assertThat(runs.forgotten()).isEqualTo(1);
    assertThat(used).containsExactlyInAnyOrder("a#1@1", "b#1@2", "c#1@3", "a#1@4", "d#1@5");
    emit("b", 6);
    assertThat(runs.forgotten()).isEqualTo(2);
    assertThat(runs.needed(PARTITION, 9)).isEqualTo(1);
    emit("d", 7);
    emit("e", 8);
    assertThat(runs.forgotten()).isEqualTo(3);
    assertThat(runs.needed(PARTITION, 9)).isEqualTo(5);
  }

  @Test
  void fortyHostsOfThirtyTwoWorkersFitTheHeapOfTheLauncher() {
    int seriesOfARun = 200;
    assertThat(OpenRunSamples.mostSeries(1024 * Made.MIB)).isGreaterThan(40 * 32 * seriesOfARun);
    assertThat(OpenRunSamples.mostSeries(64 * Made.MIB)).isEqualTo(100_000);
  }

  @Test
  void aRunAloneIsKeptHoweverMuchItHolds() throws Exception {
    OpenRunSamples small = new OpenRunSamples(out, run -> null, 1);
    MemoryView view = new MemoryView("DRAM", 1, 100, 10, 90, 90L);
    MemoryEvent event =
        new MemoryEvent.Snapshot(new LogPosition(1, 1), "0", null, null, List.of(view));
    small.apply(new RunId("a", 1), List.of(event), PARTITION, 1, 0);
    assertThat(small.forgotten()).isZero();
  }
}
