package io.tidemark.app.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** Tests the picture of who holds a memory, submission by submission, up to a refused block. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StackPageIT {

  private static final String PICTURE = "svg.stack";
  private static final String SAVE = "section:not([hidden]) > .save button";
  private static final int DATE_AND_TIME = "2026-06-19 09:25:42.714".length();
  private static final Path ENGINE =
      Samples.root()
          .resolve("app/src/test/resources/io/tidemark/app/surface/writers/vllm-0.11.log");

  private static final String DOES_NOT_FIT =
      "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory on HBM, the total memory"
          + " required for HLO temporaries (45.00G) exceeds available HBM (15.75G).\n";

  @TempDir static Path folder;
  private static Browser browser;
  private static ShownLogs page;

  @BeforeAll
  static void open() throws Exception {
    Path log = folder.resolve("serve.log");
    Path packed = Samples.root().resolve("examples/demo/crashing.log.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
      Files.copy(in, log);
    }
    Path survived = Files.writeString(folder.resolve("survived.log"), survived(log));
    Path large = Files.writeString(folder.resolve("does-not-fit.log"), DOES_NOT_FIT);
    page = ShownLogs.of(List.of(log, survived, unnamed(), ENGINE, large));
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    try (Browser opened = browser) {
      if (opened != null) {
        assertThat(opened.complaints()).isEmpty();
      }
    } finally {
      page.close();
    }
  }

  /** The first run of a log whose failed allocation comes half way, and is caught. */
  private static String survived(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    int failed = indexOf(lines, "TT_FATAL: Out of Memory", 0);
    int begins = indexOf(lines, "FlatbufferLoadedExecutableInstance::Execute", failed / 2);
    String time = lines.get(begins).substring(0, DATE_AND_TIME);
    List<String> moved = new ArrayList<>(lines.subList(0, begins));
    moved.add(time + lines.get(failed).substring(DATE_AND_TIME));
    moved.addAll(lines.subList(begins, failed));
    return String.join("\n", moved) + "\n";
  }

  private static int indexOf(List<String> lines, String text, int from) {
    return IntStream.range(from, lines.size())
        .filter(i -> lines.get(i).contains(text))
        .findFirst()
        .orElseThrow();
  }

  /** A log whose frees name no operand, so that nobody is known to hold what is left. */
  private static Path unnamed() throws IOException {
    Path log = Samples.root().resolve(ShownLogs.GOLDEN + "tenstorrent/out-of-memory/input.log");
    return Files.copy(log, folder.resolve("unnamed.log"));
  }

  private static void show(int width, int height) {
    show(width, height, "serve.log#1");
  }

  private static void show(int width, int height, String run) {
    browser.resize(width, height);
    browser.driver().get("about:blank");
    browser.go(page.index().resolve("#run=" + URLEncoder.encode(run, UTF_8)));
    browser.await("the picture", one -> find(PICTURE).isDisplayed());
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static List<String> texts(String css) {
    return browser.driver().findElements(By.cssSelector(css)).stream()
        .map(one -> one.getDomProperty("textContent").replace('\u00a0', ' '))
        .toList();
  }

  @Test
  void eachHolderIsLabelledWithItsBytesAndItsGrowthAndTheRefusedBlockStandsOnTop() {
    show(1366, 768);

    assertThat(texts(".holder-label"))
        .anyMatch(label -> label.startsWith("asked: ConcatOp 297.8 MiB"))
        .anyMatch(
            label ->
                label.startsWith("ConcatOp, model.layers.0 · modeling_llama.py:1324.26 GiB · +"))
        .anyMatch(
            label ->
                label.startsWith("ConcatOp, model.layers.1 · modeling_llama.py:1321.96 GiB · +"))
        .anyMatch(label -> label.startsWith("uploaded before the first op4.10 GiB · constant"));
    assertThat(texts(".from-here"))
        .first()
        .asString()
        .startsWith("from here no 297.8 MiB would fit: submission ");
    assertThat(texts(".capacity")).containsExactly("capacity 11.97 GiB");
    assertThat(find(".refused").getDomAttribute("data-bytes")).isEqualTo("312213504");
  }

  @Test
  void aRequestThatTheRunSurvivedStandsAtItsSubmission() {
    show(1366, 768, "survived.log#1");

    int at = Integer.parseInt(find(".refused").getDomAttribute("data-column"));
    assertThat(at).isBetween(10, 40);
    assertThat(texts(".holder-label"))
        .anyMatch(label -> label.startsWith("asked: 297.8 MiB, submission " + at));
    double right = find(".holder").getRect().getX() + find(".holder").getRect().getWidth();
    assertThat(find(".refused").getRect().getX()).isLessThan((int) (right * 0.8));
  }

  @Test
  void aMemoryWhoseHoldersTheLogDoesNotNameHasItsFreeBlocksBelow() {
    show(1366, 768, "unnamed.log#1");

    assertThat(texts(".stack-key:not(:empty)"))
        .first()
        .asString()
        .contains("does not name who holds it");
    assertThat(find(".largest-block").isDisplayed()).isTrue();
    assertThat(browser.driver().findElements(By.cssSelector("[data-chart=free]"))).isEmpty();
  }

  @Test
  void thePartsOfAnEngineAreOneBarBelowItsCapacity() {
    show(1366, 768, "vllm-0.11.log#1");

    assertThat(texts(".holder-label"))
        .anyMatch(label -> label.startsWith("KV cache3.50 GiB"))
        .anyMatch(label -> label.startsWith("non-torch"));
    assertThat(browser.driver().findElements(By.cssSelector(".fill-bar"))).isEmpty();
  }

  /** What a compiler's program needs is above the line of the memory. */
  @Test
  void aProgramThatDoesNotFitReachesAboveTheCapacity() {
    show(1366, 768, "does-not-fit.log#1");

    int top = find(".holder").getRect().getY();
    assertThat(find(".capacity").getRect().getY()).isGreaterThan(top);
    assertThat(texts(".capacity")).first().asString().contains("missing");
  }

  @Test
  void aCopiedPictureIsSharpAndSaysItsRunItsSentenceAndItsCapacity() {
    show(1366, 768);
    browser.run(
        "window.saved = []; const make = URL.createObjectURL;"
            + "URL.createObjectURL = blob => { saved.push(blob); return make(blob); }");
    find(SAVE + ":nth-child(2)").click();
    find(SAVE).click();
    browser.await("its word", one -> find(SAVE).getText().matches("Copied|Saved"));

    Object said =
        ((JavascriptExecutor) browser.driver())
            .executeAsyncScript(
                """
                const done = arguments[0];
                const svg = window.saved[0];
                const page = new DOMParser();
                svg.text().then(text => import('/pictures.js').then(m => {
                  const drawn = page.parseFromString(text, 'image/svg+xml').documentElement;
                  m.pngOf(drawn).then(createImageBitmap).then(image =>
                    done([svg.type, image.width, image.height === 2 * drawn.getAttribute('height'), drawn.textContent].join(' ')));
                })).catch(e => done(String(e)));""");
    assertThat(String.valueOf(said).replace('\u00a0', ' '))
        .startsWith("image/svg+xml 2480 true ")
        .contains("serve.log#1 · Who holds DRAM, submission by submission")
        .contains("ConcatOp needed 297.8 MiB")
        .contains("capacity 11.97 GiB");
  }

  @Test
  void theFirstScreenOfADeskHoldsTheWholePicture() {
    show(1366, 768);

    assertThat(find(PICTURE).getRect().getY() + find(PICTURE).getRect().getHeight())
        .isLessThanOrEqualTo(768);
  }

  @Test
  void onAPhoneTheLabelsStandBelowAndNothingIsWiderThanTheScreen() {
    show(390, 844);

    assertThat(texts(".holder-label")).hasSizeGreaterThan(4);
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
    assertThat(
            browser.run(
                "const all = [...document.querySelectorAll('svg.stack text')].map(one => one.getBoundingClientRect());"
                    + "return all.filter(box => box.right > 390 || box.left < 0).length"))
        .isEqualTo(0L);
  }

  @Test
  void theHolderUnderThePointerIsNamedWithItsBytesShareAndLine() {
    show(1366, 768);

    new Actions(browser.driver()).moveToElement(find(PICTURE), -200, 0).perform();

    browser.await("the hint", one -> find(".stack-tip .found").isDisplayed());
    assertThat(texts(".stack-tip tr")).hasSizeGreaterThan(3);
    assertThat(texts(".stack-tip p"))
        .first()
        .asString()
        .contains("submission ", " used, ", " in one piece");
  }
}
