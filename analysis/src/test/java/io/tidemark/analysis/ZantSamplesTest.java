package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.PlanRecord.Finding;
import io.tidemark.model.Samples;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ZantSamplesTest {

  private static final JsonNode GOLDEN =
      new JsonMapper().readTree(Samples.bytes("zant/beer.golden.json"));

  private static LogRun run(String text) {
    return LogRun.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static PlanRecord.Summary summary(LogRun run) {
    return run.plans.values().stream()
        .filter(PlanRecord.Summary.class::isInstance)
        .map(PlanRecord.Summary.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "beer.json, 0",
    "lib_gen_stderr_old_SYNTHETIC.log, 0",
    "memory_allocation_beer_object_SYNTHETIC.json, 1"
  })
  void theBeerPlanIsAsComputedByHand(String sample, int stepsEarlier) {
    LogRun run = LogRun.of(Samples.bytes("zant/" + sample));
    PlanRecord.Summary plan = summary(run);
    assertThat(plan.arenaBytes()).isEqualTo(377_856);
    assertThat(plan.peakBytes()).isEqualTo(221_184);
    assertThat(plan.peakStep()).isEqualTo(9 - stepsEarlier);
    assertThat(plan.placed()).isEqualTo(50);
    assertThat(plan.findings()).isEmpty();
    assertThat(plan.state()).isEqualTo("success");
    Map<String, Long> perStep = new TreeMap<>();
    for (int step = 0; step < plan.steps(); step++) {
      if (plan.usedPerStep().get(step) > 0) {
        perStep.put(String.valueOf(step + stepsEarlier), plan.usedPerStep().get(step));
      }
    }
    Map<String, Long> golden = new TreeMap<>();
    GOLDEN
        .get("live_bytes_by_step")
        .properties()
        .forEach(step -> golden.put(step.getKey(), step.getValue().asLong()));
    assertThat(perStep).isEqualTo(golden);
  }

  @Test
  void theOwnersOfThePeakAreTheTwoLargeOnes() {
    LogRun run = LogRun.of(Samples.bytes("zant/beer.json"));
    List<String> owners =
        run.events.stream()
            .filter(Interval.class::isInstance)
            .map(Interval.class::cast)
            .filter(i -> i.firstStep() <= 9 && i.lastStep() >= 9)
            .map(Interval::buffer)
            .toList();
    assertThat(owners).hasSize(2).contains("Relu6__10_0_quantized");
    assertThat(owners).anyMatch(name -> name.startsWith("model_1/block_1_expand_relu/Relu6;"));
  }

  @Test
  void nineBuffersLieOneAfterAnother() {
    LogRun run = LogRun.of(Samples.bytes("zant/beer.json"));
    Map<Long, Long> largest =
        run.events.stream()
            .filter(Interval.class::isInstance)
            .map(Interval.class::cast)
            .collect(Collectors.toMap(Interval::address, Interval::bytes, Math::max, TreeMap::new));
    List<Long> bytes =
        GOLDEN.get("per_buffer").valueStream().map(row -> row.get("bytes").asLong()).toList();
    assertThat(largest.values()).containsExactlyElementsOf(bytes).hasSize(9);
  }

  private static String row(String name, int size, int id, int of, String type, int from, int to) {
    return ("{\"name\":\"%s\",\"size\":%d,\"backing_buffer\":{\"id\":%d,\"size\":%d,"
            + "\"element_type\":\"%s\",\"start_borrow\":%d,\"end_borrow\":%d}}")
        .formatted(name, size, id, of, type, from, to);
  }

  private static List<Finding> findings(String planner, String... rows) {
    return summary(
            run(
                "{\"metadata\":{\"planner\":\"%s\"},\"tensors\":[%s]}"
                    .formatted(planner, String.join(",", rows))))
        .findings();
  }

  @Test
  void buffersThatMeetAreFound() {
    String first = row("a", 4, 0, 4, "u8", 0, 2);
    assertThat(findings("heuristic v1", first, row("b", 4, 0, 4, "u8", 1, 3)))
        .containsExactly(new Finding("OVERLAP", "buffer 0 at step 1"));
    assertThat(findings("heuristic v1", first, row("b", 4, 0, 4, "u8", 2, 3)))
        .containsExactly(new Finding("OVERLAP", "buffer 0 at step 2"));
    assertThat(findings("heuristic v0", first, row("b", 4, 0, 4, "u8", 2, 3)))
        .containsExactly(new Finding("TOUCH", "buffer 0 at step 2"));
    assertThat(findings("heuristic v1", first, row("b", 4, 0, 4, "u8", 3, 3))).isEmpty();
  }

  @Test
  void whatIsOddOfATensorIsFound() {
    assertThat(
            findings(
                "heuristic v0",
                row("big", 5, 0, 4, "u8", 0, 1),
                row("end", 1, 0, 4, "u8", 7, 0),
                row("end", 1, 0, 4, "q7", 8, 9),
                row("size", 1, 2, 4, "i64", 2, 2),
                row("other", 1, 2, 8, "i64", 3, 3),
                "{\"name\":\"none\",\"size\":1,\"backing_buffer\":null}"))
        .containsExactlyInAnyOrder(
            new Finding("TOO_BIG", "big"),
            new Finding("UNTERMINATED", "end"),
            new Finding("DUP_NAME", "end"),
            new Finding("UNKNOWN_TYPE", "q7 of end"),
            new Finding("TYPE_CONFLICT", "buffer 0 at end"),
            new Finding("SIZE_CONFLICT", "buffer 2 at other"),
            new Finding("ID_GAP", "buffer 1 to 1"),
            new Finding("NULL_BUFFER", "none"));
  }

  @Test
  void widthsAreOfTheElementTypeAndAnEndedBeforeItBeganIsNotLive() {
    PlanRecord.Summary plan =
        summary(
            run(
                "["
                    + row("a", 10, 0, 10, "i64", 0, 1)
                    + ","
                    + row("b", 10, 1, 10, "f16", 1, 1)
                    + ","
                    + row("c", 10, 2, 10, "f32", 5, 0)
                    + "]"));
    assertThat(plan.usedPerStep()).containsExactly(80L, 100L);
    assertThat(plan.arenaBytes()).isEqualTo(80 + 20 + 40);
  }

  @Test
  void theTracingAllocatorIsAMemoryOfUnknownSize() {
    LogRun run =
        run(
            """
            debug(activation): a t     110592 l 110592 pa 4
            debug(activation): a t     221184 l 110592 pa 4
            debug(activation): f t     110592 l 110592
            """);
    assertThat(run.usage.get("log#1 0 ACTIVATION").tidemark().usedBytes()).isEqualTo(221_184);
    assertThat(run.usage.get("log#1 0 ACTIVATION").now().usedBytes()).isEqualTo(110_592);
    assertThat(run.usage.get("log#1 0 ACTIVATION").snapshots()).isEqualTo(3);
  }

  @Test
  void tfliteMicrosPlanIsAPlan() {
    LogRun run =
        run(
            "0 (id=0): size=100, offset=0, first_used=0 last_used=1\n"
                + "1 (id=1): size=50, offset=100, first_used=1 last_used=2\n"
                + " 0: "
                + "0".repeat(80)
                + " (1k)\n"
                + " 1: "
                + "0".repeat(80)
                + " (1k)\n");
    PlanRecord.Summary plan = summary(run);
    assertThat(plan.usedPerStep()).containsExactly(100L, 150L, 50L);
    assertThat(plan.arenaBytes()).isEqualTo(150);
    assertThat(plan.state()).isEqualTo("success");
  }
}
