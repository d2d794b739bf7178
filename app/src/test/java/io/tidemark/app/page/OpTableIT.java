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
import org.openqa.selenium.WebElement;

/** Tests ordering and filtering of a memory's ops. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OpTableIT {

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
    browser.go(logs.at("run", Map.of("run", "tenstorrent.log#1")));
    browser.await("the ops", page -> !opRows().isEmpty());
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static List<WebElement> opRows() {
    return browser
        .driver()
        .findElements(By.cssSelector("[aria-label='ops that changed use'] tbody tr"));
  }

  @Test
  void opsAreSortedByAColumn() {
    WebElement times =
        browser
            .driver()
            .findElement(
                By.xpath("//table[@aria-label='ops that changed use']//button[.='times']"));
    times.click();
    List<Integer> falling = times();
    times.click();

    assertThat(falling).hasSizeGreaterThan(3).isSortedAccordingTo((a, b) -> b - a);
    assertThat(times()).isSorted().isNotEqualTo(falling);
  }

  private static List<Integer> times() {
    return opRows().stream()
        .map(row -> row.findElement(By.cssSelector("td:nth-child(2)")).getText())
        .map(text -> Integer.valueOf(text.replace(",", "")))
        .toList();
  }

  @Test
  void opsThatOnlyFreeAreShownOnDemand() {
    int shown = opRows().size();
    assertThat(opRows()).noneMatch(row -> row.getText().startsWith("DeallocateOp"));

    find("input[type=checkbox]").click();

    assertThat(opRows()).hasSizeGreaterThan(shown);
    assertThat(opRows()).anyMatch(row -> row.getText().startsWith("DeallocateOp"));
  }
}
