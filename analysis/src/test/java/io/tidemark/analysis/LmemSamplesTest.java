package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.MemoryEvent;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.Reject;
import io.tidemark.model.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LmemSamplesTest {

  private static List<PlanRecord.Summary> plans(LogRun run) {
    return run.plans.values().stream()
        .filter(PlanRecord.Summary.class::isInstance)
        .map(PlanRecord.Summary.class::cast)
        .toList();
  }

  @Test
  void everySettingOfTheSearchAddsUpAsTheNotebookSays() {
    LogRun run = LogRun.of(Samples.bytes("tpu-mlir/reconstructed/A_depthnet_8settings.log"));
    JsonNode oracle =
        JsonMapper.shared()
            .readTree(Samples.bytes("tpu-mlir/reconstructed/expected_by_notebook_algorithm.json"))
            .get("A_depthnet_8settings.log");
    List<PlanRecord.Summary> plans = plans(run);
    assertThat(plans).hasSize(8);
    assertThat(plans.stream().mapToInt(PlanRecord.Summary::placed).sum()).isEqualTo(140);
    assertThat(plans.stream().mapToInt(PlanRecord.Summary::failed).sum()).isEqualTo(164);
    for (int i = 0; i < 8; i++) {
      PlanRecord.Summary plan = plans.get(i);
      JsonNode expected = oracle.get(i);
      assertThat(plan.steps()).isEqualTo(expected.get("total_timesteps").asInt());
      assertThat(plan.peakBytesWithFailed()).isEqualTo(expected.get("peak_bytes_all").asLong());
      assertThat(plan.peakStepWithFailed()).isEqualTo(expected.get("peak_timestep_all").asInt());
      assertThat(plan.arenaBytes()).isEqualTo(expected.get("high_water_success").asLong());
      assertThat(plan.stackedBytes())
          .isEqualTo(expected.get("high_water_with_stacked_failed").asLong());
      assertThat(plan.usedPerStepWithFailed()).isEqualTo(longs(expected.get("lmem_per_timestep")));
      assertThat(plan.usedPerStep())
          .isEqualTo(longs(expected.get("lmem_per_timestep_success_only")));
      assertThat(plan.capacityBytes()).isEqualTo(262_144);
    }
    assertThat(run.events).noneMatch(MemoryEvent.OutOfMemory.class::isInstance);
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
            .map(event -> ((MemoryEvent.Interval) event).buffer())
            .toList();
    assertThat(names)
        .hasSize(20)
        .contains("123", "1e5", "a(b)", "x[0]", "foo|bar", "model/a/Relu;model/b/Conv", "a=b");
    assertThat(run.rejects).extracting(Reject::line).containsExactly(21L, 22L);
    assertThat(run.rejects).extracting(Reject::column).containsExactly(100, 422);
  }
}
