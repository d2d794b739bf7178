package io.tidemark.app.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests how the page shows a timeline's highest snapshots, without the topic of single ones. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HighestSnapshotsIT {

  private static final String RUN = "input.log#1";
  private static final String TABLE = "[aria-label='highest snapshots'] tbody tr";

  private static Browser browser;
  private static ShownLogs page;

  @BeforeAll
  static void open() throws Exception {
    Path log = Samples.root().resolve(ShownLogs.GOLDEN + "tenstorrent/operations/input.log");
    page = ShownLogs.of(List.of(log));
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
    page.close();
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static void goToRun() {
    browser.driver().get("about:blank");
    browser.complaints();
    String run = URLEncoder.encode(RUN, UTF_8);
    browser.go(page.index().resolve("#run=" + run + "&memory=DRAM&device=0"));
    browser.await("the chart", one -> find("[data-chart=use] canvas").isDisplayed());
    browser.await("the list", one -> find(TABLE).isDisplayed());
  }

  private static MemoryTimeline.Axis timeline() {
    MemoryKey memory = new MemoryKey(RunId.parse(RUN), "0", "DRAM");
    return Objects.requireNonNull(page.board().timelines().get(memory)).bySnapshot();
  }

  @Test
  void theHighestSnapshotIsListedFirstWithItsOpAndAClickReadsIt() {
    goToRun();
    MemoryTimeline.Axis axis = timeline();
    MemoryTimeline.Highs highs = Objects.requireNonNull(axis.highs());
    int highest = axis.mostBytes().indexOf(Collections.max(axis.mostBytes()));
    String op = highs.opNames().get(highs.ops().get(highest) - 1);

    List<WebElement> rows = browser.driver().findElements(By.cssSelector(TABLE));
    assertThat(rows).hasSameSizeAs(axis.at());
    assertThat(rows.get(0).getText()).startsWith(highest + " ").contains(op);

    rows.get(0).findElement(By.tagName("button")).click();
    String readout = browser.await("the snapshot", one -> find(".readout").getText());
    assertThat(readout)
        .startsWith("snapshot " + highest + ": ")
        .contains("after " + op, "largest free block", "change ");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void arrowsNameTheOpThatRaisedUse() {
    goToRun();
    WebElement chart = find("[data-chart=use]");
    chart.sendKeys(Keys.HOME);
    chart.sendKeys(Keys.ARROW_RIGHT);

    browser.await("the op", one -> find(".readout").getText().contains("after GetDeviceOp"));
  }

  /** The result of a script, which passes it to {@code done}. */
  private static Object answer(String script) {
    return ((JavascriptExecutor) browser.driver())
        .executeAsyncScript("const done = arguments[0];\n" + script);
  }

  @Test
  void aFailedRunNamesTheOpsThatChangedSinceTheLastGoodOneBehindAnotherFailure() {
    goToRun();
    Object text =
        answer(
            """
            const memory = (used, last) => ({device: '0', memory: 'DRAM', opsInAll: 2, peak: {usedBytes: used}, overLastRun: last && {run: last}});
            const run = (id, state, last, used) => ({id, state, outOfMemory: [{device: '0', memory: 'DRAM'}], memories: [memory(used, last)]});
            const op = (name, growth) => ({op: name, growthBytes: growth, heldAtPeakBytes: 0});
            const documents = {'run?run=a%231': run('a#1', 'ended', undefined, 1024), 'run?run=a%232': run('a#2', 'out_of_memory', 'a#1', 9),
              'ops?run=a%231': {inAll: 2, rows: [op('same', 7), op('grown', 1024)]}, 'ops?run=a%233': {inAll: 2, rows: [op('same', 7), op('grown', 3072)]}};
            const before = window.fetch;
            window.fetch = async path => new Response(JSON.stringify(documents[path.replace('api/v1/', '').split('&')[0]] ?? before(path)));
            import('/lastgood.js').then(m => m.lastGoodBox(run('a#3', 'out_of_memory', 'a#2', 4096)))
              .then(box => { window.fetch = before; done(box.innerText ?? box.textContent); }, e => done(String(e)));""");

    assertThat(String.valueOf(text).replaceAll("[\\u00a0\\u202f]", " "))
        .contains("Peak of DRAM 4.00 KiB, then 1.00 KiB in run a#1.", "grown", "+2.00 KiB")
        .doesNotContain("same");
  }
}
