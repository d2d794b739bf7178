package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariants of figures, for any log. */
class InvariantsTest {

  /** Three figures of a line, each rounded to 0.001 MiB, in bytes of one bank. */
  private static final long ROUNDING_BYTES = 2098;

  @ParameterizedTest
  @ValueSource(strings = {"tenstorrent/operations", "tenstorrent/out-of-memory"})
  void usedAndFreeAddUpAndWhatOpsDidIsTheDifferenceOfUse(String golden) {
    assertSumsAgree(GoldenCase.log(golden));
  }

  /** Checks for every memory that used, free and the changes of its ops add up. */
  static void assertSumsAgree(byte[] log) {
    LogRun run = LogRun.of(log);
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
      strings = {"tenstorrent/operations", "tenstorrent/out-of-memory", "xla/allocator-dump"})
  void aPeakNeverFallsAndIsNeverBelowTheUse(String golden) {
    assertPeaksRise(GoldenCase.log(golden));
  }

  /** Checks after each line that peaks do not fall. */
  static void assertPeaksRise(byte[] log) {
    LogRun run = new LogRun();
    Map<String, Long> peaks = new HashMap<>();
    int from = 0;
    for (int at = 0; at < log.length; at++) {
      if (log[at] == '\n') {
        run.feed("life", log, from, at + 1);
        from = at + 1;
        run.publish();
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
        .isGreaterThanOrEqualTo(usage.peaks().highestSnapshot().usedBytes())
        .isGreaterThanOrEqualTo(usage.now().usedBytes());
    peaks.put(memory, peak);
  }
}
