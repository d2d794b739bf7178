package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Tests the history of nightly runs on the page. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HistoryPageIT {

  private static final String BAD = "branch=main,commit=c06.log#1";

  @TempDir Path folder;

  @Test
  void theFirstBadRunAndItsOpAreNamedAndLedTo() throws Exception {
    List<Path> nights = new ArrayList<>();
    for (int night = 1; night <= 9; night++) {
      nights.add(NightlyLogs.write(folder, night, night < 6 ? 400 + night : 500));
    }
    try (ShownLogs logs = ShownLogs.of(nights);
        Browser browser = Browser.open()) {
      browser.go(logs.at("index", Map.of()));
      browser.await(
          "nine runs",
          page -> all(browser, "[data-view=index] tbody tr:not(.section)").size() == 9);
      find(browser, "[data-view=index] a[href$='view=history']").click();
      browser.await("the history", page -> find(browser, "[data-view=history] h2").isDisplayed());

      assertThat(find(browser, "[data-view=history] .bad").getText())
          .isEqualTo(
              "First bad: "
                  + BAD
                  + ": peak +23.5 % over the good runs up to"
                  + " branch=main,commit=c05.log#1; AddOp holds 95.0 MiB more");
      assertThat(all(browser, "[data-view=history] tbody tr.failed")).hasSize(4);
      assertThat(all(browser, ".history-bars .bad")).hasSize(4);
      assertThat(all(browser, ".history-bars .good")).hasSize(5);

      browser.driver().findElement(By.linkText("compare with the last good run")).click();
      browser.await("both runs", page -> !all(browser, "[data-view=compare] .changes").isEmpty());
      assertThat(find(browser, "[data-view=compare]").getText()).contains("AddOp", "95.0 MiB");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static List<WebElement> all(Browser browser, String css) {
    return browser.driver().findElements(By.cssSelector(css));
  }

  private static WebElement find(Browser browser, String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }
}
