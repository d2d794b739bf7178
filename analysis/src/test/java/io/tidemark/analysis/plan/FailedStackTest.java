package io.tidemark.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.memory.ModuleGroups;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.PlanRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailedStackTest {

  private final PlanFigures plan = new PlanFigures(1, "LMEM", 1000, 1);

  FailedStackTest() {
    plan.name("lmem#1", "");
  }

  private static Interval buffer(String name, long address, long bytes) {
    return new Interval(
        new LogPosition(0, 0),
        "",
        "",
        new PlannedBuffer(name, "", "activation"),
        Lifetime.of(0, 0),
        Extent.stated(address, bytes),
        address >= 0);
  }

  private List<Long> published(Map<Integer, PlanRecord> pages) {
    return ((PlanRecord.Page) pages.get(1))
        .intervals().stream().map(i -> i.extent().start()).toList();
  }

  @Test
  void theFailedStandOneAboveTheOtherOverTheHighestPlaced() {
    plan.add(buffer("high", 100, 50));
    plan.add(buffer("low", 0, 20));
    assertThat(plan.add(buffer("first", -1, 7)).extent().address()).isEqualTo(150);
    assertThat(plan.add(buffer("second", -1, 3)).extent().address()).isEqualTo(157);
    assertThat(plan.add(buffer("second", -1, 3)).placed()).isFalse();
    Map<Integer, PlanRecord> pages = plan.changedPages(false, ModuleGroups.NONE);
    assertThat(published(pages)).containsExactly(100L, 0L, 150L, 157L, 160L);
    assertThat(((PlanRecord.Summary) pages.get(0)).arena().stackedBytes()).isEqualTo(163);
    assertThat(((PlanRecord.Summary) pages.get(0)).use().usedPerStep()).containsExactly(70L);
  }

  @Test
  void whoIsPlacedAfterThemLiftsThemAndTheirPageIsToldAgain() {
    for (int i = 0; i < PlanRecord.Page.SIZE; i++) {
      plan.add(buffer("failed", -1, 1));
    }
    assertThat(published(plan.changedPages(false, ModuleGroups.NONE)))
        .startsWith(0L, 1L)
        .endsWith(255L);
    plan.add(buffer("placed", 10, 10));
    Map<Integer, PlanRecord> pages = plan.changedPages(false, ModuleGroups.NONE);
    assertThat(pages).containsOnlyKeys(0, 1, 2);
    assertThat(published(pages)).startsWith(20L, 21L).endsWith(275L);
  }

  @Test
  void theyStandWhereTheyStoodAfterARestart() {
    plan.add(buffer("placed", 0, 10));
    plan.add(buffer("first", -1, 7));
    PlanFigures again = PlanFigures.read(1, plan.unstoredPages().get(0));
    plan.add(buffer("touch", -1, 0));
    again.readPage(1, plan.unstoredPages().get(1));
    assertThat(again.add(buffer("second", -1, 3)).extent().address()).isEqualTo(17);
    assertThat(published(again.changedPages(false, ModuleGroups.NONE)))
        .containsExactly(0L, 10L, 17L, 17L);
  }
}
