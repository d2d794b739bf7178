package io.tidemark.app.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.browser.Browser;
import io.tidemark.app.page.StatedFigures.Figure;
import io.tidemark.app.page.StatedFigures.View;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.AllInOneConfig;
import io.tidemark.app.watch.Watch;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.model.Samples;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the page of a real {@code watch}, with tailer, broker, streams and sink. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class WatchedPageIT {

  private static final Path EXAMPLE = Samples.root().resolve("examples/tenstorrent.log");

  private static final String CHART = "[data-chart=use]";

  @TempDir static Path folder;
  private static AllInOne watch;
  private static Browser browser;
  private static JsonNode state;

  @BeforeAll
  static void open() throws Exception {
    watch = watch(logs(), true, folder.resolve("data"));
    state = canonicalState(watch);
    browser = Browser.open();
  }

  @AfterAll
  static void close() throws Exception {
    try {
      if (browser != null) {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests())
            .allMatch(url -> url.matches("(http://(127\\.0\\.0\\.1|localhost)|data:|about:).*"));
        browser.close();
      }
    } finally {
      watch.close();
    }
  }

  /** A log of each system: small ones of this project, and real ones if available. */
  private static List<Path> logs() throws Exception {
    List<Path> logs = new ArrayList<>();
    logs.add(EXAMPLE);
    logs.add(Samples.root().resolve("examples/tpu-mlir.log"));
    logs.add(golden("tenstorrent/out-of-memory/input.log", "failed.log"));
    logs.add(golden("zant/new-plan/input.json", "zant.json"));
    logs.add(golden("tttrain/summary/input.log", "training.log"));
    try (Stream<Path> dump =
        Files.list(Samples.root().resolve(ShownLogs.GOLDEN + "xla/dump/input"))) {
      dump.sorted().forEach(logs::add);
    }
    if (Files.isDirectory(Samples.root().resolveSibling("shared").resolve("samples"))) {
      logs.add(Samples.path("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log"));
      logs.add(Samples.path("tpu-mlir/reconstructed/A_depthnet_8settings.log"));
      logs.add(Samples.path("zant/beer.json"));
      logs.add(Samples.path("tt-train/memory_tracking_doc_tinyllama.txt"));
      logs.add(Samples.path("xla/tpu_oom_short_libtpu0.0.42.1.txt"));
    }
    return logs;
  }

  private static Path golden(String name, String copy) throws Exception {
    return Files.copy(Samples.root().resolve(ShownLogs.GOLDEN + name), folder.resolve(copy));
  }

  private static AllInOne watch(List<Path> logs, boolean once, Path data) throws Exception {
    List<String> names = logs.stream().map(Path::toString).toList();
    IngestConfig ingest = new IngestConfig(Map.of(), names, IngestConfig.From.START, once);
    return new AllInOne(new AllInOneConfig(ingest, data, 0, Settings.DEFAULT));
  }

  private static JsonNode canonicalState(AllInOne parts) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, UTF_8)) {
      new Watch(parts, out, new CountDownLatch(1)).once(true);
    }
    return new JsonMapper().readTree(bytes.toByteArray());
  }

  private static List<View> views() {
    return StatedFigures.of(state);
  }

  /** Forces a reload for addresses that differ only after the #. */
  private static void draw(AllInOne parts, Map<String, String> keys) {
    String link =
        new TreeMap<>(keys)
            .entrySet().stream()
                .map(key -> key.getKey() + "=" + URLEncoder.encode(key.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    browser.driver().get("about:blank");
    browser.go(URI.create(parts.address() + "/#" + link));
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  /** The text at the figure's place, without no-break spaces. */
  private static String read(Figure figure) {
    WebElement element = find(figure.css());
    if (!figure.attribute().isEmpty()) {
      return String.valueOf(element.getDomAttribute(figure.attribute()));
    }
    return element.getText().replace('\u00a0', ' ');
  }

  @Test
  void everySystemIsShown() {
    TreeSet<String> formats = new TreeSet<>();
    for (JsonNode run : state.get("runs")) {
      run.at("/status/formats").forEach(format -> formats.add(format.asString()));
    }
    assertThat(formats).contains("tenstorrent", "tpu-mlir", "xla-dump", "zant", "tt-train");
  }

  @ParameterizedTest
  @MethodSource("views")
  void figuresOfTheViewAreThoseOfTheCanonicalState(View view) {
    draw(watch, view.keys());
    browser.await("figures of " + view, page -> find(view.drawn()).isDisplayed());

    for (Figure figure : view.figures()) {
      if (figure.attribute().isEmpty()) {
        assertThat(read(figure)).as("%s: %s", view, figure.css()).contains(figure.expected());
      } else {
        assertThat(read(figure)).as("%s: %s", view, figure.css()).isEqualTo(figure.expected());
      }
    }
  }

  @Test
  void everyRunOfTheStateIsInTheIndexAndThoseThatFailedAreBeforeThoseAtRest() {
    draw(watch, Map.of());
    int runs = state.get("runs").size();
    List<String> states =
        browser.await(
            "all runs",
            page -> {
              List<WebElement> cells =
                  page.driver()
                      .findElements(By.cssSelector("[data-view=index] tbody td:nth-child(2)"));
              return cells.size() == runs ? cells.stream().map(WebElement::getText).toList() : null;
            });
    List<String> expected = new ArrayList<>(states);
    expected.sort(Comparator.comparingInt(WatchedPageIT::place));
    assertThat(states).isEqualTo(expected);
    long failed = 0;
    for (JsonNode run : state.get("runs")) {
      failed += run.at("/status/outOfMemoryCount").asLong() > 0 ? 1 : 0;
    }
    assertThat(states.stream().filter("out of memory"::equals)).hasSize((int) failed);
  }

  /** Where a state's section is: what can be saved, what failed, what will not fit, the rest. */
  private static int place(String words) {
    return switch (words) {
      case "live", "filling up" -> 0;
      case "out of memory" -> 1;
      case "will not fit" -> 2;
      default -> 3;
    };
  }

  @Test
  void aPointOfTheChartNamesItsOp() {
    draw(watch, Map.of("view", "run", "run", "tenstorrent.log#1", "memory", "DRAM"));
    WebElement chart =
        browser.await(
            "single snapshots",
            page -> "true".equals(find(CHART).getDomAttribute("data-single")) ? find(CHART) : null);

    chart.sendKeys(Keys.HOME);
    browser.await("the first point", page -> find(".readout").getText().contains("Op"));
    String first = find(".readout").getText();
    new Actions(browser.driver()).moveToElement(chart, 3, 0).moveToElement(chart, 0, 0).perform();

    String pointed =
        browser.await(
            "a point below the pointer",
            page -> find(".readout").getText().equals(first) ? "" : find(".readout").getText());
    assertThat(pointed).contains("Op", "change ", "largest free block");
  }

  @Test
  void aLineThatIsWrittenMovesTheChartOfItsRun() throws Exception {
    String text = Files.readString(EXAMPLE);
    int half = text.lastIndexOf('\n', text.length() / 2) + 1;
    Path growing = folder.resolve("growing.log");
    Files.writeString(growing, text.substring(0, half));
    try (AllInOne live = watch(List.of(growing), false, folder.resolve("live"))) {
      draw(live, Map.of());
      browser.await("the run", page -> page.text().contains("growing.log#1"));
      draw(live, Map.of("view", "run", "run", "growing.log#1", "memory", "DRAM"));
      String points =
          browser.await("the first half", page -> find(CHART).getDomAttribute("data-points"));
      assertThat(browser.driver().findElements(By.cssSelector(".alarm"))).isEmpty();

      Files.writeString(growing, text.substring(half), StandardOpenOption.APPEND);

      browser.await("the failed allocation", page -> find(".alarm h3").isDisplayed());
      browser.await(
          "more points",
          page ->
              Integer.parseInt(find(CHART).getDomAttribute("data-points"))
                  > Integer.parseInt(points));
      browser.driver().get("about:blank");
    }
  }
}
