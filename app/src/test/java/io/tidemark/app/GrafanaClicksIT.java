package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriver;
import tools.jackson.databind.JsonNode;

/** Tests the way from Overview to a run by clicks in a real Grafana. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class GrafanaClicksIT {

  private static final int MOST_CLICKS = 3;
  private static final String FAILED = "june.log#1";

  private static final String FREE = "114.2 MiB were free";

  /** Clicks on the matching drawn element; returns whether there was any. */
  private static final String CLICK =
      """
      const found = [...document.querySelectorAll(arguments[0])]
          .find(one => arguments[1] === '' || one.textContent.trim() === arguments[1]);
      if (found) found.click();
      return Boolean(found);
      """;

  /** Whether the address and the header belong to the run. */
  private static final String SHOWN =
      """
      const head = document.querySelector('[data-testid="data-testid Panel header What it is"]');
      const panel = head && (head.closest('section') || head);
      return new URLSearchParams(location.search).get('var-run') === arguments[0]
          && Boolean(panel) && panel.innerText.includes(arguments[1]);
      """;

  private static final String VALUE =
      "[data-testid^='data-testid Dashboard template variables Variable Value DropDown value']";
  private static final String OPTION =
      "[data-testid^='data-testid Dashboard template variables Variable Value DropDown option']";

  private GrafanaStand stand;
  private Browser browser;
  private int clicks;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    stand = GrafanaStand.following(folder, TwelveRuns.LOGS);
    browser = stand.browser();
    browser.resize(1366, 2600);
  }

  @AfterAll
  void end() throws Exception {
    if (stand != null) {
      stand.close();
    }
  }

  private boolean click(String selector, String text) {
    boolean found = Boolean.TRUE.equals(browser.run(CLICK, selector, text));
    clicks += found ? 1 : 0;
    return found;
  }

  private void clickOn(String selector, String text) {
    browser.await(selector + " " + text, page -> click(selector, text));
  }

  private void openOverview() {
    clicks = 0;
    browser.go(stand.grafana().overview());
    GrafanaPanel.of(browser, "Runs, worst first");
  }

  /** Uses the run's link in the table, else the selector of Run. */
  private void openRun(String run) {
    if (!click("a[href*='/d/tidemark-run/']", run)) {
      clickOn("a[href*='/d/tidemark-run/']", "Run");
      clickOn(VALUE, "");
      clickOn(OPTION, run);
    }
    browser.await("the dashboard of " + run, page -> page.run(SHOWN, run, log(run)));
  }

  private static String log(String run) {
    return run.substring(0, run.indexOf('#'));
  }

  @ParameterizedTest
  @FieldSource("io.tidemark.app.TwelveRuns#NAMES")
  void eachRunIsThreeClicksFromOverviewAtMost(String log) {
    openOverview();

    openRun(log + "#1");

    assertThat(clicks).isBetween(1, MOST_CLICKS);
  }

  @Test
  void anOutOfMemoryIsFollowedByClicksToItsMomentOnTidemarksPage() {
    openOverview();
    openRun(FAILED);
    assertThat(GrafanaPanel.titled(browser, "What failed, and what to try").text())
        .contains("ConcatOp");

    clickOn(moment(), "");

    assertThat(openedWindow()).contains("ConcatOp needed 20.2 MiB", FREE, "\nsnapshot 757");
    assertThat(clicks).isEqualTo(2);
  }

  @Test
  void anActiveAlertIsOneClickFromItsMomentOnTidemarksPage() {
    openOverview();
    GrafanaPanel.titled(browser, "Active alerts");

    clickOn(moment(), "");

    assertThat(openedWindow()).contains("ConcatOp needed", FREE);
    assertThat(clicks).isEqualTo(1);
  }

  @Test
  void whatAnAlertLinksToIsItsRunAndItsMoment() throws Exception {
    JsonNode alert = stand.prometheus().awaitAlert("TidemarkOutOfMemory", FAILED);

    browser.go(URI.create(alert.get("dashboard").asString()));
    assertThat(GrafanaPanel.titled(browser, "What failed, and what to try").text())
        .contains("ConcatOp");

    browser.go(URI.create(alert.get("page").asString()));
    assertThat(failureAndMoment()).contains("ConcatOp needed", FREE);
  }

  /** A link to a moment of the failed run. */
  private String moment() {
    return "a[href^='%s/#run=june.log%%231&memory=DRAM'][href*='&at=']".formatted(stand.page());
  }

  /** The text of the window that a click opened, which is then closed. */
  private String openedWindow() {
    WebDriver windows = browser.driver();
    String grafana = windows.getWindowHandle();
    String opened =
        browser.await(
            "a window of Tidemark's page",
            any ->
                windows.getWindowHandles().stream()
                    .filter(window -> !window.equals(grafana))
                    .findFirst()
                    .orElse(null));
    windows.switchTo().window(opened);
    try {
      return failureAndMoment();
    } finally {
      windows.close();
      windows.switchTo().window(grafana);
    }
  }

  /** The failure and, on a separate line, the snapshot of the moment. */
  private String failureAndMoment() {
    return browser.await(
        "the failure and its moment on the page",
        page -> {
          String failure = text(".alarm");
          String moment = text(".readout");
          return failure.isEmpty() || moment.isEmpty() ? "" : failure + "\n" + moment;
        });
  }

  private String text(String css) {
    return browser.driver().findElement(By.cssSelector(css)).getText();
  }
}
