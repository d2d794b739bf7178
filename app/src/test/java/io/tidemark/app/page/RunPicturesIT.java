package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests what a run of each system opens on. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RunPicturesIT {

  /** All that a log without memory lines states. */
  private static final String ERROR =
      "2026-09-01 09:00:00.000 | critical |          Always | TT_FATAL: Out of Memory: Not enough"
          + " space to allocate 2147483648 B DRAM buffer across 8 banks, where each bank needs to"
          + " store 268435456 B, but bank size is 2147483648 B (allocated: 1610612736 B, free:"
          + " 536870912 B, largest free block: 134217728 B)\n";

  @TempDir static Path folder;
  private static Browser browser;
  private static ShownLogs logs;

  @BeforeAll
  static void open() throws Exception {
    List<Path> files = new ArrayList<>();
    files.add(Samples.root().resolve("examples/tenstorrent.log"));
    files.add(Samples.root().resolve("examples/tpu-mlir.log"));
    files.add(golden("zant/new-plan/input.json", "zant.json"));
    files.add(golden("tttrain/summary/input.log", "training.log"));
    files.add(Files.writeString(folder.resolve("error.log"), ERROR));
    try (Stream<Path> dump =
        Files.list(Samples.root().resolve(ShownLogs.GOLDEN + "xla/dump/input"))) {
      dump.sorted().forEach(files::add);
    }
    logs = ShownLogs.of(files);
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

  private static Path golden(String name, String copy) throws Exception {
    return Files.copy(Samples.root().resolve(ShownLogs.GOLDEN + name), folder.resolve(copy));
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  /** The runs of the sink's own document. */
  private static JsonNode runs() {
    browser.go(logs.index().resolve("api/v1/board"));
    return new JsonMapper().readTree(find("body").getText()).get("runs");
  }

  private static String picture(JsonNode run) {
    boolean planned = run.path("plansInAll").asInt() > 0;
    return "[data-view=run] " + (planned ? "canvas.boxes, svg.stack" : "svg.stack");
  }

  @Test
  void everyRunOpensOnItsPictureBelowTheSameHead() {
    browser.resize(1366, 768);
    JsonNode runs = runs();
    assertThat(runs.size()).isGreaterThanOrEqualTo(5);
    for (JsonNode run : runs) {
      String id = run.get("id").asString();
      browser.go(logs.at("run", Map.of("run", id)));
      browser.await("the picture of " + id, page -> find(picture(run)).isDisplayed());
      assertThat(find(picture(run)).getRect().y).as("top of the picture of %s", id).isLessThan(500);
      assertThat(find(".about h2").getText()).isEqualTo(id);
      assertThat(find(".about [aria-current=page]").getText()).isEqualTo("overview");
      find(".about a").click();
      browser.await("the index", page -> find("[data-view=index] table").isDisplayed());
    }
  }

  /** Of the memories of a program, the one of the answer is first, not the one that fits best. */
  @Test
  void aPlanOpensOnTheMemoryOfTheAnswer() {
    int several = 0;
    for (JsonNode run : runs()) {
      if (run.get("memories").size() == 0 && run.path("plansInAll").asInt() > 1) {
        several++;
        browser.go(logs.at("plan", Map.of("run", run.get("id").asString())));
        String title = browser.await("the plan", page -> find(".plan-title p").getText());
        assertThat(title).startsWith(run.at("/answer/where/memory").asString() + " ·");
      }
    }
    assertThat(several).isPositive();
  }

  @Test
  void theSettingsOfASearchAreATableThatLeadsToEachOfThem() {
    browser.resize(1366, 768);
    browser.go(logs.at("run", Map.of("run", "tpu-mlir.log#1")));
    browser.await("the settings", page -> find(".settings tbody tr").isDisplayed());
    List<WebElement> rows = browser.driver().findElements(By.cssSelector(".settings tbody tr"));
    assertThat(rows).hasSizeGreaterThan(1);
    assertThat(rows.get(0).getDomAttribute("class")).isEqualTo("chosen");
    String other = rows.get(1).findElement(By.cssSelector("td")).getText();
    assertThat(find(".plan-title h3").getText()).isNotEqualTo(other);

    rows.get(1).findElement(By.cssSelector("a")).click();

    browser.await(other, page -> find(".plan-title h3").getText().equals(other));
  }

  /** The newest snapshot may have had a larger block than there was when the allocation failed. */
  @Test
  void theBlockThatAnErrorStatesIsBesideThatOfTheNewestSnapshot() {
    JsonNode failed = null;
    for (JsonNode run : runs()) {
      failed = run.get("id").asString().equals("tenstorrent.log#1") ? run : failed;
    }
    assertThat(failed).isNotNull();
    JsonNode error = failed.at("/outOfMemory/0");
    double mib =
        error.get("largestFreePerBank").asDouble() * error.get("banks").asInt() / (1 << 20);
    browser.resize(1366, 768);
    browser.go(logs.at("run", Map.of("run", "tenstorrent.log#1")));

    String shown =
        browser.await(
            "the block at the failure",
            page -> find("[data-figure='largest at the failure'] dd").getText());
    assertThat(shown)
        .isEqualTo(String.format(Locale.ROOT, mib < 10 ? "%.2f" : "%.1f", mib) + " MiB");
  }
}
