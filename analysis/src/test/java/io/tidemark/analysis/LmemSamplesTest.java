package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.Reject;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LmemSamplesTest {

  @Test
  void everySettingOfTheSearchAddsUpAsTheNotebookSays() {
    LogRun run = LogRun.of(Samples.bytes("tpu-mlir/reconstructed/A_depthnet_8settings.log"));
    JsonNode oracle =
        JsonMapper.shared()
            .readTree(Samples.bytes("tpu-mlir/reconstructed/expected_by_notebook_algorithm.json"))
            .get("A_depthnet_8settings.log");
    List<PlanRecord.Summary> plans = run.summaries();
    assertThat(plans).hasSize(8);
    assertThat(plans.stream().mapToInt(plan -> plan.arena().placements().placed()).sum())
        .isEqualTo(140);
    assertThat(plans.stream().mapToInt(plan -> plan.arena().placements().failed()).sum())
        .isEqualTo(164);
    for (int i = 0; i < 8; i++) {
      PlanRecord.Summary plan = plans.get(i);
      JsonNode expected = oracle.get(i);
      assertThat(plan.use().steps()).isEqualTo(expected.get("total_timesteps").asInt());
      assertThat(plan.peaks().withFailed().bytes())
          .isEqualTo(expected.get("peak_bytes_all").asLong());
      assertThat(plan.peaks().withFailed().step())
          .isEqualTo(expected.get("peak_timestep_all").asInt());
      assertThat(plan.arenaBytes()).isEqualTo(expected.get("high_water_success").asLong());
      assertThat(plan.arena().stackedBytes())
          .isEqualTo(expected.get("high_water_with_stacked_failed").asLong());
      assertThat(plan.use().usedPerStepWithFailed())
          .isEqualTo(longs(expected.get("lmem_per_timestep")));
      assertThat(plan.use().usedPerStep())
          .isEqualTo(longs(expected.get("lmem_per_timestep_success_only")));
      assertThat(plan.space().capacityBytes()).isEqualTo(262_144);
      assertThat(plan.state()).isEqualTo(i < 7 ? PlanState.FAILED : PlanState.SUCCESS);
      assertThat(plan.findings()).isEmpty();
      assertThat(stacked(run, i)).isEqualTo(firstFailed(expected));
    }
    assertThat(plans)
        .extracting(PlanRecord.Summary::peakBytes)
        .containsExactly(
            235_520L, 181_632L, 210_624L, 231_168L, 236_544L, 211_680L, 231_424L, 235_740L);
    assertThat(run.events).noneMatch(MemoryEvent.OutOfMemory.class::isInstance);
  }

  /** Returns the first buffers without a place, stacked above the end of the arena. */
  private static List<String> stacked(LogRun run, int plan) {
    PlanRecord.Summary summary = run.summaries().get(plan);
    String name = "lmem#" + (plan + 1) + " ";
    List<String> stacked = new ArrayList<>();
    long address = summary.arenaBytes();
    for (MemoryEvent event : run.events) {
      if (event instanceof MemoryEvent.Interval interval
          && interval.plan().startsWith(name)
          && !interval.placed()) {
        assertThat(interval.extent().address()).isEqualTo(address);
        stacked.add(
            interval.buffer().name() + " " + interval.extent().address() + " " + interval.bytes());
        address += interval.bytes();
      }
    }
    assertThat(address).isEqualTo(summary.arena().stackedBytes());
    return stacked.subList(0, Math.min(3, stacked.size()));
  }

  @Test
  void thePagesTellTheAddressesThatTheEventsTold() {
    LogRun run = LogRun.of(Samples.bytes("tpu-mlir/reconstructed/A_depthnet_8settings.log"));
    List<MemoryEvent> paged =
        run.plans.values().stream()
            .filter(PlanRecord.Page.class::isInstance)
            .flatMap(page -> ((PlanRecord.Page) page).intervals().stream())
            .collect(Collectors.toList());
    assertThat(paged).hasSize(304);
    assertThat(paged)
        .containsExactlyElementsOf(
            run.events.stream().filter(MemoryEvent.Interval.class::isInstance).toList());
  }

  private static List<String> firstFailed(JsonNode expected) {
    return expected
        .get("first_failed_stacked")
        .valueStream()
        .map(
            row ->
                "%s %d %d"
                    .formatted(
                        row.get("op_name").asString(),
                        row.get("addr").asLong(),
                        row.get("size").asLong()))
        .toList();
  }

  @Test
  void livesThatWrapAndWeightsThatStayAreAsManyAsWritten() {
    LogRun run = LogRun.of(Samples.bytes("tpu-mlir/reconstructed/A_depthnet_8settings.log"));
    List<MemoryEvent.Interval> intervals =
        run.events.stream()
            .filter(MemoryEvent.Interval.class::isInstance)
            .map(MemoryEvent.Interval.class::cast)
            .toList();
    assertThat(intervals).hasSize(304);
    assertThat(intervals).filteredOn(i -> i.firstStep() > i.lastStep()).hasSize(16);
    assertThat(intervals).filteredOn(i -> i.lifetime().wholeLoop()).hasSize(64);
  }

  @Test
  void theCompilersOwnTotalsAreOurs() {
    List<PlanRecord.Summary> plans =
        LogRun.of(Samples.bytes("tpu-mlir/reconstructed/D_all_lmem_assign_steps_bm1688.log"))
            .summaries();
    assertThat(plans)
        .extracting(PlanRecord.Summary::arenaBytes)
        .containsExactly(114_688L, 122_880L);
    assertThat(plans).extracting(plan -> plan.space().banksUsed()).containsExactly(14, 15);
    assertThat(plans).extracting(plan -> plan.space().bankBytes()).containsOnly(8192L);
    assertThat(plans).extracting(plan -> plan.space().capacityBytes()).containsOnly(131_072L);
    assertThat(plans).flatExtracting(PlanRecord.Summary::findings).isEmpty();
    PlanRecord.Summary mixed =
        LogRun.of(Samples.bytes("tpu-mlir/reconstructed/E_mixed_debug_types_with_noise.log"))
            .summaries()
            .get(1);
    assertThat(mixed.arenaBytes()).isEqualTo(245_888);
    assertThat(mixed.arena().placements().placed()).isEqualTo(52);
    assertThat(mixed.findings()).isEmpty();
  }

  @Test
  void aTotalThatTheBuffersDoNotReachIsFound() {
    String log =
        new String(
            Samples.bytes("tpu-mlir/reconstructed/D_all_lmem_assign_steps_bm1688.log"),
            StandardCharsets.UTF_8);
    String without =
        log.lines()
            .filter(line -> !line.contains("addr = 0x0001c000; size = 8192; timestep_start"))
            .collect(Collectors.joining("\n"));
    assertThat(LogRun.of(without.getBytes(StandardCharsets.UTF_8)).summaries().get(1).findings())
        .containsExactly(
            new PlanRecord.Finding(
                FindingKind.TOTAL_DIFFERS,
                "the compiler says 122880 B, the buffers reach 114688 B"));
  }

  @Test
  void withoutASpecTheChipThatTheLogNamesTellsTheCapacity() {
    String log =
        new String(
            Samples.bytes("tpu-mlir/reconstructed/E_mixed_debug_types_with_noise.log"),
            StandardCharsets.UTF_8);
    String grepped =
        log.lines()
            .filter(line -> !line.contains("step = lmem_spec"))
            .collect(Collectors.joining("\n"));
    PlanRecord.Summary plan =
        LogRun.of(grepped.getBytes(StandardCharsets.UTF_8)).summaries().get(1);
    assertThat(plan.space().capacityBytes()).isEqualTo(262_144);
    assertThat(plan.space().bankBytes()).isEqualTo(16_384);
    String unnamed = grepped.replace("_bm1684x_", "_");
    plan = LogRun.of(unnamed.getBytes(StandardCharsets.UTF_8)).summaries().get(1);
    assertThat(plan.space().capacityBytes()).isZero();
    assertThat(plan.space().banksUsed()).isZero();
    String other = log.replace("_bm1684x_", "_bm1688_");
    plan = LogRun.of(other.getBytes(StandardCharsets.UTF_8)).summaries().get(1);
    assertThat(plan.space().capacityBytes()).as("the spec's").isEqualTo(262_144);
  }

  private static List<Long> longs(JsonNode array) {
    return array.valueStream().map(JsonNode::asLong).toList();
  }

  @Test
  void hardNamesStayWholeAndBrokenLinesAreRejectedOnce() {
    LogRun run = LogRun.of(Samples.bytes("tpu-mlir/reconstructed/F_edge_cases.log"));
    List<String> names =
        run.events.stream()
            .filter(MemoryEvent.Interval.class::isInstance)
            .map(event -> ((MemoryEvent.Interval) event).buffer().name())
            .toList();
    assertThat(names)
        .hasSize(20)
        .contains("123", "1e5", "a(b)", "x[0]", "foo|bar", "model/a/Relu;model/b/Conv", "a=b");
    assertThat(run.rejects).extracting(Reject::line).containsExactly(21L, 22L);
    assertThat(run.rejects).extracting(Reject::column).containsExactly(100, 422);
  }
}
