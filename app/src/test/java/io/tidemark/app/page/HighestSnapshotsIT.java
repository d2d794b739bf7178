package io.tidemark.app.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests how the page names the op of a timeline's highest snapshots, without single ones. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HighestSnapshotsIT {

  private static final String RUN = "input.log#1";

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
  }

  @Test
  void arrowsNameTheOpThatRaisedUse() {
    goToRun();
    WebElement chart = find("[data-chart=use]");
    chart.sendKeys(Keys.HOME);
    chart.sendKeys(Keys.ARROW_RIGHT);

    browser.await("the op", one -> find(".readout").getText().contains("after GetDeviceOp"));
  }
}
