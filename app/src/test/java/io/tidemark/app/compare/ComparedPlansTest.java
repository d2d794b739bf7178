package io.tidemark.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.cli.Tidemark;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.Attempt;
import io.tidemark.model.plan.Placements;
import io.tidemark.model.plan.PlanArena;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanPeak;
import io.tidemark.model.plan.PlanPeaks;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.plan.StatedPeak;
import io.tidemark.model.plan.StepUse;
import io.tidemark.sink.board.Board;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparedPlansTest {

  private static final RunId RUN = new RunId("a.log", 1);

  @TempDir Path folder;

  private static PlanRecord plan(String setting, PlanState state, int failed, long peak) {
    return new PlanRecord.Summary(
        new Attempt(setting, state, new LogPosition(1, 1)),
        new PlanSpace("LMEM", 1 << 17, 0, 0),
        new StepUse(1, List.of(peak), List.of(peak), List.of(), null),
        new PlanPeaks(
            new PlanPeak(peak, 0),
            new PlanPeak(peak, 0),
            StatedPeak.UNKNOWN,
            Map.of("weight", peak),
            List.of(),
            List.of()),
        new PlanArena(peak, new Placements(3, failed, 0, 0), peak, 0, null, null, null),
        List.of(),
        List.of());
  }

  private static Side side(Map<String, PlanRecord> byName) {
    SortedMap<PlanKey, PlanRecord> keyed = new TreeMap<>();
    byName.forEach((name, plan) -> keyed.put(new PlanKey(RUN, name, 0), plan));
    Board board =
        new Board(
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            keyed,
            new TreeMap<>());
    return new Side("a.log", RUN, board);
  }

  private Side engine(String name, String activations, String cache) throws Exception {
    String line =
        "Memory profiling results: total_gpu_memory=16.00GiB initial_memory_usage=4.50GiB peak_torch_memory=%sGiB memory_usage_post_profile=4.50GiB non_torch_memory=0.25GiB kv_cache_size=%sGiB gpu_memory_utilization=0.90\n";
    Path log = Files.writeString(folder.resolve(name), line.formatted(activations, cache));
    Board board =
        Analysed.of(LogAtRest.of(List.of(log), Settings.DEFAULT).get(0), outcome -> {}).board();
    return new Side(name, board.runs().firstKey(), board);
  }

  @Test
  void aCacheThatShrinksIsTheGrowthOfTheRest() throws Exception {
    Comparison comparison =
        Comparison.of(engine("a.log", "8.00", "4.00"), engine("b.log", "8.50", "3.50"));

    assertThat(comparison.exceeding(12.6)).isEmpty();
    assertThat(comparison.exceeding(12.4))
        .singleElement()
        .satisfies(row -> assertThat(row.what()).endsWith("class KV cache"));
  }

  @Test
  void aSearchThatTriesOneMoreSettingComparesEachSettingWithItself() {
    Side before =
        side(
            Map.of(
                "lmem#1 1,1,1", plan("secs=1,1,1", PlanState.FAILED, 2, 100),
                "lmem#2 2,1,1", plan("secs=2,1,1", PlanState.SUCCESS, 0, 70)));
    Side after =
        side(
            Map.of(
                "lmem#1 1,1,1", plan("secs=1,1,1", PlanState.FAILED, 2, 100),
                "lmem#2 1,2,1", plan("secs=1,2,1", PlanState.FAILED, 1, 90),
                "lmem#3 2,1,1", plan("secs=2,1,1", PlanState.SUCCESS, 0, 70)));

    assertThat(Comparison.of(before, after).peaks())
        .containsExactly(
            new Change("plan lmem#1 1,1,1", 100, 100),
            new Change("plan lmem#2 2,1,1 / lmem#3 2,1,1", 70, 70),
            new Change("plan lmem#2 1,2,1", 0, 90));
  }

  @Test
  void ofManyPlansWithoutASettingTheTenthIsNotTheSecond() {
    Map<String, PlanRecord> many = new TreeMap<>();
    for (int number = 1; number <= 11; number++) {
      many.put("lmem#" + number, plan("", PlanState.SUCCESS, 0, number));
    }
    Map<String, PlanRecord> fewer = new TreeMap<>(many);
    fewer.remove("lmem#11");

    assertThat(Comparison.of(side(many), side(fewer)).peaks())
        .hasSize(11)
        .contains(new Change("plan lmem#10", 10, 10), new Change("plan lmem#11", 11, 0))
        .filteredOn(peak -> peak.bytes() != 0)
        .hasSize(1);
  }

  @Test
  void aPlanThatFindsNoPlaceIsWorseThoughItsPeakIsEqual() {
    Comparison comparison =
        Comparison.of(
            side(Map.of("lmem#1", plan("", PlanState.SUCCESS, 0, 70))),
            side(Map.of("lmem#1", plan("", PlanState.FAILED, 2, 70))));

    assertThat(comparison.peaks()).containsExactly(new Change("plan lmem#1", 70, 70));
    assertThat(comparison.exceeding(50))
        .containsExactly(
            new Change("plan lmem#1 buffers without a place", 0, 2),
            new Change("plan lmem#1 state failed", 0, 1));
  }

  /** The tensors of a Z-Ant plan; {@code b} reuses the buffer of {@code a} from a step on. */
  private static String tensors(int from) {
    String tensor =
        "{\"name\":\"%s\",\"size\":8,\"backing_buffer\":{\"id\":%d,\"size\":8,\"element_type\":"
            + "\"f32\",\"start_borrow\":%d,\"end_borrow\":%d}}";
    return "[%s,%s,%s]"
        .formatted(
            tensor.formatted("a", 0, 0, 1),
            tensor.formatted("b", 0, from, 3),
            tensor.formatted("c", 1, 1, 2));
  }

  private Path array(String name, int from) throws Exception {
    return Files.writeString(
        folder.resolve(name), "Static memory planning\n" + tensors(from) + "\n");
  }

  private Path object(String name, int from) throws Exception {
    String metadata =
        "{\"planner\":\"heuristic v1\",\"static_planning_option\":\"enabled\",\"force_bnb\":false,"
            + "\"flags\":\"-Dstatic_planning=enabled\",\"node_count\":4}";
    return Files.writeString(
        folder.resolve(name),
        "{\"metadata\":%s,\"tensors\":%s}\n".formatted(metadata, tensors(from)));
  }

  private static Comparison compared(Path before, Path after) throws Exception {
    return Comparison.of(
        Side.of(before.toString(), Settings.DEFAULT), Side.of(after.toString(), Settings.DEFAULT));
  }

  @Test
  void theArrayAndTheObjectFormOfOnePlanAreOnePlan() throws Exception {
    Comparison comparison = compared(array("a.log", 2), object("memory_allocation_m.json", 2));

    assertThat(comparison.peaks())
        .containsExactly(new Change("plan zant#1 / zant#1 heuristic v1", 64, 64));
    assertThat(comparison.arenas()).allSatisfy(row -> assertThat(row.bytes()).isZero());
    assertThat(comparison.faults()).isEmpty();
  }

  @Test
  void everyRowThatClosesTheGateIsNamed() throws Exception {
    Path good = object("memory_allocation_good.json", 2);
    Path broken = object("memory_allocation_broken.json", 1);
    Comparison comparison = compared(good, broken);

    assertThat(ComparisonLines.exceeding(comparison, 500))
        .hasSize(2)
        .element(1)
        .asString()
        .contains("plan zant#1 heuristic v1 OVERLAP");
    assertThat(Tidemark.run("compare", "--max-growth", "500", good.toString(), broken.toString()))
        .isEqualTo(3);
    assertThat(Tidemark.run("compare", "--max-growth", "0", broken.toString(), good.toString()))
        .isZero();
    assertThat(Tidemark.run("compare", good.toString(), broken.toString())).isZero();
  }
}
