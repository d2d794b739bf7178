package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.system.zant.ZantPlan;
import io.tidemark.analysis.system.zant.ZantPlan.Tensor;
import io.tidemark.model.Samples;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.TensorSizes;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Backing;
import io.tidemark.model.plan.PlanState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The only known real plan of Z-Ant, compared with figures computed independently. */
class BeerPlanSamplesTest {

  private static JsonNode golden() {
    return new JsonMapper().readTree(Samples.bytes("zant/beer.golden.json"));
  }

  private static PlanRecord.Summary summary(String sample) {
    LogRun run = LogRun.of(Samples.bytes("zant/" + sample));
    return run.plans.values().stream()
        .filter(PlanRecord.Summary.class::isInstance)
        .map(PlanRecord.Summary.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static List<Interval> intervals() {
    return LogRun.of(Samples.bytes("zant/beer.json")).events.stream()
        .filter(Interval.class::isInstance)
        .map(Interval.class::cast)
        .toList();
  }

  private static List<Tensor> tensors() {
    byte[] bytes = Samples.bytes("zant/beer.json");
    return ((ZantPlan) LogSystems.ALL.formats().parse(bytes, 0, bytes.length)).tensors();
  }

  @Test
  void everyNameIsWhole() {
    assertThat(intervals())
        .extracting(interval -> interval.buffer().name())
        .containsExactlyInAnyOrderElementsOf(tensors().stream().map(Tensor::name).toList())
        .hasSize(50)
        .anyMatch(name -> name.length() > 200);
  }

  @ParameterizedTest
  @CsvSource({
    "beer.json, 0",
    "lib_gen_stderr_old_SYNTHETIC.log, 0",
    "memory_allocation_beer_object_SYNTHETIC.json, 1"
  })
  void thePlanAddsUpToWhatWasComputed(String sample, int stepsEarlier) {
    PlanRecord.Summary plan = summary(sample);
    assertThat(plan.arenaBytes())
        .isEqualTo(377_856)
        .isEqualTo(golden().get("total_buffer_bytes").asLong());
    assertThat(plan.peakBytes())
        .isEqualTo(221_184)
        .isEqualTo(golden().get("peak_live_bytes_inclusive").asLong());
    assertThat(plan.peaks().placed().step() + stepsEarlier)
        .isEqualTo(9)
        .isEqualTo(golden().get("peak_step").asInt());
    assertThat(plan.arena().placements().placed())
        .isEqualTo(50)
        .isEqualTo(golden().get("tensors").asInt());
    assertThat(plan.backings()).hasSize(9).hasSize(golden().get("buffers").asInt());
    assertThat(golden().get("overlaps_inclusive").asInt() + golden().get("touches").asInt())
        .isZero();
    assertThat(plan.findings()).isEmpty();
    assertThat(plan.state()).isEqualTo(PlanState.COMPLETE);
    assertThat(plan.use().steps() - 1 + stepsEarlier)
        .isEqualTo(50)
        .isEqualTo(golden().get("last_step").asInt());
    assertThat(100 * plan.overhead())
        .isEqualTo(70.83, within(0.005))
        .isEqualTo(golden().get("overhead_percent").asDouble(), within(0.005));
    assertThat(plan.arenaBytes() - plan.peakBytes()).isEqualTo(156_672);
  }

  @ParameterizedTest
  @CsvSource({"beer.json, 0", "memory_allocation_beer_object_SYNTHETIC.json, 1"})
  void everyStepHoldsWhatWasComputed(String sample, int stepsEarlier) {
    PlanRecord.Summary plan = summary(sample);
    Map<Integer, Long> perStep = new TreeMap<>();
    for (int step = 0; step < plan.use().steps(); step++) {
      if (plan.use().usedPerStep().get(step) > 0) {
        perStep.put(step + stepsEarlier, plan.use().usedPerStep().get(step));
      }
    }
    Map<Integer, Long> expected = new TreeMap<>();
    golden()
        .get("live_bytes_by_step")
        .properties()
        .forEach(step -> expected.put(Integer.valueOf(step.getKey()), step.getValue().asLong()));
    assertThat(perStep).isEqualTo(expected).hasSize(50);
    double mean = perStep.values().stream().mapToLong(Long::longValue).average().orElseThrow();
    assertThat(100 * mean / plan.arenaBytes()).isEqualTo(10.55, within(0.005));
  }

  @Test
  void endsAreInclusiveAndTheHalfOpenReadingWouldHalveThePeak() {
    long halfOpen = 0;
    for (int step = 1; step <= 50; step++) {
      int at = step;
      halfOpen =
          Math.max(
              halfOpen,
              intervals().stream()
                  .filter(i -> i.firstStep() <= at && at < i.lastStep())
                  .mapToLong(Interval::bytes)
                  .sum());
    }
    assertThat(halfOpen)
        .isEqualTo(110_592)
        .isEqualTo(golden().get("half_open_peak_bytes_WRONG_v2_script").asLong());
    assertThat(summary("beer.json").peakBytes()).isEqualTo(2 * halfOpen);
  }

  @Test
  void theOwnersOfThePeakAreTheTwoLargeOnes() {
    PlanRecord.Summary plan = summary("beer.json");
    long ofFour = address(plan, 4);
    long ofFive = address(plan, 5);
    assertThat(plan.peaks().owners())
        .extracting(PlanRecord.Owner::address, PlanRecord.Owner::bytes)
        .containsExactlyInAnyOrder(tuple(ofFour, 110_592L), tuple(ofFive, 110_592L));
    for (JsonNode owner : golden().get("peak_owners")) {
      // Very long names are cut; their beginnings are equal.
      String begin = owner.get("name").asString();
      String published = begin.substring(0, Math.min(100, begin.length()));
      assertThat(plan.peaks().owners())
          .filteredOn(o -> o.buffer().startsWith(published))
          .singleElement()
          .returns(address(plan, owner.get("buffer").asInt()), PlanRecord.Owner::address)
          .returns(owner.get("bytes").asLong(), PlanRecord.Owner::bytes);
    }
  }

  private static long address(PlanRecord.Summary plan, int id) {
    return plan.backings().stream().filter(b -> b.id() < id).mapToLong(Backing::bytes).sum();
  }

  @Test
  void everyBufferIsUsedAsComputed() {
    List<Backing> backings = summary("beer.json").backings();
    List<JsonNode> rows = golden().get("per_buffer").valueStream().toList();
    assertThat(backings).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      JsonNode row = rows.get(i);
      Backing backing = backings.get(i);
      assertThat(backing)
          .isEqualTo(
              new Backing(
                  row.get("id").asInt(),
                  row.get("element_type").asString(),
                  row.get("bytes").asLong(),
                  new TensorSizes(
                      row.get("tensors").asInt(),
                      row.get("min_tensor_bytes").asLong(),
                      row.get("max_tensor_bytes").asLong()),
                  row.get("busy_steps").asLong(),
                  row.get("used_byte_steps").asLong()));
      assertThat(backing.bytes() - backing.tensors().largestBytes())
          .isEqualTo(row.get("slack_bytes").asLong());
      assertThat(100 * backing.busyUse())
          .isEqualTo(row.get("busy_util_pct").asDouble(), within(0.005001));
      assertThat(100.0 * backing.usedByteSteps() / backing.bytes() / 50)
          .isEqualTo(row.get("lifetime_util_pct").asDouble(), within(0.005001));
      assertThat(backing.bytes() * (1 - backing.busyUse()))
          .isEqualTo(row.get("mean_wasted_bytes_while_busy").asDouble(), within(0.05001));
      assertThat(backing.bytes() * backing.busySteps() - backing.usedByteSteps())
          .isEqualTo(row.get("wasted_byte_steps_while_busy").asLong());
    }
  }

  @Test
  void everyTensorNamesItsBufferAlike() {
    Map<Integer, Long> elements =
        tensors().stream()
            .map(t -> Objects.requireNonNull(t.buffer()))
            .collect(
                Collectors.toMap(
                    b -> b.id(), b -> b.elements(), (one, other) -> one, TreeMap::new));
    List<Long> expected =
        golden().get("per_buffer").valueStream().map(row -> row.get("elements").asLong()).toList();
    assertThat(elements.values()).containsExactlyElementsOf(expected);
    assertThat(expected.stream().mapToLong(Long::longValue).sum())
        .isEqualTo(322_560)
        .isEqualTo(golden().get("total_buffer_elements").asLong());
    assertThat(tensors()).extracting(Tensor::name).doesNotHaveDuplicates().hasSize(50);
  }

  @Test
  void livesBeginAndLastAsComputed() {
    Map<Integer, Long> lengths =
        intervals().stream()
            .collect(
                Collectors.groupingBy(i -> i.lastStep() - i.firstStep(), Collectors.counting()));
    assertThat(lengths).isEqualTo(Map.of(1, 47L, 6, 2L, 8, 1L));
    Map<Integer, Long> begins =
        intervals().stream()
            .collect(
                Collectors.groupingBy(Interval::firstStep, TreeMap::new, Collectors.counting()));
    assertThat(begins).hasSize(49).containsKeys(golden().get("first_step").asInt(), 49);
    assertThat(begins.entrySet()).filteredOn(e -> e.getValue() > 1).hasSize(1);
    assertThat(begins).containsEntry(24, 2L);
  }

  @ParameterizedTest
  @CsvSource({"u8, 1, 221184", "f32, 4, 36864"})
  void eachElementTypeHasItsOwnPeak(String type, int width, long expected) {
    long peak = 0;
    for (int step = 1; step <= 50; step++) {
      long live = 0;
      for (Tensor tensor : tensors()) {
        ZantPlan.Borrow buffer = Objects.requireNonNull(tensor.buffer());
        boolean alive = buffer.firstStep() <= step && step <= buffer.lastStep();
        live += alive && buffer.elementType().equals(type) ? width * tensor.elements() : 0;
      }
      peak = Math.max(peak, live);
    }
    assertThat(peak).isEqualTo(expected);
  }
}
