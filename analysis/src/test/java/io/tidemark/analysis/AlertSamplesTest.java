package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.analysis.alert.Judge;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.model.Samples;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which alerts fire on real logs. */
class AlertSamplesTest {

  private static final String OOM_LOG = "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log";
  private static final double MIB = 1 << 20;

  /** Returns the snapshot at which each alert began, in order. */
  private static List<String> begun(List<MemoryEvent> events) {
    Judge judge = new Judge(Thresholds.DEFAULT);
    List<String> begun = new ArrayList<>();
    int snapshots = 0;
    for (MemoryEvent event : events) {
      snapshots += event instanceof MemoryEvent.Snapshot ? 1 : 0;
      judge.apply(event);
      if (judge.drainTurned()) {
        Map<AlertKey, Alert> changed = new TreeMap<>((a, b) -> a.rule().compareTo(b.rule()));
        judge.publish(new RunId("log", 1), changed);
        int at = snapshots;
        changed.forEach(
            (key, alert) -> {
              if (alert.startOffset() == event.offset()) {
                begun.add("%d %s %s".formatted(at, key.memory(), key.rule()));
              }
            });
      }
    }
    return begun;
  }

  @Test
  void aLogThatEndsOutOfMemoryWarnsLongBefore() {
    LogRun run = LogRun.of(Samples.bytes(OOM_LOG));
    List<String> begun = begun(run.events);
    assertThat(begun).hasSize(5);
    assertThat(begun.subList(0, 2)).containsExactly("22 DRAM NEAR_CAPACITY", "22 DRAM CRITICAL");
    assertThat(begun.get(2)).endsWith("DRAM FRAGMENTED");
    assertThat(begun.subList(3, 5))
        .containsExactly("758 DRAM ALLOCATION_REFUSED", "758 DRAM OUT_OF_MEMORY");
    assertThat(run.alerts.keySet())
        .containsExactly(
            "log#1 0 DRAM ALLOCATION_REFUSED",
            "log#1 0 DRAM CRITICAL",
            "log#1 0 DRAM FRAGMENTED",
            "log#1 0 DRAM NEAR_CAPACITY",
            "log#1 0 DRAM OUT_OF_MEMORY");
    assertThat(run.alerts.values()).allMatch(alert -> alert.times() == 1);
    // The refusal turned out to be the failure.
    assertThat(run.alerts.entrySet())
        .filteredOn(alert -> !alert.getValue().active())
        .singleElement()
        .returns("log#1 0 DRAM ALLOCATION_REFUSED", Map.Entry::getKey);
    assertThat(run.alerts.get("log#1 0 DRAM CRITICAL").sentence())
        .isEqualTo(
            "DRAM 98.6 % of 11.97 GiB after ToLayoutOp, seen before DeallocateOp; 167.2 MiB are free,"
                + " the largest block 55.4 MiB: fragmented");
    assertThat(run.alerts.get("log#1 0 DRAM OUT_OF_MEMORY").sentence())
        .isEqualTo(
            "DRAM out of memory: ConcatOp needed 20.2 MiB; 114.2 MiB were free, the largest block"
                + " 13.8 MiB: fragmented");
  }

  @Test
  void itIsFragmentedAsOftenAsAwkSaysSo() {
    LogRun run = LogRun.of(Samples.bytes(OOM_LOG));
    List<MemoryEvent.Snapshot> fragmented =
        run.events.stream()
            .filter(MemoryEvent.Snapshot.class::isInstance)
            .map(MemoryEvent.Snapshot.class::cast)
            .filter(snapshot -> fires(snapshot))
            .toList();
    assertThat(fragmented).hasSize(635);
    assertThat(fragmented.get(0).memories().get(0))
        .satisfies(
            dram -> {
              assertThat(Math.round(dram.usedBytes() / dram.banks() * 1000 / MIB))
                  .isEqualTo(997_889);
              assertThat(Math.round(dram.freeBytes() / 12 * 1000 / MIB)).isEqualTo(23_280);
              assertThat(Math.round(dram.largestFreeBytes() / 12 * 1000 / MIB)).isEqualTo(9_230);
            });
  }

  /** Whether this snapshot alone would begin the alert. */
  private static boolean fires(MemoryEvent.Snapshot snapshot) {
    return begun(List.of(snapshot)).stream().anyMatch(begun -> begun.endsWith("FRAGMENTED"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tpu-mlir/reconstructed/A_depthnet_8settings.log",
        "xla/tpu_v5e_libtpu0.0.42.1_train_step_fits-buffer-assignment.txt"
      })
  void nothingFiresWhereThereIsRoom(String sample) {
    LogRun run = LogRun.of(Samples.bytes(sample));
    assertThat(run.runs).isNotEmpty();
    run.end();
    assertThat(run.alerts).isEmpty();
  }

  @Test
  void aModuleLargerThanTheDeviceIsToldBeforeItRuns() {
    byte[] dump = Samples.bytes("xla/tpu_v5e_libtpu0.0.42.1_train_step_fits-buffer-assignment.txt");
    LogRun fits = LogRun.of(dump, published(16L << 30));
    fits.end();
    assertThat(fits.alerts).isEmpty();
    LogRun large = LogRun.of(dump, published(12L << 30));
    large.end();
    assertThat(large.alerts).containsOnlyKeys("log#1 0 HBM WILL_NOT_FIT");
  }

  private static Settings published(long deviceBytes) {
    return new Settings(
        Thresholds.DEFAULT, LogSystems.ALL, GivenSizes.ofDevice(OptionalLong.of(deviceBytes)));
  }

  @Test
  void aSearchWithoutAFeasibleSettingWillNotFit() {
    String whole =
        new String(Samples.bytes("tpu-mlir/reconstructed/A_depthnet_8settings.log"), UTF_8);
    // The last of the eight settings is the one that fits.
    int last = whole.lastIndexOf("step = lmem_spec");
    String cut = whole.substring(0, whole.lastIndexOf('\n', last) + 1);
    LogRun run = LogRun.of(cut.getBytes(UTF_8));
    assertThat(run.alerts).isEmpty();
    run.end();
    assertThat(run.alerts).containsOnlyKeys("log#1 0 LMEM WILL_NOT_FIT");
    assertThat(run.alerts.firstEntry().getValue().sentence()).startsWith("none of 7 settings fits");
  }

  @Test
  void aTrainingLargerThanTheDeviceIsTold() {
    byte[] log = Samples.bytes("tt-train/pr50909_excerpt.log");
    LogRun fits = LogRun.of(log, published(16L << 30));
    fits.end();
    assertThat(fits.alerts).isEmpty();
    LogRun large = LogRun.of(log);
    large.end();
    assertThat(large.alerts).containsOnlyKeys("log#1 0 DRAM WILL_NOT_FIT");
    assertThat(large.alerts.firstEntry().getValue().sentence())
        .isEqualTo(
            "the training's peak of 14.12 GiB exceeds the device's 12.00 GiB (the default: --device-memory states the true size)");
  }
}
