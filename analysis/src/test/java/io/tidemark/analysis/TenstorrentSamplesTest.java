package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.Samples;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.run.RunStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TenstorrentSamplesTest {

  private static final String JUNE = "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log";

  private static double mib(long bytes, MemoryUsage usage) {
    return (double) bytes / usage.now().banks() / (1 << 20);
  }

  @Test
  void theRealOutOfMemoryRunIsToldWithItsFigures() {
    LogRun run = LogRun.of(Samples.bytes(JUNE));
    RunStatus status = run.runs.firstEntry().getValue();
    MemoryUsage dram = run.usage.get("log#1 0 DRAM");
    assertThat(status.snapshots()).isEqualTo(758);
    assertThat(status.lines().read()).isEqualTo(5289);
    assertThat(status.tracking().flatAttribution()).isTrue();
    assertThat(run.rejects).isEmpty();
    assertThat(dram.now().banks()).isEqualTo(12);
    assertThat(mib(dram.peaks().highestSnapshot().usedBytes(), dram))
        .isCloseTo(1007.232, within(1e-4));
    assertThat(dram.peaks().highestSnapshot().before()).isEqualTo("DeallocateOp");
    assertThat(dram.tidemark().usedBytes()).isEqualTo(12 * 1_060_793_184L);
    assertThat(dram.tidemark().fromErrorLine()).isTrue();
    assertThat(dram.now().capacityBytes()).isEqualTo(12 * 1_070_773_184L);
    assertThat(status.failures().newest()).hasSize(1);
    MemoryEvent.OutOfMemory failure = status.failures().newest().get(0);
    assertThat(failure.bank().neededPerBank()).isEqualTo(1_761_280);
    assertThat(failure.bank().freePerBank()).isEqualTo(9_980_000);
    assertThat(failure.bank().largestFreePerBank()).isEqualTo(1_207_296);
    assertThat(failure.diagnosis()).isEqualTo(Diagnosis.FRAGMENTED);
    assertThat(failure.during()).isEqualTo("ConcatOp");
  }

  @Test
  void growthBelongsToTheOpBeforeTheNextSnapshotAndToNoneAcrossASubmission() {
    LogRun run = LogRun.of(Samples.bytes(JUNE));
    Map<String, Double> expected =
        Map.of(
            "(between submissions)", 979.328,
            "NamedFullOp", 15.105,
            "ToLayoutOp", 13.247,
            "PermuteOp", 11.874,
            "ToDeviceOp", 11.782,
            "ConcatOp", 10.097);
    MemoryUsage dram = run.usage.get("log#1 0 DRAM");
    expected.forEach(
        (op, growth) ->
            assertThat(mib(run.op("DRAM", op).growthBytes(), dram))
                .as(op)
                .isCloseTo(growth, within(5e-4)));
  }

  @Test
  void everyErrorIsToldOnceWithWhatWasMissing() {
    LogRun run = LogRun.of(Samples.bytes("tenstorrent/oom_errors.txt"));
    // Three records that no exception follows.
    assertThat(run.status().failures().refused().newest())
        .map(refused -> refused.allocation().memory())
        .containsExactly("DRAM", "L1", "L1");
    assertThat(run.events)
        .filteredOn(MemoryEvent.OutOfMemory.class::isInstance)
        .map(MemoryEvent.OutOfMemory.class::cast)
        .map(
            failure ->
                "%s %s %d"
                    .formatted(
                        failure.memory(),
                        failure.diagnosis().words(),
                        failure.diagnosis().missing(failure.bank())))
        .containsExactly(
            "DRAM fragmented 553984",
            "DRAM fragmented 1511776",
            "DRAM unknown null",
            "DRAM unknown null",
            "TRACE trace region too small 751616",
            "TRACE trace region too small 3813888");
  }

  @Test
  void everyPrefixCountsWhatASimpleReaderCounts() {
    byte[] log = Samples.bytes(JUNE);
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < log.length; i++) {
      if (log[i] == '\n') {
        ends.add(i + 1);
      }
    }
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      int to = ends.get(900 + random.nextInt(ends.size() - 900));
      byte[] prefix = java.util.Arrays.copyOf(log, to);
      compare(LogRun.of(prefix), new String(prefix, StandardCharsets.UTF_8));
    }
  }

  private static void compare(LogRun run, String text) {
    Map<String, Long> counts = new TreeMap<>();
    Matcher headers = Pattern.compile("before operation ([A-Za-z0-9]*)").matcher(text);
    while (headers.find()) {
      counts.merge(headers.group(1), 1L, Long::sum);
    }
    double peak = 0;
    long blocks = 0;
    Matcher views =
        Pattern.compile("DRAM memory state: .*?AllocatedPerBank: ([\\d.]+) MB").matcher(text);
    while (views.find()) {
      blocks++;
      peak = Math.max(peak, Double.parseDouble(views.group(1)));
    }
    MemoryUsage dram = run.usage.get("log#1 0 DRAM");
    assertThat(run.runs.firstEntry().getValue().snapshots()).isEqualTo(blocks);
    assertThat(mib(dram.peaks().highestSnapshot().usedBytes(), dram)).isCloseTo(peak, within(1e-6));
    Map<String, Long> published = new TreeMap<>();
    for (OpUsage op : run.ops.get("log#1 0 DRAM").ops()) {
      if (!op.op().startsWith("(")) {
        published.put(op.op(), op.count());
      }
    }
    long headersWithoutView = counts.values().stream().mapToLong(Long::longValue).sum() - blocks;
    assertThat(headersWithoutView).isBetween(0L, 1L);
    if (headersWithoutView == 0) {
      assertThat(published).isEqualTo(counts);
    }
  }

  @Test
  void growthLessFreedIsTheDifferenceOfUse() {
    for (String name : List.of(JUNE, "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log")) {
      LogRun run = LogRun.of(Samples.bytes(name));
      List<MemoryEvent.Snapshot> snapshots =
          run.events.stream()
              .filter(MemoryEvent.Snapshot.class::isInstance)
              .map(MemoryEvent.Snapshot.class::cast)
              .toList();
      long first = snapshots.get(0).memories().get(0).usedBytes();
      long last = snapshots.get(snapshots.size() - 1).memories().get(0).usedBytes();
      long net =
          run.ops.get("log#1 0 DRAM").ops().stream()
              .mapToLong(op -> op.growthBytes() - op.change().freedBytes())
              .sum();
      assertThat(net).as(name).isEqualTo(last - first);
    }
  }

  @Test
  void aCachedProgramSpansWhatRunsInside() {
    LogRun run = LogRun.of(Samples.bytes("tenstorrent/SYNTHETIC_operation_level_debug_ansi.log"));
    MemoryUsage dram = run.usage.get("log#1 0 DRAM");
    assertThat(run.runs.firstEntry().getValue().snapshots()).isEqualTo(69);
    assertThat(run.runs.firstEntry().getValue().tracking().flatAttribution()).isFalse();
    assertThat(mib(dram.peaks().highestSnapshot().usedBytes(), dram))
        .isCloseTo(296.351, within(1e-4));
    assertThat(dram.peaks().highestSnapshot().before()).isEqualTo("DeallocateOp");
    assertThat(run.op("DRAM", "LoadCachedOp").change().spanGrowthBytes()).isPositive();
    assertThat(run.op("DRAM", "LoadCachedOp").count()).isEqualTo(5);
  }

  @Test
  void blocksAroundASubmitBelongToTheSubmission() {
    LogRun run =
        LogRun.of(Samples.bytes("tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log"));
    MemoryUsage dram = run.usage.get("log#1 0 DRAM");
    assertThat(dram.snapshots()).isEqualTo(3);
    assertThat(mib(run.op("DRAM", "(submission)").growthBytes(), dram))
        .isCloseTo(19.074 - 3.281, within(1e-4));
    assertThat(mib(run.op("DRAM", "(between submissions)").change().freedBytes(), dram))
        .isCloseTo(19.074 - 18.717, within(1e-4));
  }

  @Test
  void aBlockCutShortIsStillCounted() {
    LogRun run = LogRun.of(Samples.bytes("tenstorrent/ttmlir_pr5967_v1_debug_level.log"));
    assertThat(run.runs.firstEntry().getValue().snapshots()).isEqualTo(1);
    assertThat(run.usage).containsOnlyKeys("log#1 0 DRAM", "log#1 0 L1");
  }
}
