package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the dashboards in a real Grafana by their drawn content. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class GrafanaIT {

  private static final int HEIGHT = 2600;

  /** Logs by the name of their run. */
  private static final Map<String, String> LOGS =
      new TreeMap<>(
          Map.of(
              "june.log", "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
              "january.log", "tenstorrent/ttmlir_pr5967_v1_debug_level.log",
              "depthnet.log", "tpu-mlir/reconstructed/A_depthnet_8settings.log",
              "training.log", "tt-train/pr50909_excerpt.log",
              "beer.json", "zant/beer.json",
              "gemma.log", "xla/tpu_oom_2024_jax_easydel_gemma.txt"));

  /** Panels that may show "No data", for example for a run without a failure. */
  private static final Set<String> MAY_HAVE_NO_DATA =
      Set.of("Live tensors under used", "Held at the highest use so far, by op", "Ops");

  /** Panels about a memory's use, for runs whose log states only plans or phases. */
  private static final Set<String> OF_USE = Set.of("Use");

  private GrafanaStand stand;
  private Grafana grafana;
  private Browser browser;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    stand = GrafanaStand.following(folder, LOGS);
    grafana = stand.grafana();
    browser = stand.browser();
  }

  @AfterAll
  void end() throws Exception {
    if (stand != null) {
      stand.close();
    }
  }

  private List<GrafanaPanel> panels(String dashboard, String run, String wanted) {
    browser.go(grafana.dashboard(dashboard, "light", run));
    return GrafanaPanel.of(browser, wanted);
  }

  private static void readable(String where, List<GrafanaPanel> panels, Predicate<String> allowed) {
    assertThat(panels.stream().flatMap(GrafanaPanel::faults).filter(allowed.negate()))
        .as(where)
        .isEmpty();
  }

  private static boolean mayHaveNoData(String fault) {
    return fault.endsWith(": No data") && MAY_HAVE_NO_DATA.contains(fault.replace(": No data", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "overview, june.log, 'Runs, worst first'",
    "pipeline, june.log, Files",
    "run, june.log, Use",
    "ops, june.log, Ops",
    "run, january.log, Use",
    "ops, january.log, Ops"
  })
  void aPersonCanReadIt(String dashboard, String log, String wanted) {
    browser.resize(1366, HEIGHT);

    List<GrafanaPanel> panels = panels(dashboard, log + "#1", wanted);

    readable(dashboard + " of " + log + " at 1366", panels, GrafanaIT::mayHaveNoData);
  }

  @ParameterizedTest
  @CsvSource({"depthnet.log", "training.log", "beer.json", "gemma.log"})
  void aRunWithoutUseHasItsHeader(String log) {
    browser.resize(1366, HEIGHT);

    List<GrafanaPanel> panels = panels("run", log + "#1", "What it is");

    readable(
        "run of " + log,
        panels,
        fault ->
            mayHaveNoData(fault)
                || (fault.endsWith(": No data")
                    && OF_USE.contains(fault.replace(": No data", ""))));
    assertThat(panels)
        .filteredOn(panel -> panel.title().equals("What it is"))
        .allSatisfy(panel -> assertThat(panel.text()).contains("started"));
  }

  @ParameterizedTest
  @CsvSource({"1920, light", "1920, dark", "390, dark"})
  void otherScreensShowTheSame(int width, String theme) {
    browser.resize(width, HEIGHT);
    for (String dashboard : List.of("overview", "run")) {
      browser.go(grafana.dashboard(dashboard, theme, "june.log#1"));
      List<GrafanaPanel> panels =
          GrafanaPanel.of(browser, dashboard.equals("run") ? "State" : "Runs, worst first");
      // On a phone, tables are scrolled by touch.
      readable(
          dashboard + " at " + width + " " + theme,
          panels,
          fault -> mayHaveNoData(fault) || (width == 390 && fault.contains(": cut: ")));
    }
  }

  @Test
  void everyRunIsInTheSelector() {
    browser.resize(1366, HEIGHT);
    for (String log : LOGS.keySet()) {
      List<GrafanaPanel> panels = panels("run", log + "#1", "State");
      assertThat(panels)
          .filteredOn(panel -> panel.title().equals("State"))
          .as(log)
          .noneMatch(panel -> panel.text().contains("not known"));
    }
  }
}
