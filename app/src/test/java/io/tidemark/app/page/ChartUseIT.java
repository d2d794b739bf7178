package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;

/** Tests the chart of a memory with pointer, wheel and keyboard. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ChartUseIT {

  private static final String RUN = "tenstorrent.log#1";
  private static final String CHART = "[data-chart=use]";
  private static final int MOST_TABS = 60;

  private static Browser browser;
  private static ShownLogs logs;

  @BeforeAll
  static void open() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    logs = ShownLogs.of(List.of(log));
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    try (Browser opened = browser) {
      if (opened != null) {
        assertThat(opened.complaints()).isEmpty();
        assertThat(opened.requests())
            .allMatch(url -> url.matches("(http://127\\.0\\.0\\.1|data:|about:).*"));
      }
    } finally {
      logs.close();
    }
  }

  @BeforeEach
  void drawTheRun() {
    draw(Map.of());
  }

  private static void draw(Map<String, String> more) {
    Map<String, String> keys = new TreeMap<>(more);
    keys.putAll(Map.of("run", RUN, "memory", "DRAM", "device", "0"));
    browser.driver().get("about:blank");
    browser.go(logs.at("run", keys));
    browser.await("the chart", page -> find(CHART + " canvas").isDisplayed());
    browser.await("the ops", page -> find("td.words").isDisplayed());
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static String data(String name) {
    return String.valueOf(find(CHART).getDomAttribute("data-" + name));
  }

  private static String readout() {
    return find(".readout").getText().replace('\u00a0', ' ');
  }

  private static void press(String button) {
    browser.driver().findElement(By.xpath("//button[normalize-space()='" + button + "']")).click();
  }

  /** A value of the drawn chart's option. */
  private static double option(String expression) {
    Object value =
        ((JavascriptExecutor) browser.driver())
            .executeAsyncScript(
                """
                const done = arguments[0];
                const area = document.querySelector('[data-chart=use]');
                import('/echarts.js').then(m => {
                  const option = m.getInstanceByDom(area).getOption();
                  done(String(%s));
                }).catch(e => done(String(e)));"""
                    .formatted(expression));
    return Double.parseDouble(String.valueOf(value));
  }

  private static long usedBytesAtThePeak() {
    MemoryKey key = new MemoryKey(RunId.parse(RUN), "0", "DRAM");
    return Objects.requireNonNull(logs.board().usage().get(key)).tidemark().usedBytes();
  }

  /** Moves the pointer onto the chart, to this share of its width from the left. */
  private static Actions moveTo(double share) {
    WebElement canvas = find(CHART + " canvas");
    browser.run("arguments[0].scrollIntoView({block: 'center'})", canvas);
    int x = (int) (canvas.getSize().width * (share - 0.5));
    return new Actions(browser.driver())
        .moveToElement(canvas, x - 3, 0)
        .moveToElement(canvas, x, 0);
  }

  @Test
  void thePointerReadsUseAndChange() {
    Set<String> read = new HashSet<>();
    for (double share : List.of(0.3, 0.5, 0.7)) {
      String before = readout();
      moveTo(share).perform();
      read.add(browser.await("a point", page -> readout().equals(before) ? "" : readout()));
    }

    assertThat(read)
        .hasSize(3)
        .allMatch(text -> text.matches("snapshot [0-9,]+: .* [GM]iB.*"))
        .allMatch(text -> text.contains("change "));
  }

  private static String wheelIn() {
    moveTo(0.6)
        .scrollFromOrigin(WheelInput.ScrollOrigin.fromElement(find(CHART + " canvas")), 0, -400)
        .perform();
    return browser.await("a part of the run", page -> data("range"));
  }

  private static double end(String range, int index) {
    return Double.parseDouble(range.split(" ", -1)[index]);
  }

  @Test
  void theWheelZoomsIntoThePartBelowThePointer() {
    assertThat(data("range")).isEmpty();

    String range = wheelIn();

    assertThat(end(range, 0)).isPositive();
    assertThat(end(range, 1)).isLessThan(option("option.xAxis[0].max") + 1);
  }

  @Test
  void aZoomedChartIsDraggedSideways() {
    String range = wheelIn();

    moveTo(0.5).clickAndHold().moveByOffset(-60, 0).moveByOffset(-60, 0).release().perform();

    String moved =
        browser.await("a later part", page -> data("range").equals(range) ? "" : data("range"));
    assertThat(end(moved, 0)).isGreaterThan(end(range, 0));
  }

  @Test
  void theAxisIsProgramOrderOrTime() {
    find(CHART).sendKeys(Keys.HOME);
    browser.await("a snapshot", page -> readout().startsWith("snapshot 0: "));

    press("time");
    browser.await("an axis of time", page -> option("option.xAxis[0].min") > 1e12);
    find(CHART).sendKeys(Keys.HOME);

    browser.await("a date", page -> readout().matches("\\w+ \\d+, 20\\d\\d.*iB.*"));
    press("program order");
    browser.await("an axis of snapshots", page -> option("option.xAxis[0].min") == 0);
  }

  @Test
  void theAxisBeginsAtZeroOrAtWhatWasUploaded() {
    assertThat(option("option.yAxis[0].min"))
        .isGreaterThan(usedBytesAtThePeak() / 2.0)
        .isLessThanOrEqualTo((double) usedBytesAtThePeak());

    press("from 0");
    browser.await("the whole axis", page -> option("option.yAxis[0].min") == 0);
    press("fitted to what moves");
    browser.await("another axis", page -> option("option.yAxis[0].min") > 0);
  }

  @Test
  void useIsOfAllBanksOrOfOne() {
    String highest = "Math.max(...option.series[0].data.map(point => point[1]))";
    double all = option(highest);
    double banks =
        Objects.requireNonNull(
                logs.board().usage().get(new MemoryKey(RunId.parse(RUN), "0", "DRAM")))
            .now()
            .banks();
    assertThat(all).isEqualTo((double) usedBytesAtThePeak());

    press("per bank");

    browser.await("one bank", page -> option(highest) < all);
    assertThat(option(highest)).isEqualTo(all / banks);
  }

  @Test
  void aLinkMovesTheMarkToItsMoment() {
    long begin = Objects.requireNonNull(logs.board().runs().get(RunId.parse(RUN))).startMillis();
    draw(Map.of("at", "" + begin));
    String first = browser.await("the first moment", page -> readout());

    draw(Map.of("at", "" + (begin + TimeUnit.DAYS.toMillis(1))));
    String last = browser.await("the last moment", page -> readout());

    assertThat(last).isNotEqualTo(first);
    find(CHART).sendKeys(Keys.END);
    browser.await("the end", page -> readout().equals(last));
  }

  @Test
  void tabsReachChartSwitchesAndTables() {
    Set<String> reached = new HashSet<>();
    String name =
        "const e = document.activeElement;"
            + "return e.dataset.chart ?? e.getAttribute('aria-label') ?? e.textContent";
    for (int i = 0; i < MOST_TABS; i++) {
      new Actions(browser.driver()).sendKeys(Keys.TAB).perform();
      reached.add(String.valueOf(browser.run(name)));
      if (browser.run(name).equals("time")) {
        new Actions(browser.driver()).sendKeys(Keys.ENTER).perform();
      }
    }

    assertThat(reached).contains("use", "time", "per bank", "SVG", "search ops", "growth");
    browser.await("an axis of time", page -> option("option.xAxis[0].min") > 1e12);
  }
}
