package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests the list of all runs during a problem, and the way from there to one run. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TriagePageIT {

  private static final String FAILED = "failed.log#1";
  private static final String HOSTILE =
      "<img src=x onerror=alert(1)>\u2028" + "a".repeat(150) + ".log";

  @TempDir static Path folder;
  private static Browser browser;
  private static ShownLogs logs;

  @BeforeAll
  static void open() throws Exception {
    Path golden = Samples.root().resolve(ShownLogs.GOLDEN + "tenstorrent/out-of-memory/input.log");
    Path healthy = Samples.root().resolve("examples/tenstorrent.log");
    logs =
        ShownLogs.of(
            List.of(
                healthy,
                Samples.root().resolve("examples/tpu-mlir.log"),
                Files.copy(golden, folder.resolve("failed.log")),
                Files.copy(healthy, folder.resolve(HOSTILE)),
                ranks(Files.readAllLines(healthy))));
    browser = Browser.open();
  }

  /** A log of four workers, of which the last stops before it is full. */
  private static Path ranks(List<String> lines) throws Exception {
    List<String> mixed = new ArrayList<>();
    for (int line = 0; line < lines.size(); line++) {
      for (int rank : line < 400 ? new int[] {0, 2, 10, 1} : new int[] {0, 2, 10}) {
        mixed.add("[rank%d]: %s".formatted(rank, lines.get(line)));
      }
    }
    return Files.write(folder.resolve("job.log"), mixed);
  }

  @AfterAll
  static void close() {
    try (Browser opened = browser) {
      if (opened != null) {
        assertThat(opened.complaints()).isEmpty();
        assertThat(opened.requests())
            .allMatch(url -> url.matches("(http://127\\.0\\.0\\.1|data):.*"));
      }
    } finally {
      logs.close();
    }
  }

  private static List<WebElement> rows() {
    return browser
        .driver()
        .findElements(By.cssSelector("[data-view=index] tbody tr:not(.section)"));
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static void drawIndex() {
    browser.go(logs.at("index", Map.of()));
    browser.await("six rows", page -> rows().size() == 6);
  }

  private static void drawRun(String run, Map<String, String> more) {
    Map<String, String> keys = new TreeMap<>(more);
    keys.put("run", run);
    browser.go(logs.at("run", keys));
    browser.await("the run", page -> find("[data-view=run] h2").isDisplayed());
  }

  @Test
  void runsThatFailedAreBeforeTheOthers() {
    drawIndex();

    List<Boolean> failed =
        rows().stream().map(row -> "failed".equals(row.getDomAttribute("class"))).toList();
    assertThat(failed).containsExactly(true, true, true, true, false, false);
    assertThat(rows().get(4).getText() + rows().get(5).getText())
        .contains("tpu-mlir.log#1", "rank1");
  }

  @Test
  void theRanksOfAJobAreOneRowUntilItIsOpened() {
    drawIndex();
    assertThat(rows().stream().filter(row -> row.getText().contains("job.log"))).hasSize(2);

    find("[aria-expanded=false]").click();

    assertThat(rows()).hasSize(8);
    List<String> ranks =
        rows().stream()
            .map(WebElement::getText)
            .filter(row -> row.contains("job.log"))
            .map(row -> row.replaceFirst("(?s).*?(rank\\d+).*", "$1"))
            .toList();
    assertThat(ranks).containsExactly("rank0", "rank2", "rank10", "rank1");
    find("[aria-expanded=true]").click();
    assertThat(rows()).hasSize(6);
  }

  @Test
  void aSearchLeavesTheRunsThatItNames() {
    drawIndex();

    find("input[type=search]").sendKeys("TPU-mlir");

    assertThat(rows()).hasSize(1);
    assertThat(rows().get(0).getText()).contains("tpu-mlir.log#1");
  }

  @Test
  void theNumberOfASectionLeavesTheOthersOutAndStandsInTheLink() {
    drawIndex();
    WebElement done =
        browser.driver().findElements(By.cssSelector(".counts button")).stream()
            .filter(button -> button.getText().endsWith(" done"))
            .findFirst()
            .orElseThrow();

    done.click();

    assertThat(rows()).noneMatch(row -> "failed".equals(row.getDomAttribute("class"))).isNotEmpty();
    int left = rows().size();
    browser.driver().navigate().refresh();
    browser.await("the same rows", page -> rows().size() == left);
    assertThat(find(".counts [aria-pressed=true]").getText()).endsWith(" done");
    find(".counts [aria-pressed=true]").click();
    assertThat(rows()).hasSize(6);
  }

  @Test
  void aSlashLeadsToTheSearchWhichStandsInTheLink() {
    drawIndex();

    find("body").sendKeys("/");
    browser.driver().switchTo().activeElement().sendKeys("tpu-mlir");

    assertThat(rows()).hasSize(1);
    browser.driver().navigate().refresh();
    browser.await("the row", page -> rows().size() == 1);
    find("input[type=search]").clear();
  }

  @Test
  void theKeyboardAloneSortsAndOpensARun() {
    drawIndex();

    find("thead th:nth-child(5) button").sendKeys(Keys.ENTER);
    assertThat(find("thead th:nth-child(5)").getDomAttribute("aria-sort")).isEqualTo("descending");
    browser.driver().findElement(By.linkText(FAILED)).sendKeys(Keys.ENTER);

    browser.await("the run", page -> find("[data-view=run] h2").getText().equals(FAILED));
  }

  @Test
  void anOutOfMemoryStatesItsFiguresAndNoExcessTwice() {
    drawRun(FAILED, Map.of());

    String failure = browser.await("the failure", page -> find(".alarm").getText());
    assertThat(failure)
        .contains("2 failed allocations", "needed 8.00 MiB; 12.0 MiB were free")
        .contains("largest block 4.00 MiB", "fragmented", "ConcatOp")
        .contains("31.0 KiB too much")
        .doesNotContain("would have fitted");
  }

  /**
   * The op needs 24.8 MiB per bank, and the largest block is 8.82: little of it would have fitted.
   */
  @Test
  void whatWouldHaveFittedIsNotSaidIfItIsLittleOfTheRequest() {
    drawRun("tenstorrent.log#1", Map.of());

    String failure = browser.await("the failure", page -> find(".alarm").getText());
    assertThat(failure)
        .contains("the largest block 105.9 MiB: not enough free")
        .doesNotContain("would have fitted");
  }

  /** The timeline's buckets along program order have no time. */
  @Test
  void aLinkOfAnAlertLeadsToItsMomentAlthoughOnlyTheTimelineIsAtHand() {
    String run = "tenstorrent.log#1";
    long begin = logs.board().runs().get(RunId.parse(run)).startMillis();

    drawRun(run, Map.of("memory", "DRAM", "device", "0", "at", "" + begin));

    String moment = browser.await("the moment", page -> find(".readout").getText());
    assertThat(moment).contains("GiB");
  }

  private static String hostile() {
    return logs.board().runs().keySet().stream()
        .map(RunId::toString)
        .filter(run -> run.startsWith("<img"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aHostileNameStaysText() {
    drawIndex();
    assertThat(browser.text()).contains("<img src=x onerror=alert(1)>");
    assertThat(browser.driver().findElements(By.tagName("img"))).isEmpty();

    drawRun(hostile(), Map.of());
    assertThat(find("h2").getText()).contains("<img src=x onerror=alert(1)>");
    assertThat(browser.driver().findElements(By.tagName("img"))).isEmpty();
  }

  @Test
  void aPhoneScrollsDownwardsOnly() {
    browser.resize(390, 800);
    try {
      drawIndex();
      assertThat(narrow()).isEqualTo(true);
      assertThat(browser.run(CELLS_OFF_SCREEN)).as("cells right of the screen").isEqualTo(0L);
      drawRun(hostile(), Map.of());
      // A chart is drawn when it comes into view.
      browser.await("its place", page -> find("[data-chart=use]").isDisplayed());
      browser.run("document.querySelector('[data-chart=use]').scrollIntoView()");
      browser.await("the chart", page -> find("[data-chart=use] canvas").isDisplayed());
      assertThat(narrow()).isEqualTo(true);
    } finally {
      browser.resize(1366, 900);
    }
  }

  private static final String CELLS_OFF_SCREEN =
      "return [...document.querySelectorAll('td')]"
          + ".filter(cell => cell.getBoundingClientRect().right > innerWidth).length";

  private static Object narrow() {
    return browser.run("return document.documentElement.scrollWidth <= innerWidth");
  }

  @Test
  void theNumberOfRunsOfEachSectionIsAboveTheList() {
    browser.resize(1366, 768);
    drawIndex();
    List<String> sections =
        browser.driver().findElements(By.cssSelector("tr.section")).stream()
            .map(head -> head.getText().toLowerCase(Locale.ROOT))
            .map(head -> head.replaceAll("^([a-z ]+).* · (\\d+)$", "$2 $1"))
            .toList();
    assertThat(sections).anyMatch(head -> head.endsWith(" failed"));
    assertThat(
            browser.driver().findElements(By.cssSelector(".counts .badge")).stream()
                .map(WebElement::getText))
        .containsExactlyElementsOf(sections);
  }

  /** The width of the column of a table on a screen would leave it a few letters on a phone. */
  @Test
  void theCauseHasTheWidthOfAPhone() {
    browser.resize(390, 844);
    drawIndex();
    assertThat(find("td.cause").getRect().width).isGreaterThan(300);
    browser.resize(1366, 768);
  }
}
