package io.tidemark.analysis.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.parse.Parsed.Ignored;
import io.tidemark.analysis.parse.Parsed.Rejected;
import io.tidemark.model.Samples;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZantFormatTest {

  private static Parsed parse(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return Formats.parse(bytes, 0, bytes.length);
  }

  private static ZantFact.Plan plan(String line) {
    return (ZantFact.Plan) parse(line);
  }

  private static final String ROW =
      "{\"name\":\"a/b;c:0\",\"size\":27648,\"backing_buffer\":{\"id\":3,\"size\":36864,"
          + "\"element_type\":\"u8\",\"start_borrow\":14,\"end_borrow\":15}}";

  @Test
  void theListFormIsAPlan() {
    assertThat(plan("[" + ROW + "]").tensors())
        .containsExactly(
            new ZantFact.Tensor("a/b;c:0", 27648, new ZantFact.Borrow(3, 36864, "u8", 14, 15)));
  }

  @Test
  void theObjectFormTellsItsPlanner() {
    ZantFact.Plan plan =
        plan(
            "{\"metadata\":{\"planner\":\"heuristic v1\",\"static_planning_option\":\"enabled\","
                + "\"force_bnb\":false,\"flags\":\"-Dfuse\",\"node_count\":50},\"tensors\":["
                + ROW
                + "]}");
    assertThat(plan.planner()).isEqualTo("heuristic v1");
    assertThat(plan.flags()).isEqualTo("-Dfuse");
    assertThat(plan.tensors()).hasSize(1);
  }

  @Test
  void aTensorMayHaveNoBuffer() {
    assertThat(plan("[{\"name\":\"a\",\"size\":1,\"backing_buffer\":null}]").tensors())
        .containsExactly(new ZantFact.Tensor("a", 1, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{\"name\":\"a\",\"size\":1,\"backing_buffer\":{\"id\":0",
        "[{\"name\":\"a\",\"size\":x,\"backing_buffer\":null}]",
        "[{\"name\":\"a\",\"size\":1e400,\"backing_buffer\":{\"id\":99999999999}}]",
        "{\"metadata\":{\"planner\":\"v1\"},\"tensors\":[{]}",
        "[{\"name\":\"a\",\"size\":1,\"backing_buffer\":null}] and more",
      })
  void aBrokenPlanIsRejectedWhereItBreaks(String line) {
    assertThat(parse(line))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.format()).isEqualTo("zant");
              assertThat(rejected.column()).isBetween(10, line.length() + 1);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"metadata\":{\"name\":\"pod-1\"},\"kind\":\"Pod\"}",
        "[{\"name\":\"Alice\",\"age\":3}]"
      })
  void othersJsonIsLeftAlone(String line) {
    assertThat(parse(line)).isEqualTo(Ignored.IGNORED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1, 2]", "{\"a\":1}", "[]", "Some text", " 12: abc", "debug: a t 1"})
  void foreignLinesAreLeftAlone(String line) {
    assertThat(parse(line)).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void theTracingAllocatorTellsWhatItHolds() {
    assertThat(parse("debug(activation): a t     110592 l 110592 pa 4"))
        .isEqualTo(new ZantFact.Held("activation", false, 110592, 110592));
    assertThat(parse("debug(activation): f t          0 l 110592"))
        .isEqualTo(new ZantFact.Held("activation", true, 0, 110592));
  }

  @Test
  void theTrailIsCountedLineByLine() {
    assertThat(parse(" Post-Fusion FUSED_LINK TENSORS: 7"))
        .isEqualTo(new ZantFact.Trail("Post-Fusion FUSED_LINK TENSORS", 7));
    assertThat(parse("Computed backing buffers with branch and bound: 6"))
        .isEqualTo(new ZantFact.Trail("branch and bound buffers", 6));
    long[] counts = new long[2];
    for (String line :
        new String(Samples.bytes("zant/lib_gen_stderr_old_SYNTHETIC.log"), StandardCharsets.UTF_8)
            .lines()
            .toList()) {
      Parsed parsed = parse(line);
      counts[0] += parsed instanceof ZantFact.Trail ? 1 : 0;
      counts[1] += parsed instanceof ZantFact.Plan ? 1 : 0;
    }
    // Two lines of nodes, three of links, one that planning starts.
    assertThat(counts).containsExactly(2 + 3 + 1, 1);
  }

  @Test
  void tfliteMicrosPlanIsRead() {
    assertThat(parse("0 (id=0): size=10, offset=0, first_used=0 last_used=1"))
        .isEqualTo(new TflmFact.Buffer(0, 10, 0, 0, 1));
    assertThat(parse(" 0: " + "0".repeat(70) + ".".repeat(10) + " (1k)"))
        .isEqualTo(new TflmFact.MapRow(0));
    assertThat(parse("0 (id=0): size=10, offset=zero")).isInstanceOf(Rejected.class);
  }
}
