package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/**
 * The reader's selection in a plan is part of the address, so a link and a newer plan show the
 * same.
 */
@Timeout(120)
class PlanLinkIT {

  private static final String MAP = "section:not(.gantt) .box-figure";

  @TempDir private static Path folder;
  private static Browser browser;
  private static ShownLogs logs;
  private static String whole;

  @BeforeAll
  static void open() throws Exception {
    Path input = Samples.root().resolve(ShownLogs.GOLDEN + "zant/new-plan/input.json");
    whole = Files.readString(input);
    logs = ShownLogs.of(List.of(input));
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

  /** The plan in its first version: without its last tensor. */
  @BeforeEach
  void drawAPlanThatIsNotWhole() throws Exception {
    show(whole.substring(0, whole.indexOf(",{\"name\":\"d\"")) + "]}");
    browser.go(logs.at("plan", Map.of("run", "plan.json#1")));
    browser.await("the map", page -> "3".equals(data(MAP, "boxes")));
  }

  private static void show(String text) throws Exception {
    Path log = folder.resolve("plan.json");
    Files.writeString(log, text);
    logs.read(List.of(log));
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static String data(String css, String name) {
    return find(css).getDomAttribute("data-" + name);
  }

  private static String address() {
    return String.valueOf(browser.driver().getCurrentUrl());
  }

  /** Opens the address in a page without other state. */
  private static void follow(String address) {
    browser.go(URI.create(address.replace("/?", "/?again")));
    browser.await("the map", page -> data(MAP, "boxes"));
  }

  private static void zoomThreeTimes(String css) {
    find(css + " canvas").sendKeys("+", "+", Keys.PAGE_UP);
  }

  @Test
  void aLinkShowsThePinAndTheWindowsThatItWasCopiedWith() {
    zoomThreeTimes(MAP);
    zoomThreeTimes(".gantt .box-figure");
    find(MAP + " canvas").sendKeys("n", "n", Keys.ENTER);
    String link =
        browser.await(
            "the choices",
            page ->
                address().contains("map=") && address().contains("lifetimes=") ? address() : null);
    String pinned = find(".pinned").getText();
    List<String> windows = List.of(data(MAP, "left"), data(MAP, "high"));

    follow(link);

    assertThat(pinned).contains("Pinned");
    assertThat(find(".pinned").getText()).isEqualTo(pinned);
    assertThat(number(data(MAP, "left"))).isEqualTo(number(windows.get(0)), near());
    assertThat(number(data(MAP, "high"))).isEqualTo(number(windows.get(1)), near());
    assertThat(number(data(MAP, "left"))).isPositive();
  }

  private static double number(String text) {
    return Double.parseDouble(text);
  }

  private static Offset<Double> near() {
    return Offset.offset(1e-6);
  }

  @Test
  void aLinkShowsTheStepThatItWasCopiedWith() {
    find("input[type=number]").sendKeys("2");
    String link =
        browser.await("the step", page -> address().contains("step=2") ? address() : null);

    follow(link);

    assertThat(data(MAP, "step")).isEqualTo("2");
    assertThat(browser.text()).contains("Buffers at step 2");
  }

  @Test
  void aPlanThatGrowsKeepsItsZoomAndItsPin() throws Exception {
    zoomThreeTimes(MAP);
    find(MAP + " canvas").sendKeys("n", Keys.ENTER);
    String pinned = find(".pinned").getText();
    browser.await("the window", page -> address().contains("map=") ? true : null);
    double left = number(data(MAP, "left"));
    double right = number(data(MAP, "right"));

    show(whole);
    browser.await("the last tensor", page -> "4".equals(data(MAP, "boxes")));

    assertThat(number(data(MAP, "left"))).isPositive().isEqualTo(left, near());
    assertThat(number(data(MAP, "right"))).isEqualTo(right, near());
    assertThat(find(".pinned").getText()).isEqualTo(pinned);
  }

  @Test
  void allOfAPlanNeedsNoWindowInItsLink() {
    zoomThreeTimes(MAP);
    browser.await("the window", page -> address().contains("map=") ? true : null);

    find(MAP + " canvas").sendKeys("0");

    browser.await("no window", page -> address().contains("map=") ? null : true);
  }
}
