package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;

/** A chart draws only its visible part, without losing a peak. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ChartsInViewIT {

  private static final String USE = "[data-chart=use]";

  private static Browser browser;
  private static ShownLogs logs;

  @BeforeAll
  static void open() throws Exception {
    logs = ShownLogs.of(List.of(Samples.root().resolve("examples/tenstorrent.log")));
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    try (Browser opened = browser) {
      if (opened != null) {
        assertThat(opened.complaints()).isEmpty();
      }
    } finally {
      logs.close();
    }
  }

  @BeforeEach
  void drawTheRun() {
    browser.driver().get("about:blank");
    browser.go(logs.at("run", Map.of("run", "tenstorrent.log#1", "memory", "DRAM", "device", "0")));
    browser.await("the chart", page -> isDrawn(USE));
  }

  private static boolean isDrawn(String chart) {
    return !browser.driver().findElements(By.cssSelector(chart + " canvas")).isEmpty();
  }

  /** The result of a script, which passes it to {@code done}. */
  private static String answer(String script) {
    return String.valueOf(
        ((JavascriptExecutor) browser.driver())
            .executeAsyncScript("const done = arguments[0];\n" + script));
  }

  /** 5,000 points beside a part of two; the highest and the lowest are single points. */
  @Test
  void aPartOfARunIsDrawnWithFewPointsBesideItAndNoPeakLess() {
    String drawn =
        answer(
            """
            const point = (x, use) => ({x, most: use, least: use});
            const whole = Array.from({length: 5000}, (none, x) => point(x, x === 77 ? 900 : x === 4321 ? 1 : 50 + x % 7));
            import('/points.js').then(m => {
              const found = m.surrounded([point(2000, 60), point(2001, 61)], whole);
              const xs = found.map(one => one.x);
              done([found.length < 140, Math.max(...found.map(one => one.most)), found.find(one => one.most === 900).x,
                Math.min(...found.map(one => one.least)), xs.includes(1999) && xs.includes(2002),
                xs.every((x, i) => i === 0 || x > xs[i - 1])].join(' '));
            }, e => done(String(e)));""");

    assertThat(drawn).isEqualTo("true 900 77 1 true true");
  }

  @Test
  void tooManyMarksOfAKindAreOneLineAndOtherRunsOfTheLogAreNamed() {
    String groups =
        answer(
            """
            const points = [{x: 0, millis: 5, most: 1}, {x: 9, millis: 7, most: 1}];
            const many = {submission: {inAll: 25000, n: [0], timeMillis: [5], programs: ['main']}};
            import('/marks.js').then(m => done(m.marksOf({ run: {id: 'a.log#2', runBefore: 'a.log#1', runAfter: 'a.log#3', outOfMemory: []},
              memory: {}, by: 'program', whole: {points}, loaded: {marks: many}, times: [] })
              .map(group => group.kind + ': ' + group.marks.map(mark => mark.x + ' ' + mark.text).join(', ') + group.note).join('; ')),
              e => done(String(e)));""");

    assertThat(groups)
        .contains("run: 0 a.log#2 begins, after a.log#1, 9 a.log#3 of the same log begins")
        .contains("submission: 25,000 submissions: marked where at most 200 are in view.");
  }

  /** A failure in the middle of a run whose use continued. */
  @Test
  void aFailureIsMarkedAtTheLastSnapshotBeforeIt() {
    String marks =
        answer(
            """
            const point = (x, millis) => ({x, millis, most: 1});
            const memory = {device: '0', memory: 'DRAM'};
            const seen = (millis, by, points, times) => ({ run: {id: 'a#1', outOfMemory: [{...memory, timeMillis: millis}]},
              memory, by, whole: {points}, loaded: {}, times });
            import('/marks.js').then(m => {
              const x = (...all) => m.marksOf(seen(...all)).find(group => group.kind === 'failure').marks[0].x;
              done([x(25, 'program', [point(0, 10), point(1, 20), point(2, 30)], []),
                x(25, 'program', [point(0, null), point(64, null)], [{at: 20, snapshot: 17}, {at: 30, snapshot: 40}]),
                x(25, 'time', [point(10, 10), point(30, 30)], [])].join(' '));
            }, e => done(String(e)));""");

    assertThat(marks).isEqualTo("1 17 25");
  }

  @Test
  void aReportCountsMarksOfARangeOnlyWhereItHoldsAll() {
    String counts =
        answer(
            """
            const marks = {submission: {inAll: 9, n: [0, 10, 20], timeMillis: [1, 2, 3], programs: ['a', 'b', 'c']}};
            import('/markrange.js').then(m => {
              const of = (from, until) => m.marksWithin(marks, 'n', from, until).submission;
              done([of(5, 15).inAll, of(5, 15).programs, of(5, 15).timeMillis, of(5, 25).inAll].join(' '));
            }, e => done(String(e)));""");

    assertThat(counts).isEqualTo("1 b 2 9");
  }
}
