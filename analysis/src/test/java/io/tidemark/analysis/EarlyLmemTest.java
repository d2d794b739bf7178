package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Local-memory searches as printed by compilers before May 2025. */
class EarlyLmemTest {

  private static LogRun run(String name) {
    LogRun run = LogRun.of(GoldenCase.log("tpumlir/" + name));
    run.end();
    return run;
  }

  @Test
  void aSearchOf2025IsAPlanForEachTry() {
    LogRun run = run("search-2025");
    List<PlanRecord.Summary> plans = run.summaries();
    assertThat(plans)
        .extracting(PlanRecord.Summary::state)
        .containsExactly(PlanState.FAILED, PlanState.SUCCESS);
    assertThat(plans.get(0).findings())
        .containsExactly(new Finding(FindingKind.NO_PLACE, "filter, 80000 B"));
    PlanRecord.Summary plan = plans.get(1);
    assertThat(plan.space().capacityBytes()).isEqualTo(262_144);
    assertThat(plan.space().bankBytes()).isEqualTo(16_384);
    assertThat(plan.space().banksUsed()).isEqualTo(7 + 3 + 1);
    assertThat(plan.arenaBytes()).isEqualTo(164_864);
    assertThat(plan.use().usedPerStep()).containsExactly(140_000L, 140_000L, 101_024L, 40_000L);
    assertThat(plan.findings()).isEmpty();
    assertThat(plan.arena().paddingBytes()).isEqualTo(32);
    assertThat(run.events)
        .filteredOn(Interval.class::isInstance)
        .extracting(event -> ((Interval) event).buffer().bufferClass())
        .containsExactly("activation", "activation", "weight", "scratch");
  }

  @Test
  void aSearchOf2024TellsAddressesButNoSteps() {
    List<PlanRecord.Summary> plans = run("search-2024").summaries();
    assertThat(plans)
        .extracting(PlanRecord.Summary::state)
        .containsExactly(PlanState.FAILED, PlanState.SUCCESS);
    assertThat(plans.get(0).findings()).containsExactly(new Finding(FindingKind.NO_PLACE, "conv2"));
    PlanRecord.Summary plan = plans.get(1);
    assertThat(plan.space().capacityBytes()).isEqualTo(131_072);
    assertThat(plan.arena().placements().placed()).isEqualTo(3);
    assertThat(plan.arenaBytes()).isEqualTo(98_304);
    assertThat(plan.use().usedPerStep()).containsExactly(98_304L);
  }

  @Test
  void aTryThatBreaksOffIsTruncated() {
    String log = GoldenCase.text("tpumlir/search-2025");
    int cut = log.indexOf("; action = assignLmemAddr; step = completed");
    LogRun run = LogRun.of(log.substring(0, cut).getBytes(StandardCharsets.UTF_8));
    run.end();
    assertThat(run.summaries())
        .extracting(PlanRecord.Summary::state)
        .containsExactly(PlanState.FAILED, PlanState.TRUNCATED);
  }

  @Test
  void withoutTheirStartLinesTriesAreToldApartByABufferThatComesAgain() {
    String log = GoldenCase.text("tpumlir/search-2025");
    String grepped =
        log.lines()
            .filter(line -> line.contains("allocated_memory"))
            .reduce("", (a, b) -> a + b + "\n");
    LogRun run = LogRun.of(grepped.getBytes(StandardCharsets.UTF_8));
    assertThat(run.summaries())
        .extracting(plan -> plan.arena().placements().placed())
        .containsExactly(1, 3);
  }
}
