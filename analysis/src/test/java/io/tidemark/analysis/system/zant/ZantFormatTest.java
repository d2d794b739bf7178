package io.tidemark.analysis.system.zant;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.run.LogSystems;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZantFormatTest {

  private static Parsed parse(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return LogSystems.ALL.formats().parse(bytes, 0, bytes.length);
  }

  private static ZantPlan plan(String line) {
    return (ZantPlan) parse(line);
  }

  private static final String ROW =
      "{\"name\":\"a/b;c:0\",\"size\":27648,\"backing_buffer\":{\"id\":3,\"size\":36864,"
          + "\"element_type\":\"u8\",\"start_borrow\":14,\"end_borrow\":15}}";

  @Test
  void theListFormIsAPlan() {
    assertThat(plan("[" + ROW + "]").tensors())
        .containsExactly(
            new ZantPlan.Tensor("a/b;c:0", 27648, new ZantPlan.Borrow(3, 36864, "u8", 14, 15)));
  }

  @Test
  void theObjectFormTellsItsPlanner() {
    ZantPlan plan =
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
        .containsExactly(new ZantPlan.Tensor("a", 1, null));
  }

  private static final String BUFFER =
      "{\"id\":0,\"size\":4,\"element_type\":\"u8\",\"start_borrow\":1,\"end_borrow\":2}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'id':0 | the line does not end with the plan",
        "{'id':0]}] | the plan's JSON breaks here",
        "null}] and more | the line does not end with the plan",
        "null}] and [more] | the plan's JSON breaks here",
        "null}] [1] | text after the plan's JSON",
        "null},5] | no tensor in the list of tensors",
        "null},{'name':'b'}] | a tensor without its name or size",
        "null},{'size':1}] | a tensor without its name or size",
        "null},{'name':'b','size':-1}] | size is no number from 0 to 9999999999999",
        "null},{'name':'b','size':10000000000000}] | size is no number from 0 to 9999999999999",
        "null},{'name':'b','size':99999999999999999999}]"
            + " | size is no number from 0 to 9999999999999",
        "null},{'name':'b','size':1.5}] | size is no number from 0 to 9999999999999",
        "{}}] | a backing buffer without its id, size, type or steps",
        "{'id':0,'size':4,'start_borrow':1,'end_borrow':2}}]"
            + " | a backing buffer without its id, size, type or steps",
        "{'id':-1}}] | id is no number from 0 to 2147483647",
        "{'id':0,'size':-4}}] | size is no number from 0 to 9999999999999",
        "{'start_borrow':-1}}] | start_borrow is no number from 0 to 2147483647",
        "{'end_borrow':-1}}] | end_borrow is no number from 0 to 2147483647",
        "{'end_borrow':{'id':0}}}] | end_borrow is no number from 0 to 2147483647",
        "{'element_type':{'id':0}}}] | a backing buffer without its id, size, type or steps",
      })
  void aBrokenPlanIsRejectedForWhatBreaksIt(String rest, String reason) {
    String head = "[{'name':'a','size':1,'backing_buffer':";
    String line = (head + rest).replace('\'', '"');
    assertThat(parse(line))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.format()).isEqualTo("zant");
              assertThat(rejected.reason()).isEqualTo(reason);
              assertThat(rejected.column()).isBetween(head.length(), line.length());
            });
  }

  @Test
  void theColumnIsThatOfTheFirstThingWrong() {
    String line = "[{\"name\":\"a\",\"size\":-1,\"backing_buffer\":{}}";
    assertThat(parse(line + "]")).isEqualTo(new Rejected("zant", 21, reasonOf(line + "]")));
    assertThat(reasonOf(line + "]")).startsWith("size is no number");
    assertThat(parse(line)).isEqualTo(new Rejected("zant", line.length(), reasonOf(line)));
  }

  private static String reasonOf(String line) {
    return ((Rejected) parse(line)).reason();
  }

  @Test
  void aBrokenObjectIsRejectedToo() {
    assertThat(reasonOf("{\"metadata\":{\"planner\":\"v1\"},\"tensors\":[{]}"))
        .isEqualTo("the plan's JSON breaks here");
    assertThat(reasonOf("{\"metadata\":{},\"tensors\":[]]"))
        .isEqualTo("the line does not end with the plan");
    assertThat(parse("{\"metadata\":{},\"tensors\":[]}")).isInstanceOf(ZantPlan.class);
  }

  @Test
  void whatACutLineOfMegabytesHoldsIsNotRead() {
    String row = "{\"name\":\"a\",\"size\":-1,\"backing_buffer\":" + BUFFER + "},";
    String line = "[" + row.repeat(10_000);
    assertThat(parse(line))
        .isEqualTo(new Rejected("zant", line.length(), "the line does not end with the plan"));
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
  @ValueSource(
      strings = {"[1, 2]", "{\"a\":1}", "[ ]", "[[]]", "Some text", " 12: abc", "debug: a t 1"})
  void foreignLinesAreLeftAlone(String line) {
    assertThat(parse(line)).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void anEmptyListMayBeAPlan() {
    assertThat(parse("[]")).isEqualTo(new ZantPlan(null, null, List.of(), 0));
  }

  private static RowFact scope(String kind, Map<String, Long> figures) {
    return new RowFact(Zant.FORMAT, kind, "", null, Map.of("scope", "activation"), figures);
  }

  @Test
  void theTracingAllocatorTellsWhatItHolds() {
    assertThat(parse("debug(activation): a t     110592 l 110592 pa 4"))
        .isEqualTo(scope("held", Map.of("held", 110592L, "bytes", 110592L)));
    assertThat(parse("debug(activation): f t          0 l 110592"))
        .isEqualTo(scope("held", Map.of("held", 0L, "bytes", 110592L)));
  }

  @Test
  void theTracingAllocatorTellsOfBlocksResizedAndOfNoRoom() {
    assertThat(parse("debug(activation): shrink - success - 64 to 16, buf_align: 3"))
        .isEqualTo(scope("resized", Map.of("from", 64L, "to", 16L)));
    assertThat(parse("debug(activation): expand - success - 16 to 32, buf_align: 3"))
        .isEqualTo(scope("resized", Map.of("from", 16L, "to", 32L)));
    assertThat(parse("error(activation): expand - failure - 32 to 99, buf_align: 3"))
        .isEqualTo(scope("not_resized", Map.of("from", 32L, "to", 99L)));
    String noRoom = "alloc - failure: OutOfMemory - len: 1024, ptr_align: 4";
    assertThat(parse("error(activation): .activation " + noRoom))
        .isEqualTo(scope("no_room", Map.of("bytes", 1024L)));
    assertThat(parse("error(activation): " + noRoom))
        .isEqualTo(scope("no_room", Map.of("bytes", 1024L)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "debug(net): a t shirt",
        "debug(net): expand - success - all",
        "error(net): login - failure - 3 to 4, later",
        "debug(net): a t 99999999999999999 l 1"
      })
  void othersDebugLinesAreLeftAlone(String line) {
    assertThat(parse(line)).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void theTrailIsReadLineByLine() {
    assertThat(parse(" Post-Fusion FUSED_LINK TENSORS: 7"))
        .isEqualTo(trail("Post-Fusion FUSED_LINK TENSORS", Map.of(), Map.of("count", 7L)));
    assertThat(parse("Computed backing buffers with branch and bound: 6"))
        .isEqualTo(trail("branch and bound buffers", Map.of(), Map.of("count", 6L)));
    assertThat(parse("Will execute static memory planning with flag: enabled"))
        .isEqualTo(trail("flag", Map.of("flag", "enabled"), Map.of()));
  }

  private static RowFact trail(String name, Map<String, String> words, Map<String, Long> figures) {
    return new RowFact(Zant.FORMAT, "trail", name, null, words, figures);
  }
}
