package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.browser.Browser;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests the marks above a memory's chart, and their list. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ReportMarksIT {

  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 9, 8, 7);

  @TempDir static Path folder;

  private static Browser browser;
  private static Path page;

  @BeforeAll
  static void write() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    page =
        new Report(LogAtRest.of(List.of(log), Settings.DEFAULT).get(0))
            .write(new ReportParent("--out", folder), NOW, "marks")
            .folder()
            .orElseThrow()
            .resolve("index.html");
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void openTheList() {
    browser.driver().get("about:blank");
    browser.go(page.toUri());
    browser.await("the marks", one -> find(".mark-list summary").isDisplayed());
    find(".mark-list summary").sendKeys(Keys.ENTER);
    browser.await("their list", one -> find("ol.marks li").isDisplayed());
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static List<String> listed() {
    return browser.driver().findElements(By.cssSelector("ol.marks li")).stream()
        .map(item -> item.getText().replace('\u00a0', ' '))
        .toList();
  }

  /** A list of the drawn marks, each mapped by this expression of {@code mark}. */
  private static List<?> drawn(String expression) {
    Object found =
        browser.run(
            """
            const [series] = echarts.getInstanceByDom(document.querySelector('[data-chart=use]')).getOption().series;
            return series.markPoint.data.filter(mark => mark.name).map(mark => %s);"""
                .formatted(expression));
    return (List<?>) found;
  }

  @Test
  void failuresPeaksSubmissionsAndConstantsAreListedInTheirOrder() {
    assertThat(listed())
        .containsSubsequence(
            "submission of main, snapshot 0",
            "constants computed by main_const_eval_0, snapshot 1",
            "constants computed by main_const_eval_1, snapshot 7",
            "submission of main, snapshot 39",
            "new peak of 11.82 GiB, snapshot 60",
            "submission of main, snapshot 70",
            "out of memory: ConcatOp, snapshot 78")
        .hasSize(12);
    assertThat(drawn("mark.name")).hasSize(12);
  }

  @Test
  void theKeyboardLeadsFromTheListToTheSnapshot() {
    browser
        .driver()
        .findElement(By.xpath("//button[starts-with(., 'submission of main, snapshot 39')]"))
        .sendKeys(Keys.ENTER);

    browser.await("the snapshot", one -> find(".readout").getText().startsWith("snapshot 39: "));
  }

  @Test
  void tensorsAreSetAgainstTheUseAtTheEndAndNotThePeak() {
    assertThat(browser.text().replace('\u00a0', ' '))
        .contains(
            "Of the 11.81 GiB in use at the end (not at the peak), op lines name 4 tensors with"
                + " 1.46 GiB: 1.42 GiB of weights, 40.0 MiB of activations");
  }

  @Test
  void aSwitchHidesTheMarksOfItsKindAndShowsThemAgain() {
    find("[data-marks=submission]").click();
    browser.await("fewer marks", one -> listed().size() == 9);
    assertThat(listed()).noneMatch(text -> text.startsWith("submission"));
    assertThat(drawn("mark.name").toString()).doesNotContain("submission").contains("constants");

    find("[data-marks=submission]").click();
    browser.await("all marks", one -> listed().size() == 12);
    assertThat(drawn("mark.name").toString()).contains("submission");
  }

  @Test
  void marksOfTwoKindsNeverShareARow() {
    List<?> rows = drawn("mark.y + ' ' + mark.symbol + ' ' + mark.symbolRotate");
    List<?> heights = drawn("mark.y");

    assertThat(new HashSet<>(rows)).hasSize(4);
    assertThat(new HashSet<>(heights)).hasSize(4);
  }

  @Test
  void onTheAxisOfTimeAMarkIsAtItsTime() {
    browser.driver().findElement(By.xpath("//button[.='time']")).click();

    browser.await(
        "times",
        one -> listed().stream().anyMatch(text -> text.matches("submission.* 20\\d\\d.*")));
    assertThat(drawn("mark.coord[0]"))
        .allSatisfy(at -> assertThat(((Number) at).doubleValue()).isGreaterThan(1e12));
  }
}
