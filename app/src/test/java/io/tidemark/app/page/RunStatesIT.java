package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryPeaks;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Tests states of runs and of the sink that no complete log has, and names in a hostile log. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RunStatesIT {

  private static final long MIB = 1024 * 1024;
  private static final long LONG_AGO = 1_750_000_000_000L;
  private static final String MARKUP = "</script><img src=x onerror=alert(1)>\u2028{a|b}";
  private static final String HUGE = MARKUP + "w".repeat(1 << 20);

  private static Browser browser;

  @BeforeAll
  static void open() {
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    try (Browser opened = browser) {
      if (opened != null) {
        assertThat(opened.complaints()).isEmpty();
      }
    }
  }

  private static RunStatus status(String host, long readBytes, FileStatus file) {
    return new RunStatus(
        new RunSource("g", readBytes, host, null, Map.of(), file),
        new ReadLines(List.of("tenstorrent"), new RunStatus.Lines(5, 0, 0, 0, 0), 0, 0),
        new RunTracking(2, false, null),
        RunFailures.NONE,
        null,
        new RunTime(LONG_AGO, null));
  }

  private static MemoryUsage usage(long capacityBytes, String op) {
    MemoryView now = new MemoryView("DRAM", 2, capacityBytes, 5 * MIB, 0, null);
    Peak peak = new Peak(7 * MIB, new Culprit(op, op, op, op), false, new LogPosition(1, LONG_AGO));
    return new MemoryUsage(
        now,
        2,
        new MemoryPeaks(peak, peak, 7 * MIB, 0, null),
        op,
        new SubmissionUse(null, null, null),
        null,
        new LogPosition(1, LONG_AGO));
  }

  private static BoardBuilder board(String run, RunStatus status, MemoryUsage usage) {
    BoardBuilder board = new BoardBuilder();
    board.applyRun(RunId.parse(run), status);
    board.applyUsage(new MemoryKey(RunId.parse(run), "0", "DRAM"), usage, 0);
    return board;
  }

  /** The text of the index for this board. */
  private static String index(BoardSnapshot board, String awaited) {
    try (ShownLogs shown = ShownLogs.ofBoard(board)) {
      browser.go(shown.at("index", Map.of()));
      String text = browser.await(awaited, page -> textWith(awaited));
      browser.driver().get("about:blank");
      return text;
    }
  }

  private static String textWith(String awaited) {
    String text = browser.text().replace('\u00a0', ' ');
    return text.contains(awaited) ? text : "";
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  @Test
  void aRunThatIsBehindItsFileShowsHowFarItIsRead() {
    RunStatus behind = status("box", 26 * MIB, new FileStatus(100 * MIB, LONG_AGO));
    String text =
        index(board("a.log#1", behind, usage(8 * MIB, "AddOp")).snapshot(), "reading 26 %");
    assertThat(text).doesNotContain("done", "no news");
  }

  @Test
  void aRunThatNothingIsWrittenToIsIdle() {
    RunStatus read = status("box", MIB, new FileStatus(MIB, LONG_AGO));
    assertThat(index(board("a.log#1", read, usage(8 * MIB, "AddOp")).snapshot(), "no news"))
        .containsPattern("no news for [0-9]+ (min|h|d)")
        .contains("5.00 MiB of 8.00 MiB (62.5 %)");
  }

  @Test
  void aMemoryOfUnknownCapacityHasNoShare() {
    RunStatus read = status("box", MIB, null);
    assertThat(index(board("a.log#1", read, usage(0, "AddOp")).snapshot(), "7.00 MiB"))
        .contains("7.00 MiB")
        .doesNotContain("capacity unknown")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void aFailedAnalysisIsNamedWithItsPlaceAndReason() {
    RunStatus read = status("box", MIB, null);
    AnalysisFailure failure =
        new AnalysisFailure(42, AnalysisFailure.Step.APPLY, "a slice of <b>3</b> bytes", true);
    RunStatus failed =
        new RunStatus(
            read.source(),
            read.read(),
            read.tracking(),
            read.failures(),
            null,
            new RunTime(LONG_AGO, LONG_AGO, failure));
    BoardBuilder board = board("a.log#1", failed, usage(8 * MIB, "AddOp"));
    Alert alert = new Alert(LONG_AGO, LONG_AGO, LONG_AGO, 1, failure.sentence(), 42, 42);
    RunId run = new RunId("a.log", 1);
    board.applyAlert(new AlertKey(run, AlertRule.ANALYSIS_FAILED, "", ""), alert);

    assertThat(index(board.snapshot(), "analysis failed"))
        .contains("analysis failed at byte 42, further lines ignored");
    try (ShownLogs shown = ShownLogs.ofBoard(board.snapshot())) {
      browser.go(shown.at("run", Map.of("run", "a.log#1")));
      browser.await("the reason", page -> textWith("(apply): a slice of <b>3</b> bytes"));
      browser.driver().get("about:blank");
    }
  }

  @Test
  void aSinkThatStillReadsIsNotLive() {
    BoardBuilder board = board("a.log#1", status("box", MIB, null), usage(8 * MIB, "AddOp"));
    assertThat(index(board.snapshotWhileReading(), "catching up")).contains("a.log#1");
    assertThat(index(new BoardBuilder().snapshotWhileReading(), "Reading what is there…"))
        .doesNotContain("No run yet");
    assertThat(index(new BoardBuilder().snapshot(), "No run yet")).contains("live");
  }

  @Test
  void aPageWhoseKafkaIsAwayIsNotLive() {
    try (ShownLogs shown = ShownLogs.ofBoard(new BoardBuilder().snapshot())) {
      browser.go(shown.at("index", Map.of()));
      browser.await("live", page -> textWith("live"));
      shown.unready("Kafka at k:9092 has not answered for 61 s");
      browser.await("why not", page -> textWith("Kafka at k:9092 has not answered for 61 s"));
      assertThat(find("#state").getDomAttribute("class")).isEqualTo("lost");
      browser.driver().get("about:blank");
    }
  }

  @Test
  void hostileNamesOfAMebibyteStayText() {
    String run = MARKUP + ".log#1";
    BoardBuilder board = board(run, status(HUGE, MIB, null), usage(8 * MIB, HUGE));
    browser.resize(390, 800);
    try (ShownLogs shown = ShownLogs.ofBoard(board.snapshot())) {
      browser.go(shown.at("index", Map.of()));
      browser.await("the run", page -> find("tbody tr").isDisplayed());
      isText();
      browser.go(shown.at("run", Map.of("run", run)));
      browser.await("the culprit", page -> find(".culprit").isDisplayed());
      isText();
      browser.driver().get("about:blank");
    } finally {
      browser.resize(1366, 900);
    }
  }

  /** Checks that the page contains only text and is as wide as the phone. */
  private static void isText() {
    assertThat(browser.text())
        .contains("</script><img src=x onerror=alert(1)>", "characters more)")
        .hasSizeLessThan(1 << 17);
    assertThat(browser.driver().findElements(By.tagName("img"))).isEmpty();
    assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth"))
        .isEqualTo(true);
  }
}
