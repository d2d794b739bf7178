package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** Tests the view of a plan: its map, one of its steps, its lifetimes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PlanPageIT {

  private static final String FEASIBLE = "lmem#3 1,1,1,6,4";
  private static final String INFEASIBLE = "lmem#2 1,1,1,5,3";
  private static final String MAP = "section:nth-of-type(1) .box-figure";

  private static Browser browser;
  private static ShownLogs logs;

  @BeforeAll
  static void open() throws Exception {
    Path zant = Samples.root().resolve(ShownLogs.GOLDEN + "zant/new-plan/input.json");
    Path xla = Samples.root().resolve(ShownLogs.GOLDEN + "xla/out-of-memory-short/input.log");
    Path budget =
        Samples.root()
            .resolve("app/src/test/resources/io/tidemark/app/surface/writers/vllm-0.11.log");
    logs =
        ShownLogs.of(List.of(Samples.root().resolve("examples/tpu-mlir.log"), zant, xla, budget));
    browser = Browser.open();
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

  private static void draw(String run, Map<String, String> more) {
    Map<String, String> keys = new TreeMap<>(more);
    keys.put("run", run);
    browser.go(logs.at("plan", keys));
    browser.await("the map", page -> map("boxes"));
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static String map(String name) {
    return find(MAP).getDomAttribute("data-" + name);
  }

  private static double span() {
    return Double.parseDouble(map("right")) - Double.parseDouble(map("left"));
  }

  private static String figure(String name) {
    return find("[data-figure=" + name + "]").getDomAttribute("data-value");
  }

  private static PlanRecord.Summary summary(String plan) {
    return logs.board().plansOf(RunId.parse("tpu-mlir.log#1")).stream()
        .filter(one -> one.getKey().plan().equals(plan))
        .map(Map.Entry::getValue)
        .filter(PlanRecord.Summary.class::isInstance)
        .map(PlanRecord.Summary.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static void hover(String css, double right, double up) {
    WebElement canvas = find(css + " canvas");
    int x = (int) (canvas.getSize().width * right) - canvas.getSize().width / 2;
    int y = canvas.getSize().height / 2 - (int) (canvas.getSize().height * up);
    new Actions(browser.driver())
        .scrollToElement(canvas)
        .moveToElement(canvas, x - 4, y)
        .moveToElement(canvas, x, y)
        .perform();
  }

  @Test
  void theFeasibleSettingIsDrawnFirst() {
    draw("tpu-mlir.log#1", Map.of());

    assertThat(browser.text()).contains(FEASIBLE, "LMEM", "shape_secs=1,1,1,6,4");
    assertThat(figure("peakBytes")).isEqualTo("" + summary(FEASIBLE).peakBytes());
    assertThat(figure("arenaBytes")).isEqualTo("" + summary(FEASIBLE).arenaBytes());
    assertThat(find("[data-figure=verdict]").getText()).isEqualTo("placed");
  }

  @Test
  void aBudgetIsTheFullestPlanAndHasPartsWithoutAddresses() {
    browser.go(logs.at("plan", Map.of("run", "vllm-0.11.log#1")));
    browser.await("the parts", page -> find(".peak-buffers").isDisplayed());

    assertThat(find(".plan-title h3").getText()).isEqualTo("vllm#2");
    assertThat(find(".peak-buffers").getText()).contains("KV cache", "3.50 GiB", "non-torch");
    assertThat(browser.text()).contains("2 plans").doesNotContain("settings", "Addresses");
    assertThat(browser.driver().findElements(By.cssSelector(".box-figure"))).isEmpty();
  }

  @Test
  void failedPlacementsOfAPickedSettingAreStackedAboveTheArena() {
    draw("tpu-mlir.log#1", Map.of());

    String option = ".plan-pickers option[value='%s']".formatted(INFEASIBLE);
    assertThat(find(option).getText()).contains("infeasible", "no bank conflict");
    find(option).click();
    browser.await("the other plan", page -> find(".plan-title h3").getText().equals(INFEASIBLE));

    PlanRecord.Summary picked = summary(INFEASIBLE);
    browser.await("its map", page -> map("top"));
    assertThat(map("top")).isEqualTo("" + picked.arena().stackedBytes());
    assertThat(Integer.parseInt(map("failed")))
        .isGreaterThanOrEqualTo(picked.arena().placements().failed());
    assertThat(browser.driver().getCurrentUrl()).contains("plan=lmem%232");
  }

  /** A compiler's sentence states what its program needs, and lists no buffer. */
  @Test
  void aPlanWithoutBuffersDoesNotSayThatItWouldHaveFittedWithoutGaps() {
    browser.go(logs.at("plan", Map.of("run", "input.log#1")));

    browser.await("its title", page -> find(".plan-title h3").getText().startsWith("xla-remat"));
    assertThat(find("[data-figure=verdict]").getText()).isEqualTo("does not fit");
    assertThat(browser.text())
        .contains("no buffers listed")
        .doesNotContain("would have fitted", "Addresses", "0 steps");
    assertThat(browser.driver().findElements(By.cssSelector(".box-figure"))).isEmpty();
  }

  @Test
  void aLinkLeadsToItsPlan() {
    draw("tpu-mlir.log#1", Map.of("plan", INFEASIBLE));

    assertThat(figure("failed")).isEqualTo("" + summary(INFEASIBLE).arena().placements().failed());
  }

  @Test
  void hoveringShowsEveryFieldOfABufferAndAClickPinsIt() {
    draw("tpu-mlir.log#1", Map.of());

    String card =
        browser.await(
            "the card",
            page -> {
              hover(MAP, 0.7, 0.2);
              return find(MAP + " .hover-card").getText();
            });
    assertThat(card).contains("buffer", "class", "steps", "address", "bank", "size");

    new Actions(browser.driver()).click().perform();
    assertThat(find(".pinned").getText()).contains(card.lines().toList().get(1));
    new Actions(browser.driver()).click().perform();
    assertThat(find(".pinned").getText()).isEmpty();
  }

  @Test
  void stepsAndAddressesAreZoomedByButtonsAndKeys() {
    draw("tpu-mlir.log#1", Map.of());
    double all = span();
    String high = map("high");

    find(MAP + " button:nth-of-type(1)").click();
    assertThat(span()).isLessThan(all);
    assertThat(map("high")).isEqualTo(high);
    find(MAP + " canvas").sendKeys(Keys.PAGE_UP);
    assertThat(map("high")).isNotEqualTo(high);
    find(MAP + " canvas").sendKeys("0");
    assertThat(span()).isEqualTo(all);
    find(MAP + " canvas").sendKeys("n");
    assertThat(find(MAP + " .hover-card").getText()).contains("buffer");
  }

  @Test
  void stepZeroAloneIsStackedFromZero() {
    draw("tpu-mlir.log#1", Map.of());
    find("input[type=number]").sendKeys("0");
    browser.await("the step", page -> map("step").equals("0"));

    assertThat(map("left")).isEqualTo("0");
    assertThat(map("right")).isEqualTo("1");
    assertThat(Long.parseLong(map("top")))
        .isGreaterThanOrEqualTo(summary(FEASIBLE).use().usedPerStep().get(0))
        .isLessThan(summary(FEASIBLE).arenaBytes());
    assertThat(browser.text()).contains("Buffers at step 0");
  }

  @Test
  void aLegendEntryHidesItsBufferInTheGanttChart() {
    draw("input.json#1", Map.of());
    String gantt = ".gantt .box-figure";
    assertThat(find(gantt).getDomAttribute("data-rows")).isEqualTo("4");

    find("[data-group='buffer 0']").click();
    assertThat(find(gantt).getDomAttribute("data-rows")).isEqualTo("1");
    assertThat(find("[data-group='buffer 0']").getDomAttribute("aria-pressed")).isEqualTo("false");

    find("[data-group='buffer 0']").click();
    find(".gantt option[value=buffer]").click();
    assertThat(find(gantt).getDomAttribute("data-rows")).isEqualTo("2");
  }

  @Test
  void buffersOfAnArenaAndFindingsWithBothPartnersAreListed() {
    draw("input.json#1", Map.of());

    assertThat(browser.text())
        .contains("heuristic v1", "-Dstatic_planning=enabled", "two live buffers share addresses")
        .contains("b (32\u00a0B) and d (16\u00a0B)", "used while busy");
  }

  @Test
  void aPhoneScrollsThePlanDownwardsOnly() {
    browser.resize(390, 800);
    try {
      draw("tpu-mlir.log#1", Map.of());
      assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth"))
          .isEqualTo(true);
    } finally {
      browser.resize(1366, 900);
    }
  }
}
