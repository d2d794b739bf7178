package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import tools.jackson.databind.JsonNode;

/** Tests the painting of a plan, by the SVG file that the page saves, and its use per bank. */
@Timeout(120)
class PlanPaintIT {

  /** Two banks of 100 B: one weight over both, and another buffer that shares 20 B of it. */
  private static final String PLAN =
      """
      {steps: 3, sizeBytes: 200, intervals: [
        {buffer: 'conv', bufferClass: 'activation', firstStep: 0, lastStep: 1, address: 0, bytes: 40},
        {buffer: 'next', bufferClass: 'activation', firstStep: 2, lastStep: 2, address: 20, bytes: 40},
        {buffer: 'a</script>\\u0001', bufferClass: 'weight', firstStep: 0, lastStep: 2, address: 20, bytes: 120},
        {buffer: 'lost', bufferClass: 'weight', firstStep: 0, lastStep: 2, bytes: 9, placed: false}],
       summary: {bankBytes: 100, arenaBytes: 140, failed: 1, peakBytes: 140, peakStep: 0,
        usedPerStep: [140, 140, 120], usedPerStepWithFailed: [149, 149, 129],
        unpaddedPerStep: [90, 140, 120]}}""";

  private static Browser browser;
  private static ShownLogs logs;

  @BeforeAll
  static void open() throws Exception {
    logs =
        ShownLogs.of(
            List.of(
                Samples.root().resolve("examples/tpu-mlir.log"),
                Samples.root().resolve(ShownLogs.GOLDEN + "tflm/plans/input.log")));
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
    logs.close();
  }

  @BeforeEach
  void drawTheExample() {
    draw("tpu-mlir.log#1");
  }

  private static void draw(String run) {
    browser.go(logs.at("plan", Map.of("run", run)));
    browser.await(
        "the map",
        page ->
            page.driver()
                .findElement(By.cssSelector("section:nth-of-type(1) .box-figure"))
                .getDomAttribute("data-boxes"));
  }

  private static JsonNode of(String module, String expression) {
    return script(
        "import('/%s').then(m => { const plan = %s; answer(%s); }, e => answer(String(e)));"
            .formatted(module, PLAN, expression));
  }

  private static JsonNode script(String script) {
    Object json =
        ((JavascriptExecutor) browser.driver())
            .executeAsyncScript(
                "const done = arguments[0]; const answer = v => done(JSON.stringify(v));" + script);
    return Json.MAPPER.readTree(String.valueOf(json));
  }

  /** The plan's map as a file, evaluated by an expression over the document {@code file}. */
  private static JsonNode file(String expression) {
    return script(
        """
        Promise.all([import('/planpaint.js'), import('/planpictures.js')]).then(([paint, pictures]) => {
          const plan = %s;
          const picture = pictures.mapPicture(plan, {hidden: new Set(), step: null, pinned: null});
          const canvas = document.querySelector('section:nth-of-type(1) canvas');
          const text = paint.boxesFile(canvas, picture, picture.range);
          const file = new DOMParser().parseFromString(text, 'image/svg+xml');
          answer(%s);
        }).catch(e => answer(String(e)));"""
            .formatted(PLAN, expression));
  }

  @Test
  void theSvgButtonSavesTheBoxesThatAreSeen() {
    JsonNode saved =
        script(
            """
            const keep = URL.createObjectURL;
            URL.createObjectURL = blob => { blob.text().then(text => {
              URL.createObjectURL = keep;
              const file = new DOMParser().parseFromString(text, 'image/svg+xml');
              answer([file.querySelectorAll('g > rect[fill^=url], g > rect[fill^="#"]').length,
                Number(document.querySelector('section:nth-of-type(1) .box-figure').dataset.seen)]);
            }); return keep.call(URL, blob); };
            [...document.querySelectorAll('section:nth-of-type(1) button')]
              .find(one => one.textContent === 'SVG').click();""");

    assertThat(saved.get(1).asInt()).isGreaterThan(10);
    assertThat(saved.get(0)).isEqualTo(saved.get(1));
  }

  @Test
  void aClassHasItsHatchAndANeighbourAnotherShade() {
    assertThat(
            file(
                "[...file.querySelectorAll('g > rect')].map(one => one.getAttribute('fill'))"
                    + ".filter(fill => fill !== 'rgba(0,0,0,0.5)')"))
        .hasToString(
            "[\"url(#hatch-none-2f7fc1)\",\"url(#hatch-none-2f7fc1)\",\"rgba(0,0,0,0.11)\","
                + "\"url(#hatch-rising-9a6fc4)\",\"rgba(255,255,255,0.16)\","
                + "\"url(#hatch-rising-9a6fc4)\"]");
    assertThat(file("file.querySelectorAll('#hatch-rising-9a6fc4 line').length").asInt())
        .isEqualTo(1);
  }

  @Test
  void banksHaveLinesAndNames() {
    String names = "[...file.querySelectorAll('text')].map(one => one.textContent)";
    assertThat(file(names + ".filter(one => one.startsWith('bank'))"))
        .hasToString("[\"bank 0\",\"bank 1\"]");
    assertThat(file("file.querySelectorAll('path[stroke-dasharray=\"2 4\"]').length").asInt())
        .isEqualTo(2);
  }

  @Test
  void aHostileNameStaysTextInTheFile() {
    assertThat(file("[...file.querySelectorAll('g > text')].map(one => one.textContent)[2]"))
        .hasToString("\"a</script>\ufffd\"");
  }

  @Test
  void theCurveOfUseHasPaddingAboveWhatIsUnpadded() {
    String boxes = "m.usePicture(plan).boxes.filter(one => one.step === 0)";
    assertThat(of("planpictures.js", boxes + ".map(one => [one.low, one.high, one.kind])"))
        .hasToString("[[0,90,\"activation\"],[90,140,\"scratch\"],[140,149,\"scratch\"]]");
  }

  @Test
  void aByteThatTwoBuffersShareCountsOnceInItsBank() {
    assertThat(
            of("planuse.js", "m.bankUse(plan, 0).map(one => [one.bank, one.bytes, one.buffers])"))
        .hasToString("[[0,100,2],[1,40,1]]");
  }

  @Test
  void smallBuffersAreGroupedByTheChosenShareOfThePeak() {
    String rows = "document.querySelector('.peak-buffers').dataset.rows";
    int before = Integer.parseInt("" + browser.run("return " + rows));
    browser.driver().findElement(By.cssSelector("option[value='0.1']")).click();
    int after = Integer.parseInt("" + browser.run("return " + rows));

    assertThat(after).isLessThan(before);
    assertThat(browser.text()).contains("Banks in use at step");
  }

  @Test
  void aPlanOfTfliteMicroHasItsMapAndNoCapacity() {
    draw("input.log#1");

    assertThat(figure("verdict").getText()).isEqualTo("capacity unknown");
    assertThat(figure("peakBytes").getDomAttribute("data-value")).isEqualTo("" + (9216 + 4608));
  }

  private static WebElement figure(String name) {
    return browser.driver().findElement(By.cssSelector("[data-figure=" + name + "]"));
  }

  @Test
  void hoveringOverTheCurveNamesTheStep() {
    WebElement curve = browser.driver().findElement(By.cssSelector(".box-figure.low canvas"));
    String card =
        browser.await(
            "the card",
            page -> {
              new Actions(page.driver())
                  .scrollToElement(curve)
                  .moveToElement(curve, 4, curve.getSize().height / 2 - 40)
                  .moveToElement(curve, 0, curve.getSize().height / 2 - 40)
                  .perform();
              return page.driver()
                  .findElement(By.cssSelector(".box-figure.low .hover-card"))
                  .getText();
            });
    assertThat(card).contains("step", "used");
  }
}
