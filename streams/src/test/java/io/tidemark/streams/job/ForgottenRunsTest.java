package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForgottenRunsTest {

  private static final String LIFE =
      """
      2026-01-12 10:24:04.436 (   0.000s) [        E2DEE000]   plugin_attributes.cc:60       1| PluginAttributes::PJRT_Plugin_Initialize
      Always | INFO | Device memory state before operation AddOp
      Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 100.000 MB, totalBytesAllocatedPerBank: 91.000 MB, totalBytesFreePerBank: 9.000 MB, largestContiguousBytesFreePerBank: 9.000 MB}
      Always | INFO | Device memory state before operation MulOp
      Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 100.000 MB, totalBytesAllocatedPerBank: 92.000 MB, totalBytesFreePerBank: 8.000 MB, largestContiguousBytesFreePerBank: 8.000 MB}
      """;

  @TempDir Path stateDir;

  @Test
  void aRunThatIsTooManyLeavesTombstonesOnEveryTopicItWasToldOn() {
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      for (int life = 1; life <= 52; life++) {
        job.slice("a.log", LIFE).flush();
      }
      assertOnlyTheFirstIsForgotten(job, Topics.RUNS, run -> run);
      assertOnlyTheFirstIsForgotten(job, Topics.USAGE, MemoryKey::run);
      assertOnlyTheFirstIsForgotten(job, Topics.OPS, MemoryKey::run);
      assertOnlyTheFirstIsForgotten(job, Topics.TIMELINES, MemoryKey::run);
      assertOnlyTheFirstIsForgotten(job, Topics.ALERTS, AlertKey::run);
    }
  }

  private static <K, V> void assertOnlyTheFirstIsForgotten(
      Transcript job, Topic<K, V> topic, Function<K, RunId> runOf) {
    Map<K, V> board = job.board(topic);
    List<RunId> forgotten =
        board.entrySet().stream()
            .filter(entry -> entry.getValue() == null)
            .map(entry -> runOf.apply(entry.getKey()))
            .toList();
    assertThat(forgotten).as(topic.name()).containsOnly(new RunId("a.log", 1));
    assertThat(board.keySet().stream().map(runOf).distinct()).hasSize(52);
  }
}
