package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.browser.Browser;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
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

/** Tests op lines and module dumps on a report's page. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class OperationsPageIT {

  private static final String HOSTILE = "</script><img src=x onerror=alert(1)>";
  private static final String PADDING = "[aria-label='ops of the largest padding'] tbody tr";
  private static final String WEIGHTS = "[aria-label='weights'] tbody tr";

  @TempDir static Path folder;

  private static Browser browser;
  private static Path page;

  @BeforeAll
  static void write() throws Exception {
    Path log =
        Samples.root().resolve("app/src/test/resources/io/tidemark/app/report/padded-ops.log");
    page =
        new Report(LogAtRest.of(List.of(log), Settings.DEFAULT).get(0))
            .write(
                new ReportParent("--out", folder), LocalDateTime.of(2026, 11, 21, 9, 8, 7), "ops")
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
  void openTheRun() {
    browser.driver().get("about:blank");
    browser.complaints();
    browser.go(page.toUri());
    browser.await("the chart", one -> find("[data-chart=use] canvas").isDisplayed());
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static List<String> texts(String css) {
    return browser.driver().findElements(By.cssSelector(css)).stream()
        .map(one -> one.getText().replace('\u00a0', ' '))
        .toList();
  }

  /** Selects the point of this snapshot. */
  private static void read(int snapshot) {
    WebElement chart = find("[data-chart=use]");
    chart.sendKeys(Keys.HOME);
    for (int i = 0; i < snapshot; i++) {
      chart.sendKeys(Keys.ARROW_RIGHT);
    }
    browser.await(
        "the snapshot", one -> find(".readout").getText().startsWith("snapshot " + snapshot));
  }

  @Test
  void aPointShowsTheShapesOfItsOp() {
    read(2);

    assertThat(find(".shapes").getText())
        .startsWith("AddOp: inputs 96 bf16; outputs 1x96 bf16 ")
        .contains("TTIR line 703", "TTNN line 703");
  }

  @Test
  void theLineOfAnOpIsOpenedInItsText() {
    read(2);
    browser.driver().findElement(By.xpath("//p/button[.='TTNN line 703']")).click();

    WebElement line = browser.await("the line", one -> find("li.found"));
    assertThat(line.getText()).contains("ttnn.add").contains("op_3");
    assertThat(line.getAttribute("data-line")).isEqualTo("703");
    assertThat(browser.driver().switchTo().activeElement()).isEqualTo(line);
  }

  @Test
  void tenOpsOfTheLargestPaddingAreListed() {
    assertThat(texts(PADDING)).hasSize(10);
    assertThat(texts(PADDING).get(0))
        .startsWith("ttnn.add 1x384 bf16 23.3 KiB 768 B 24.0 KiB")
        .contains("op_12");
    assertThat(texts(PADDING)).noneMatch(row -> row.contains("op_1 ") || row.contains("op_2 "));
  }

  @Test
  void paddedAndUnpaddedBytesAreDrawnOverTheOps() {
    browser.run("document.querySelector('[data-chart=padding]').scrollIntoView()");
    browser.await("its chart", one -> find("[data-chart=padding] canvas").isDisplayed());

    Object drawn =
        browser.run(
            """
            const drawn = echarts.getInstanceByDom(document.querySelector('[data-chart=padding]'));
            const bytes = drawn.getOption().series.map(one => one.name + ' ' + one.data[2]).join('; ');
            return bytes + '; axis ' + drawn.getModel().getComponent('xAxis').axis.scale.getExtent();""");
    // Regression: stacked parts once drew an axis of twice the snapshots.
    assertThat(drawn).isEqualTo("padded 2,12288; unpadded 2,384; axis 0,12");
  }

  @Test
  void aTextIsTurnedPageByPage() {
    find("details.module summary").click();
    browser.await("its lines", one -> find("details.module li").isDisplayed());
    assertThat(texts("details.module[open] li")).hasSize(500);
    assertThat(find("details.module summary").getText()).isEqualTo("TTIR: 1,203 lines");

    browser.driver().findElement(By.xpath("//details[@open]//button[.='later lines']")).click();
    browser.await("later lines", one -> find("li[data-line='501']").isDisplayed());
  }

  @Test
  void weightsAreListedAndSortedByTheirBytes() {
    WebElement weights = find("details.weights summary");
    assertThat(weights.getText().replace('\u00a0', ' '))
        .isEqualTo("2 weights of 2.00 MiB, unpadded");
    weights.click();
    browser.await("the table", one -> find(WEIGHTS).isDisplayed());

    assertThat(texts(WEIGHTS).get(0)).isEqualTo("large 1024x1024 bf16 2.00 MiB 1");
    browser
        .driver()
        .findElement(By.xpath("//table[@aria-label='weights']//button[.='bytes']"))
        .click();
    assertThat(texts(WEIGHTS).get(0)).startsWith("small_");
  }

  @Test
  void namesOfTheLogStayText() throws Exception {
    read(4);
    browser.driver().findElement(By.xpath("//p/button[.='TTIR line 6']")).click();
    find("details.weights summary").click();

    browser.await("the line", one -> find("li.found").getText().contains(HOSTILE));
    assertThat(texts(PADDING)).anyMatch(row -> row.contains(HOSTILE));
    assertThat(texts(WEIGHTS)).anyMatch(row -> row.contains("small_" + HOSTILE));
    assertThat(browser.run("return document.querySelectorAll('#view img').length")).isEqualTo(0L);
    assertThat(browser.complaints()).isEmpty();
    assertThat(Files.readString(page)).doesNotContain(HOSTILE);
  }
}
