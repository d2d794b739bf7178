package io.tidemark.app.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
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
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;

/** Figures of real plans on the page must equal the golden files beside the logs. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PlanSamplesIT {

  private static final String XLA = "xla/tpu_v5e_libtpu0.0.42.1_train_step_fits";
  private static final List<String> XLA_FILES =
      List.of("", "-values").stream().map(part -> "-buffer-assignment" + part + ".txt").toList();

  private static Browser browser;
  private static ShownLogs logs;

  @BeforeAll
  static void open() throws Exception {
    List<Path> files =
        List.of(
            Samples.path("tpu-mlir/reconstructed/A_depthnet_8settings.log"),
            Samples.path("zant/beer.json"),
            Samples.path(XLA + XLA_FILES.get(0)),
            Samples.path(XLA + XLA_FILES.get(1)),
            Samples.path(XLA + "-live-range.txt"),
            Samples.path(XLA + "-memory-usage-report.txt"));
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
      if (logs != null) {
        logs.close();
      }
    }
  }

  private static JsonNode golden(String sample) {
    return Json.MAPPER.readTree(new String(Samples.bytes(sample), UTF_8));
  }

  private static void draw(String run, Map<String, String> more) {
    Map<String, String> keys = new TreeMap<>(more);
    keys.put("run", run);
    browser.go(logs.at("plan", keys));
    browser.await("the map", page -> data("section:nth-of-type(1) .box-figure", "boxes"));
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static String data(String css, String name) {
    return find(css).getDomAttribute("data-" + name);
  }

  private static long figure(String name) {
    return Long.parseLong(data("[data-figure=" + name + "]", "value"));
  }

  @Test
  void eachSettingOfDepthnetHasTheHighWaterOfTheNotebook() {
    JsonNode settings =
        golden("tpu-mlir/reconstructed/expected_by_notebook_algorithm.json")
            .get("A_depthnet_8settings.log");
    for (int i : new int[] {0, 5, 7}) {
      JsonNode setting = settings.get(i);
      String plan = "lmem#%d %s".formatted(i + 1, setting.at("/settings/shape_secs").asString());
      draw("A_depthnet_8settings.log#1", Map.of("plan", plan));

      assertThat(figure("arenaBytes"))
          .as(plan)
          .isEqualTo(setting.get("high_water_success").asLong());
      assertThat(data("section:nth-of-type(1) .box-figure", "top"))
          .as("stacked failed placements of %s", plan)
          .isEqualTo(setting.get("high_water_with_stacked_failed").asString());
      assertThat(figure("placed")).isEqualTo(setting.get("success").asLong());
      assertThat(figure("failed")).isEqualTo(setting.get("failed").asLong());
    }
  }

  @Test
  void theBeerPlanHasThePeakArenaAndOwnersOfItsGoldenFile() {
    JsonNode beer = golden("zant/beer.golden.json");
    draw("beer.json#1", Map.of());

    assertThat(figure("peakBytes")).isEqualTo(beer.get("peak_live_bytes_inclusive").asLong());
    assertThat(figure("arenaBytes")).isEqualTo(beer.get("total_buffer_bytes").asLong());
    assertThat(data(".gantt .box-figure", "rows")).isEqualTo(beer.get("tensors").asString());
    assertThat(data(".peak-buffers", "rows")).isEqualTo("" + beer.get("peak_owners").size());
    beer.get("peak_owners")
        .forEach(owner -> assertThat(browser.text()).contains(owner.get("name").asString()));
    assertThat(browser.text()).contains("step " + beer.get("peak_step").asInt());
  }

  @Test
  void theTpuPlanHasThePeakStepAndFragmentationOfItsGoldenFile() {
    JsonNode module =
        golden("xla/golden.json").get(Path.of(XLA + XLA_FILES.get(0)).getFileName() + "");
    draw("tpu_v5e_libtpu0.0.42.1_train_step_fits#1", Map.of("memory", "HBM"));

    assertThat(figure("arenaBytes") + figure("calledBytes"))
        .isEqualTo(module.at("/bytes_by_color/0").asLong());
    assertThat(figure("logicalPeakBytes")).isEqualTo(module.get("live_range_peak_bytes").asLong());
    assertThat(figure("fragmentationBytes"))
        .isEqualTo(module.get("temp_fragmentation_bytes").asLong());
    assertThat(find("[data-figure=peakBytes]").getText())
        .contains("step " + module.get("temp_reconstructed_peak_step").asInt());
    assertThat(browser.text())
        .contains("fusion.593.remat3{1}", "It would fit into", "without gaps");
  }
}
