package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Tests the phases of trainings, and runs side by side. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TrainingPageIT {

  private static final String RUN = "first.log#1";
  private static final String OTHER = "second.log#1";
  private static final String PICTURE = "svg.stack";

  @TempDir static Path folder;
  private static Browser browser;
  private static ShownLogs logs;

  /** The second training's optimizer needs twice as much. */
  @BeforeAll
  static void open() throws Exception {
    Path log = Samples.root().resolve(ShownLogs.GOLDEN + "tttrain/summary/input.log");
    Path first = Files.copy(log, folder.resolve("first.log"));
    Path second = folder.resolve("second.log");
    Files.writeString(second, Files.readString(log).replace("200.00 MB", "400.00 MB"));
    logs = ShownLogs.of(List.of(first, second, Samples.root().resolve("examples/tpu-mlir.log")));
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

  private static void draw(String view, Map<String, String> keys, String what) {
    browser.go(logs.at(view, new TreeMap<>(keys)));
    browser.await(what, page -> find(what).isDisplayed());
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static Training training() {
    return Objects.requireNonNull(logs.board().runs().get(RunId.parse(RUN)).training());
  }

  private static List<String> texts(String css) {
    return browser.driver().findElements(By.cssSelector(css)).stream()
        .map(one -> one.getDomProperty("textContent").replace('\u00a0', ' '))
        .toList();
  }

  @Test
  void thePartsAreStackedPhaseByPhaseWithTheirBytesAtThePeak() {
    draw("phases", Map.of("run", RUN), PICTURE);

    assertThat(
            browser.driver().findElements(By.cssSelector(".holder")).stream()
                .map(one -> one.getDomAttribute("data-holder")))
        .containsExactly("model", "optimizer", "activations", "gradients overhead");
    assertThat(texts(".holder-label"))
        .containsExactly(
            "gradients overhead150.0 MiB · 29.4 %",
            "activations60.0 MiB · 11.8 %",
            "optimizer200.0 MiB · 39.2 %",
            "model100.0 MiB · 19.6 %");
    assertThat(find(".phase-verdict").getText()).contains("fits", "BACKWARD_PASS_micro_0");
    assertThat(texts(PICTURE + " text")).contains("phase", "FORWARD_PASS_micro_0");
  }

  /** A log's device of which a training needs a twentieth is no line far above it. */
  @Test
  void aDeviceFarAboveThePeakIsNamedAtTheTop() {
    draw("phases", Map.of("run", RUN), PICTURE);

    assertThat(texts(".capacity")).containsExactly("capacity 12.00 GiB ↑");
  }

  @Test
  void actualSizesAreBesideTheExpectedOnes() {
    draw("phases", Map.of("run", RUN), PICTURE);

    TrainingMemory memory = Objects.requireNonNull(training().memory());
    assertThat(memory.parts().modelBytes()).isEqualTo(100 << 20);
    assertThat(texts(".phases tbody tr")).first().isEqualTo("model100.0 MiB100.0 MiB0.0 %");
  }

  @Test
  void everyPhaseHasItsNineFigures() {
    draw("phases", Map.of("run", RUN), PICTURE);

    List<WebElement> rows =
        browser.driver().findElements(By.cssSelector(".phases > section:last-child tbody tr"));
    assertThat(rows).hasSameSizeAs(training().phases());
    assertThat(rows.get(2).getText())
        .contains("FORWARD_PASS_micro_0", "80.0", "90.0", "30.0", "60.0");
    assertThat(rows.get(2).findElements(By.tagName("td"))).hasSize(10);
  }

  @Test
  void differencesOfTwoRunsComeFirst() {
    draw("compare", Map.of("run", RUN, "with", OTHER), ".changes");

    WebElement first = find(".changes");
    assertThat(first.getDomAttribute("data-changed")).isNotEqualTo("0");
    assertThat(first.findElement(By.cssSelector("tbody tr")).getText()).contains("▲");
    List<String> changed =
        browser.driver().findElements(By.cssSelector(".changes")).stream()
            .map(one -> one.getDomAttribute("data-changed").equals("0") ? "same" : "changed")
            .toList();
    assertThat(changed).isSortedAccordingTo(java.util.Comparator.naturalOrder());
  }

  @Test
  void twoPlansOfASearchAreCompared() {
    Map<String, String> plans =
        Map.of(
            "run", "tpu-mlir.log#1",
            "with", "tpu-mlir.log#1",
            "plan", "lmem#3 1,1,1,6,4",
            "withPlan", "lmem#2 1,1,1,5,3");
    draw("compare", plans, ".changes");

    assertThat(browser.text()).contains("without a place", "Buffers by size");
  }
}
