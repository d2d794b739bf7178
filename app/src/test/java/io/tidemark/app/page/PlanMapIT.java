package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.JavascriptExecutor;
import tools.jackson.databind.JsonNode;

/** Tests the page's geometry of plans in a browser. */
@Timeout(120)
class PlanMapIT {

  /** Four buffers of a loop of five steps; the last one has no place. */
  private static final String INTERVALS =
      """
      [{buffer: 'conv', bufferClass: 'activation', firstStep: 0, lastStep: 2, wholeLoop: false,
        address: 0, bytes: 100, unpaddedBytes: 60, placed: true},
       {buffer: 'filter', bufferClass: 'weight', firstStep: 4, lastStep: 1, wholeLoop: false,
        address: 100, bytes: 50, placed: true},
       {buffer: 'bias', bufferClass: 'weight', firstStep: 1, lastStep: 1, wholeLoop: true,
        address: 200, bytes: 8, placed: true},
       {buffer: 'lost', bufferClass: 'activation', firstStep: 2, lastStep: 2147483647,
        wholeLoop: false, bytes: 40, placed: false}]""";

  private static Browser browser;
  private static ShownLogs logs;

  @BeforeAll
  static void open() throws Exception {
    Path log = Samples.root().resolve("examples/tpu-mlir.log");
    logs = ShownLogs.of(List.of(log));
    browser = Browser.open();
    browser.go(logs.at("plan", Map.of("run", "tpu-mlir.log#1")));
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
    logs.close();
  }

  /** The value of an expression over a module {@code m} and the intervals {@code all}. */
  private static JsonNode of(String module, String expression) {
    Object json =
        ((JavascriptExecutor) browser.driver())
            .executeAsyncScript(
                "const done = arguments[0]; import('/%s').then(m => { const all = %s;"
                        .formatted(module, INTERVALS)
                    + "done(JSON.stringify(%s)); }, e => done(String(e)));".formatted(expression));
    return Json.MAPPER.readTree(String.valueOf(json));
  }

  private static String map(String expression) {
    return of("planmap.js", expression).toString();
  }

  @Test
  void aLifetimeThatWrapsAroundTheLoopIsTwoSpans() {
    assertThat(map("m.stepSpans(all[1], 5)")).isEqualTo("[[4,4],[0,1]]");
    assertThat(map("m.planRectangles(all, 5).map(one => [one.of, one.left, one.right])"))
        .isEqualTo("[[0,0,3],[1,4,5],[1,0,2],[2,0,5],[3,2,5]]");
  }

  @Test
  void aHeldLifetimeCoversEveryStep() {
    assertThat(map("m.stepSpans(all[2], 5)")).isEqualTo("[[0,4]]");
    assertThat(map("m.planRectangles(all, 5).filter(one => one.held).length")).isEqualTo("1");
  }

  @Test
  void aFailedPlacementLiesAboveTheHighestPlacedOne() {
    assertThat(map("m.lowAddresses(all)")).isEqualTo("[0,100,200,208]");
    assertThat(map("m.addressRange(m.planRectangles(all, 5), 0)"))
        .isEqualTo("{\"low\":0,\"high\":248}");
  }

  @Test
  void theAxisBeginsAtAPlanFarAboveZero() {
    assertThat(map("m.addressRange([{low: 4096, high: 4196}], 0)"))
        .isEqualTo("{\"low\":4096,\"high\":4196}");
  }

  @Test
  void aSingleStepIsStackedFromZeroAndFailedOnesLieOnTop() {
    assertThat(map("m.stackedAt(all, 0, 5).map(one => [one.of, one.low, one.high])"))
        .isEqualTo("[[0,0,100],[1,100,150],[2,150,158]]");
    assertThat(map("m.stackedAt(all, 2, 5).map(one => [one.of, one.low, one.failed])"))
        .isEqualTo("[[0,0,false],[2,100,false],[3,108,true]]");
  }

  @Test
  void buffersAtAStepAreOrderedAndSmallOnesAreOneRow() {
    String rows = "m.buffersAt(all, 0, {steps: 5, order: '%s', smallBytes: %d})";
    assertThat(map(rows.formatted("padding", 0) + ".rows.map(one => one.of)")).isEqualTo("[0,1,2]");
    assertThat(map(rows.formatted("program", 0) + ".rows.map(one => one.of)")).isEqualTo("[0,2,1]");
    assertThat(map(rows.formatted("size", 60) + ".small")).isEqualTo("{\"count\":2,\"bytes\":58}");
  }

  @Test
  void buffersAtTheSameAddressesAreOneRow() {
    String alias = "[...all, {...all[0], buffer: 'in place', firstStep: 2}]";
    assertThat(
            map(
                "m.buffersAt("
                    + alias
                    + ", 2, {steps: 5, order: 'size', smallBytes: 0})"
                    + ".rows.map(one => one.interval.buffer)"))
        .isEqualTo("[\"in place\",\"bias\"]");
  }

  @Test
  void rowsOfTheGanttChartAreOrderedByFirstStepAndHiddenGroupsAreLeftOut() {
    String rows = "m.ganttRows(all, 5, {by: '%s', hidden: new Set(%s)}).map(one => one.label)";
    assertThat(map(rows.formatted("tensor", "[]")))
        .isEqualTo("[\"conv\",\"bias\",\"lost\",\"filter\"]");
    assertThat(map(rows.formatted("tensor", "['weight']"))).isEqualTo("[\"conv\",\"lost\"]");
    assertThat(map(rows.formatted("buffer", "[]"))).isEqualTo("[\"activation\",\"weight\"]");
  }

  @Test
  void plansAreComparedByTheirSettingAndNotByTheirNumber() {
    String peaks = "[...m.planFigureMaps([%s]).peaks]";
    String before = "{plan: 'lmem#1 1,1', peakBytes: 5}, {plan: 'lmem#2 2,1', peakBytes: 7}";
    String after =
        "{plan: 'lmem#3 2,1', peakBytes: 7}, {plan: 'lmem#2 1,1', peakBytes: 5},"
            + "{plan: 'lmem#10 2,1', peakBytes: 8}, {plan: 'lmem#1 4,1', peakBytes: 9}";
    assertThat(of("comparerows.js", peaks.formatted(before)).toString())
        .isEqualTo("[[\"lmem 1,1\",5],[\"lmem 2,1\",7]]");
    assertThat(of("comparerows.js", peaks.formatted(after)).toString())
        .isEqualTo("[[\"lmem 4,1\",9],[\"lmem 1,1\",5],[\"lmem 2,1\",7],[\"lmem 2,1 (2)\",8]]");
  }

  @Test
  void theLargestDifferenceComesFirst() {
    assertThat(
            of(
                    "comparerows.js",
                    "m.differingFigures(new Map([['a', 1], ['b', 9], ['c', 5]]),"
                        + " new Map([['a', 2], ['b', 9], ['d', 7]]))")
                .toString())
        .isEqualTo(
            "{\"changed\":[{\"name\":\"d\",\"before\":null,\"after\":7,\"difference\":7},"
                + "{\"name\":\"c\",\"before\":5,\"after\":null,\"difference\":-5},"
                + "{\"name\":\"a\",\"before\":1,\"after\":2,\"difference\":1}],\"same\":1}");
  }
}
