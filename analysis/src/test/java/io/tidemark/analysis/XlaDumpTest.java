package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Summary;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans from XLA dumps. */
class XlaDumpTest {

  static Summary summary(LogRun run, String plan) {
    return (Summary) Objects.requireNonNull(run.plans.get("log#1 " + plan + " 0"), plan);
  }

  static List<Interval> intervals(LogRun run, String plan) {
    List<Interval> intervals = new ArrayList<>();
    run.plans.forEach(
        (key, record) -> {
          if (key.startsWith("log#1 " + plan + " ") && record instanceof PlanRecord.Page page) {
            intervals.addAll(page.intervals());
          }
        });
    return intervals;
  }

  @Test
  void linesThatOthersPrintTooStartNoDump() {
    String log =
        """
            12:step
            buffer{}:3-4
            <7 nodes>
        Total bytes used: 12 (12B)
        Memory Space: x (color=1)
        allocation 3: size 12, constant:
         value: <1 a> (size=1,offset=0): f32[]
        """;
    LogRun run = LogRun.of(log.getBytes(StandardCharsets.UTF_8));
    assertThat(run.plans).isEmpty();
    assertThat(run.runs.firstEntry().getValue().formats()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "xla/dump",
        "xla/dump-tpu",
        "xla/out-of-memory-report",
        "xla/buffer-assignment-debugging"
      })
  void whatAnOpNameHoldsIsNoFigure(String name) {
    String log = GoldenCase.text(name);
    String hostile = log.replaceAll("(op_name=\"[^\"]*)\"", "$1; size = 7\"");
    assertThat(hostile).isNotEqualTo(log);
    assertThat(sizes(hostile)).isEqualTo(sizes(log)).isNotEmpty();
  }

  private static List<String> sizes(String log) {
    LogRun run = LogRun.of(log);
    run.end();
    return run.summaries().stream()
        .map(plan -> plan.use() + " " + plan.peakBytes() + " " + plan.arena())
        .toList();
  }

  @Test
  void aProgramLongerThanAPlanIsToldInCoarserSteps() {
    String log =
        """
        BufferAssignment:
        allocation 0: size 100, preallocated-temp:
         value: <1 a @0> (size=60,offset=0): f32[15]{0}
         value: <2 b @0> (size=60,offset=0): f32[15]{0}
        HloLiveRange (max 40000):
          InstructionSequence:
          BufferLiveRange:
            a{}:0-20000
            b{}:30000-40000
          Live ranges at 30000 (peak):
        """;
    Summary summary = summary(LogRun.of(log.getBytes(StandardCharsets.UTF_8)), "module DEFAULT");
    assertThat(summary.attempt().setting()).isEqualTo("program_points_per_step=3");
    assertThat(summary.use().steps()).isEqualTo(13_334);
    assertThat(summary.peakBytes()).isEqualTo(60);
    assertThat(summary.use().usedPerStep().get(6_666)).isEqualTo(60);
    assertThat(summary.use().usedPerStep().get(6_667)).isZero();
    assertThat(summary.peaks().logical().step()).isEqualTo(10_000);
    assertThat(summary.arena().placements().cut()).isZero();
  }

  @Test
  void aNameOfAKibibyteIsWholeAndFindsItsLinesInEveryFile() {
    assertThat(named("f".repeat(1000)).name()).isEqualTo("f".repeat(1000) + "{1}");
  }

  @Test
  void aLongerNameIsCutAlikeInEveryFile() {
    String name = named("fusion_of_many".repeat(100)).name();
    assertThat(name).hasSizeLessThan(140).endsWith("{1}");
  }

  @Test
  void longNamesWithoutEndAreCutAndStillFindTheirLines() {
    StringBuilder values = new StringBuilder("BufferAssignment:\n");
    StringBuilder ranges = new StringBuilder("HloLiveRange (max 4):\n  BufferLiveRange:\n");
    values.append("allocation 0: size 100, preallocated-temp:\n");
    for (int i = 0; i < 8_000; i++) {
      String name = "n".repeat(1_000) + i + "{}";
      values.append(" value: <%d %s @0> (size=8,offset=0): f32[2]{0}\n".formatted(i, name));
      ranges.append("    %s:1-2\n".formatted(name));
    }
    String log = values.append(ranges).append("  Live ranges at 1 (peak):\n").toString();
    LogRun run = LogRun.of(log.getBytes(StandardCharsets.UTF_8));
    assertThat(summary(run, "module DEFAULT").arena().placements().cut()).isZero();
    assertThat(intervals(run, "module DEFAULT")).hasSize(8_000);
    assertThat(
            run.plans.values().stream()
                .mapToInt(record -> Json.MAPPER.writeValueAsBytes(record).length)
                .max()
                .getAsInt())
        .isLessThan(400_000);
  }

  @Test
  void theTotalOfAReportThatTheAllocationsDoNotReachIsFound() {
    String report = "Memory Space: default (color=0)\nTotal bytes: 101 (101B)\n";
    LogRun run = LogRun.of((LOG.replace("NAME", "a") + report).getBytes(StandardCharsets.UTF_8));
    Summary plan = summary(run, "module DEFAULT");
    assertThat(plan.arena().statedBytes()).isEqualTo(101);
    assertThat(plan.arena().fragmentationBytes()).isEqualTo(100 - 60);
    assertThat(plan.findings())
        .containsExactly(
            new PlanRecord.Finding(
                FindingKind.TOTAL_DIFFERS,
                "the memory usage report says 101 B, the allocations add up to 100 B"));
  }

  @Test
  void calledComputationsAreCountedBesideTheFootprint() {
    String log =
        """
        BufferAssignment:
        allocation 0: size 4096, parameter 0, shape |f32[1024]| at ShapeIndex {}:
         value: <1 p @0> (size=4096,offset=0): f32[1024]{0}
        allocation 1: size 700, thread-local:
         value: <2 body.1 @0> (size=700,offset=0): f32[175]{0}
        allocation 2: size 33, color 4, thread-local:
         value: <3 flag @0> (size=33,offset=0): s8[33]{0}
        allocation 3: size 50, thread-local:
        HloLiveRange (max 2):
          BufferLiveRange:
            p{}:0-2
            body.1{}:1-1
            flag{}:1-1
          Live ranges at 1 (peak):
        Memory Space: default (color=0)
        Total bytes: 4846 (4.7KiB)
        Memory Space: other (color=4)
        Total bytes: 33 (33B)
        """;
    LogRun run = LogRun.of(log.getBytes(StandardCharsets.UTF_8));
    Summary plan = summary(run, "module DEFAULT");
    assertThat(plan.arenaBytes()).isEqualTo(4096);
    assertThat(plan.peakBytes()).isEqualTo(4096);
    assertThat(plan.peaks().classBytes()).containsOnlyKeys("parameter");
    assertThat(plan.arena().calledBytes()).isEqualTo(750);
    assertThat(plan.arena().statedBytes()).isEqualTo(4846);
    assertThat(plan.findings()).isEmpty();
    assertThat(plan.state()).isEqualTo(PlanState.COMPLETE);
    assertThat(run.plans.keySet()).noneMatch(key -> key.contains("COLOR_4"));
  }

  private static PlannedBuffer named(String name) {
    String log = LOG.replace("NAME", name);
    List<Interval> intervals =
        intervals(LogRun.of(log.getBytes(StandardCharsets.UTF_8)), "module DEFAULT");
    assertThat(intervals).hasSize(1);
    assertThat(intervals.get(0).firstStep()).isEqualTo(1);
    PlannedBuffer buffer = intervals.get(0).buffer();
    assertThat(buffer.op()).isEqualTo("jit(f)/add");
    assertThat(buffer.contents())
        .isEqualTo(new BufferContents("[15]", "f32", "{0}", 15L, 0L, "add", "jit(f)/add"));
    return buffer;
  }

  private static final String LOG =
      """
      BufferAssignment:
      allocation 0: size 100, preallocated-temp:
       value: <1 NAME{1} @0> (size=60,offset=0): f32[15]{0}
      HloLiveRange (max 4):
        BufferLiveRange:
          NAME{1}:1-2
        Live ranges at 1 (peak):
      Used values:
      <1 NAME{1} @0>
       from instruction: %NAME = f32[15]{0} add(%a), metadata={op_name="jit(f)/add"}
      """;
}
