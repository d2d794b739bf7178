package io.tidemark.analysis;

import static io.tidemark.analysis.XlaDumpTest.intervals;
import static io.tidemark.analysis.XlaDumpTest.summary;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Summary;
import io.tidemark.model.plan.PlanState;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class XlaDumpSamplesTest {

  static final String CPU = "cpu_jax0.10.2_train_step";
  static final String FITS = "tpu_v5e_libtpu0.0.42.1_train_step_fits";
  static final String OOM = "tpu_v5e_libtpu0.0.42.1_train_step_oom_b48";

  static final List<String> KINDS =
      List.of("buffer-assignment-values", "buffer-assignment", "live-range", "memory-usage-report");

  static byte[] dump(String set, List<String> kinds) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String kind : kinds) {
      bytes.writeBytes(Samples.bytes("xla/" + set + "-" + kind + ".txt"));
    }
    return bytes.toByteArray();
  }

  private static JsonNode golden(String set) {
    return JsonMapper.shared()
        .readTree(Samples.bytes("xla/golden.json"))
        .get(set + "-buffer-assignment.txt");
  }

  /**
   * Padding at a step, computed directly: of each distinct address range in use, the buffer that
   * began last counts.
   */
  private static long padding(List<Interval> intervals, int step) {
    TreeMap<String, Interval> latest = new TreeMap<>();
    for (Interval i : intervals) {
      if (i.placed() && i.firstStep() <= step && step <= i.lastStep()) {
        latest.merge(
            i.extent().address() + "+" + i.bytes(),
            i,
            (one, other) -> other.firstStep() > one.firstStep() ? other : one);
      }
    }
    return latest.values().stream()
        .filter(i -> i.extent().unpaddedBytes() != null)
        .mapToLong(i -> Math.max(0, i.bytes() - i.extent().unpaddedBytes()))
        .sum();
  }

  @ParameterizedTest
  @CsvSource({FITS + ", module HBM", OOM + ", module HBM"})
  void theUnpaddedCurveIsTheArenasLessItsTiles(String set, String plan) {
    LogRun run = LogRun.of(dump(set, KINDS));
    Summary summary = summary(run, plan);
    List<Interval> intervals = intervals(run, plan);
    assertThat(summary.use().unpaddedPerStep()).hasSize(summary.use().steps());
    assertThat(summary.use().unpaddedPerStep().get(summary.peaks().placed().step()))
        .isEqualTo(summary.peakBytes() - summary.arena().paddingBytes());
    for (int step = 0; step < summary.use().steps(); step += 97) {
      assertThat(summary.use().usedPerStep().get(step) - summary.use().unpaddedPerStep().get(step))
          .as("step %d", step)
          .isEqualTo(padding(intervals, step));
    }
    assertThat(summary.arena().paddingBytes()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({CPU + ", module DEFAULT", FITS + ", module HBM", OOM + ", module HBM"})
  void theArenasPeakIsTheReferencesInItsBytesStepAndBuffers(String set, String plan) {
    LogRun run = LogRun.of(dump(set, KINDS));
    JsonNode golden = golden(set);
    Summary summary = summary(run, plan);
    int step = golden.get("temp_reconstructed_peak_step").asInt();
    long arenaPeak = golden.get("temp_reconstructed_peak_bytes").asLong();
    long arena = arenaPeak + golden.get("temp_fragmentation_bytes").asLong();
    long stated = golden.get("bytes_by_color").get("0").asLong();
    long called = summary.arena().calledBytes() == null ? 0 : summary.arena().calledBytes();
    long space = stated - called;
    assertThat(summary.peaks().placed().step()).isEqualTo(step);
    assertThat(summary.peaks().classBytes()).containsEntry("temporary", arenaPeak);
    assertThat(summary.peakBytes()).isEqualTo(space - arena + arenaPeak);
    assertThat(summary.arenaBytes()).isEqualTo(space);
    assertThat(summary.arena().fragmentationBytes())
        .isEqualTo(golden.get("temp_fragmentation_bytes").asLong());
    assertThat(summary.arena().statedBytes()).isEqualTo(stated);
    assertThat(summary.findings()).isEmpty();
    // No instruction runs at the last step, where values end that outlive the program.
    assertThat(summary.use().instructions()).hasSize(summary.use().steps() - 1);
    assertThat(summary.use().steps()).isEqualTo(golden.get("schedule_max").asInt() + 1);
    assertThat(summary.use().usedPerStep()).hasSize(summary.use().steps());
    assertThat(summary.peaks().logical().bytes())
        .isEqualTo(golden.get("live_range_peak_bytes").asLong());
    assertThat(summary.peaks().logical().step())
        .isEqualTo(golden.get("live_range_peak_moment").asInt());
    assertThat(summary.arena().placements().cut())
        .isEqualTo(golden.get("temp_values_without_live_range").asLong());
    assertThat(summary.state()).isEqualTo(PlanState.COMPLETE);
    assertThat(intervals(run, plan))
        .filteredOn(
            i ->
                i.buffer().bufferClass().equals("temporary")
                    && i.firstStep() <= step
                    && step <= i.lastStep())
        .hasSize(golden.get("temp_live_values_at_peak").asInt());
    assertThat(run.rejects).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {CPU, FITS, OOM})
  void theBytesOfEveryClassAndColourAddUp(String set) {
    LogRun run = LogRun.of(dump(set, KINDS));
    JsonNode golden = golden(set);
    TreeMap<String, Long> classes = new TreeMap<>();
    long total = 0;
    for (PlanRecord record : run.plans.values()) {
      if (record instanceof Summary summary) {
        total += summary.arenaBytes();
        Long called = summary.arena().calledBytes();
        classes.merge("thread-local", called == null ? 0 : called, Long::sum);
        summary
            .peaks()
            .classBytes()
            .forEach((name, bytes) -> classes.merge(name, bytes, Long::sum));
      }
    }
    for (String name : List.of("Parameter", "Output", "Constant", "Thread-local")) {
      JsonNode expected = golden.get("bytes_by_class").get(name);
      assertThat(classes).containsEntry(name.toLowerCase(Locale.ROOT), expected.asLong());
    }
    assertThat(total + classes.get("thread-local")).isEqualTo(golden.get("total_bytes").asLong());
  }

  @Test
  void theColoursOfATpuAreItsMemories() {
    LogRun run = LogRun.of(dump(FITS, KINDS));
    assertThat(run.plans.keySet())
        .contains(
            "log#1 module HBM 0",
            "log#1 module VMEM 0",
            "log#1 module SMEM 0",
            "log#1 module SFLAG 0");
  }

  @Test
  void theFilesMayComeInAnyOrder() {
    LogRun whole = LogRun.of(dump(FITS, KINDS));
    List<String> kinds = new ArrayList<>(KINDS);
    for (int turn = 0; turn < 4; turn++) {
      Collections.rotate(kinds, 1);
      assertSame(whole, LogRun.of(dump(FITS, kinds)));
    }
    Collections.reverse(kinds);
    assertSame(whole, LogRun.of(dump(FITS, kinds)));
  }

  private static void assertSame(LogRun whole, LogRun other) {
    assertThat(other.plans.keySet()).isEqualTo(whole.plans.keySet());
    for (String key : whole.plans.keySet()) {
      assertThat(other.plans.get(key))
          .usingRecursiveComparison()
          .ignoringFieldsMatchingRegexes(".*offset", ".*statedBytes")
          .as(key)
          .isEqualTo(whole.plans.get(key));
    }
  }

  @Test
  void aSecondModuleHasPlansOfItsOwn() {
    byte[] two =
        new String(dump(FITS, KINDS), StandardCharsets.UTF_8)
            .concat(new String(dump(OOM, KINDS), StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8);
    LogRun run = LogRun.of(two);
    assertThat(summary(run, "module HBM").peaks().classBytes())
        .containsEntry("temporary", 13_302_256_640L);
    assertThat(summary(run, "module#2 HBM").peaks().classBytes())
        .containsEntry("temporary", 43_267_141_120L);
    assertThat(run.events)
        .filteredOn(e -> e instanceof Interval i && i.plan().equals("module HBM"))
        .hasSameSizeAs(intervals(run, "module HBM"));
  }

  @Test
  void theFrameworksOpsAreNamed() {
    LogRun run = LogRun.of(dump(FITS, KINDS));
    assertThat(intervals(run, "module HBM"))
        .anyMatch(i -> i.buffer().op().contains("transpose(jvp(layer_0))/mlp/dot_general"))
        .anyMatch(i -> i.buffer().op().equals("(no op_name)"));
  }

  @Test
  void withoutLiveRangesTheAllocationsStandAlone() {
    LogRun run = LogRun.of(dump(FITS, List.of("buffer-assignment", "buffer-assignment-values")));
    Summary summary = summary(run, "module HBM");
    assertThat(summary.state()).isEqualTo(PlanState.OPEN);
    assertThat(summary.peakBytes()).isEqualTo(15_979_062_272L - 124_928);
    assertThat(summary.peaks().classBytes()).containsEntry("temporary", 13_309_985_280L);
    assertThat(summary.peaks().logical().bytes()).isNull();
  }

  /** Until 2024 one file held the allocations and the values. */
  @Test
  void theOldLayoutSaysTheSame() {
    LogRun whole = LogRun.of(dump(CPU, KINDS));
    byte[] old = dump(CPU, List.of("buffer-assignment", "buffer-assignment-values", "live-range"));
    assertSame(whole, LogRun.of(old));
  }

  @Test
  void aSummaryTravelsAsJson() {
    Summary summary = summary(LogRun.of(dump(CPU, KINDS)), "module DEFAULT");
    JsonMapper json = JsonMapper.shared();
    assertThat(json.readValue(json.writeValueAsString(summary), Summary.class)).isEqualTo(summary);
  }

  /**
   * Its allocations are missing, so only the total shows that the values belong to another module.
   */
  @Test
  void valuesOfAnotherTotalBelongToTheNextModule() {
    byte[] first = dump(CPU, List.of("live-range", "buffer-assignment"));
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    log.writeBytes(first);
    log.writeBytes(dump(FITS, List.of("buffer-assignment-values", "buffer-assignment")));
    LogRun run = LogRun.of(log.toByteArray());
    assertThat(intervals(run, "module DEFAULT"))
        .allMatch(i -> i.buffer().op().equals("(no op_name)"));
    assertThat(run.plans).containsKey("log#1 module#2 HBM 0");
    assertThat(summary(run, "module#2 HBM").state()).isEqualTo(PlanState.OPEN);
  }
}
