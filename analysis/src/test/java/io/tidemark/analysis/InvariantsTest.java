package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.MemoryView;
import io.tidemark.model.OpTable;
import io.tidemark.model.Samples;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold of figures whatever the log. */
class InvariantsTest {

  /** Three figures of a line, each rounded to 0.001 MiB: of one bank, in bytes. */
  private static final long ROUNDING_BYTES = 2098;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log"
      })
  void usedAndFreeAddUpAndWhatOpsDidIsTheDifferenceOfUse(String sample) {
    LogRun run = LogRun.of(Samples.bytes(sample));
    Map<String, Long> first = new HashMap<>();
    for (MemoryEvent event : run.events) {
      if (event instanceof MemoryEvent.Snapshot snapshot) {
        for (MemoryView view : snapshot.memories()) {
          assertThat(view.usedBytes() + view.freeBytes())
              .isBetween(
                  view.capacityBytes() - ROUNDING_BYTES * view.banks(),
                  view.capacityBytes() + ROUNDING_BYTES * view.banks());
          first.putIfAbsent(
              "log#1 %s %s".formatted(snapshot.device(), view.memory()), view.usedBytes());
        }
      }
    }
    assertThat(first).isNotEmpty().containsOnlyKeys(run.usage.keySet());
    run.ops.forEach(
        (memory, table) ->
            assertThat(grown(table))
                .as(memory)
                .isEqualTo(run.usage.get(memory).now().usedBytes() - first.get(memory)));
  }

  private static long grown(OpTable table) {
    return table.ops().stream().mapToLong(op -> op.growthBytes() - op.change().freedBytes()).sum();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "xla/bfc_gpu_tail_2022_2024.txt"
      })
  void aPeakNeverFallsAndIsNeverBelowTheUse(String sample) {
    byte[] log = Samples.bytes(sample);
    LogRun run = new LogRun();
    Map<String, Long> peaks = new HashMap<>();
    int from = 0;
    for (int at = 0; at < log.length; at++) {
      if (log[at] == '\n') {
        run.feed("life", log, from, at + 1);
        from = at + 1;
        run.tell();
        run.usage.forEach((memory, usage) -> assertRises(memory, usage, peaks));
      }
    }
    assertThat(peaks).isNotEmpty();
  }

  private static void assertRises(String memory, MemoryUsage usage, Map<String, Long> peaks) {
    long peak = usage.tidemark().usedBytes();
    assertThat(peak)
        .as(memory)
        .isGreaterThanOrEqualTo(peaks.getOrDefault(memory, 0L))
        .isGreaterThanOrEqualTo(usage.highestSnapshot().usedBytes())
        .isGreaterThanOrEqualTo(usage.now().usedBytes());
    peaks.put(memory, peak);
  }
}
