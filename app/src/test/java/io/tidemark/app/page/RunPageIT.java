package io.tidemark.app.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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

/** Tests the index of runs and the view of a run. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RunPageIT {

  private static final String RUN = "serve.log#1";
  private static final String OPS = "[aria-label='ops that changed use'] td.words";
  private static final String HOSTILE = "<img src=x onerror=alert(1)></script>\u2028.log";

  @TempDir static Path folder;
  private static Path log;
  private static List<Path> logs;
  private static Browser browser;
  private static ShownLogs page;

  @BeforeAll
  static void open() throws Exception {
    Path example = Samples.root().resolve("examples/tenstorrent.log");
    log = Files.copy(example, folder.resolve("serve.log"));
    Path hostile = folder.resolve("hostile.log");
    Files.writeString(
        hostile,
        Files.readString(example).replace("modeling_llama", "<img src=x onerror=alert(1)>"));
    logs = List.of(hostile, log, Samples.root().resolve("examples/tpu-mlir.log"));
    page = ShownLogs.of(logs);
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
    page.close();
  }

  /** Forces a reload for addresses that differ only after the #. */
  @BeforeEach
  void leave() {
    browser.driver().get("about:blank");
    browser.complaints();
    browser.requests();
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static void goToRun(String more) {
    browser.go(run(RUN, more));
    browser.await("the chart", one -> find("[data-chart=use] canvas").isDisplayed());
  }

  /** The address of a run's view; {@code more} keys begin with {@code &}. */
  private static URI run(String run, String more) {
    return URI.create(page.index() + "#run=" + URLEncoder.encode(run, UTF_8) + more);
  }

  private static String readout() {
    return find(".readout").getText();
  }

  private static long peakBytes() {
    MemoryKey key = new MemoryKey(RunId.parse(RUN), "0", "DRAM");
    return Objects.requireNonNull(page.board().usage().get(key)).tidemark().usedBytes();
  }

  private static String inGib(long bytes) {
    return String.format(Locale.ROOT, "%.2f GiB", bytes / (double) (1L << 30));
  }

  @Test
  void figuresOfTheRunAreThoseOfTheState() {
    goToRun("&memory=DRAM&device=0");

    String peak = browser.await("the figures", one -> find("[data-figure=peak] dd").getText());
    assertThat(peak).startsWith(inGib(peakBytes()));
  }

  @Test
  void everyRunIsInTheIndexAndSearchFindsOne() {
    browser.go(page.index());
    browser.await("the runs", one -> one.text().contains(RUN));
    int rows = browser.driver().findElements(By.cssSelector("tbody tr:not(.section)")).size();

    find("input[type=search]").sendKeys("serve.log");

    assertThat(rows).isEqualTo(page.board().runs().size());
    assertThat(browser.driver().findElements(By.cssSelector("tbody tr:not(.section)"))).hasSize(1);
  }

  @Test
  void arrowsReadTheChartPointByPointAndPlusZooms() {
    goToRun("&memory=DRAM&device=0");
    WebElement chart = find("[data-chart=use]");
    String points = chart.getAttribute("data-points");

    chart.sendKeys(Keys.HOME);
    String first = browser.await("the first point", one -> readout());
    chart.sendKeys(Keys.ARROW_RIGHT);
    browser.await("the next point", one -> !readout().equals(first));
    assertThat(first).startsWith("snapshot 0: ");

    chart.sendKeys("+");
    browser.await("a part of the run", one -> chart.getAttribute("data-range"));
    chart.sendKeys(Keys.ESCAPE);
    browser.await("the whole run", one -> chart.getAttribute("data-range").isEmpty());
    assertThat(chart.getAttribute("data-points")).isEqualTo(points);
  }

  @Test
  void searchOfTheOpsLeavesThoseThatMatch() {
    goToRun("&memory=DRAM&device=0");
    WebElement search = find("input[placeholder='search ops']");
    String first = browser.await("ops", one -> find(OPS).getText());

    search.sendKeys(first);

    assertThat(browser.driver().findElements(By.cssSelector(OPS)))
        .isNotEmpty()
        .allMatch(cell -> cell.getText().contains(first));
  }

  @Test
  void linesThatAreAddedMoveTheChart() throws Exception {
    String text = Files.readString(log);
    Files.writeString(log, text.substring(0, text.length() / 2));
    page.read(logs);
    goToRun("&memory=DRAM&device=0");
    String before = find("[data-chart=use]").getAttribute("data-points");

    Files.writeString(log, text);
    page.read(logs);

    browser.await(
        "more points", one -> !find("[data-chart=use]").getAttribute("data-points").equals(before));
  }

  @Test
  void hostileNamesStayText() {
    browser.go(run("hostile.log#1", "&memory=DRAM&device=0"));
    browser.await("the place", one -> one.text().contains("<img src=x onerror=alert(1)>"));
    browser.go(run(HOSTILE + "#1", ""));
    browser.await("the unknown run", one -> one.text().contains("is not known"));

    assertThat(browser.driver().findElements(By.tagName("img"))).isEmpty();
  }

  @Test
  void noComplaintIsWrittenAndNothingIsAskedElsewhere() {
    goToRun("");
    browser.go(page.index());
    browser.await("the runs", one -> one.text().contains(RUN));

    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests())
        .allMatch(
            address -> address.startsWith(page.index().toString()) || !address.startsWith("http"));
  }

  @Test
  void aPhoneShowsTheRunWithoutScrollingSideways() {
    browser.resize(390, 800);
    goToRun("");

    Object wider = browser.run("return document.documentElement.scrollWidth > innerWidth");
    browser.resize(1366, 900);
    assertThat(wider).isEqualTo(false);
  }

  @Test
  void picturesOfTheViewsAreWritten() throws Exception {
    Path pictures = Samples.root().resolve("app/target/pictures");
    browser.prefer("light");
    browser.go(page.index());
    browser.await("the runs", one -> one.text().contains(RUN));
    browser.picture(pictures.resolve("page-index.png"));
    goToRun("&memory=DRAM&device=0");
    browser.picture(pictures.resolve("page-run.png"));

    assertThat(pictures.resolve("page-run.png")).isNotEmptyFile();
  }
}
