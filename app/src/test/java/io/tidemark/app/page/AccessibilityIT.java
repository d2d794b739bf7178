package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.browser.Axe;
import io.tidemark.app.browser.Browser;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.report.Report;
import io.tidemark.app.report.ReportParent;
import io.tidemark.model.Samples;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;

/**
 * Every view must have enough contrast, names of its controls and the right order, light and dark.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AccessibilityIT {

  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 9, 8, 7);

  @TempDir static Path folder;
  private static Axe axe;
  private static Browser browser;
  private static ShownLogs logs;
  private static URI report;

  @BeforeAll
  static void open() throws Exception {
    axe = Axe.open();
    Path healthy = Samples.root().resolve("examples/tenstorrent.log");
    Path failed = Samples.root().resolve(ShownLogs.GOLDEN + "tenstorrent/out-of-memory/input.log");
    Path training = Samples.root().resolve(ShownLogs.GOLDEN + "tttrain/summary/input.log");
    Path other = folder.resolve("other.log");
    Files.writeString(other, Files.readString(training).replace("200.00 MB", "400.00 MB"));
    Path broken = folder.resolve("broken.log");
    Files.writeString(
        broken,
        Files.readString(healthy)
            + "Always | INFO | Device DRAM memory state: MemoryView{numBanks: twelve }\n");
    logs =
        ShownLogs.of(
            List.of(
                broken,
                Samples.root().resolve("examples/tpu-mlir.log"),
                Files.copy(failed, folder.resolve("failed.log")),
                Files.copy(training, folder.resolve("training.log")),
                other));
    report =
        new Report(LogAtRest.of(List.of(healthy), Settings.DEFAULT).get(0))
            .write(new ReportParent("--out", folder), NOW, "title")
            .folder()
            .orElseThrow()
            .resolve("index.html")
            .toUri();
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    try {
      if (browser != null) {
        assertThat(browser.complaints()).isEmpty();
        browser.close();
      }
    } finally {
      logs.close();
    }
  }

  /** A view, its link, and the element that is drawn last. */
  private enum View {
    INDEX("index", "tbody tr"),
    FAILED_RUN("run", "[data-chart=use] canvas"),
    RUN_WITH_REJECTS("run", "[data-chart=use] canvas"),
    PLAN("plan", ".gantt .box-figure canvas"),
    PHASES("phases", "svg.stack"),
    COMPARED_RUNS("compare", ".changes"),
    COMPARED_PLANS("compare", ".changes"),
    REPORT("", "[data-chart=use] canvas");

    private final String view;
    private final String drawn;

    View(String view, String drawn) {
      this.view = view;
      this.drawn = drawn;
    }

    private Map<String, String> keys() {
      return switch (this) {
        case INDEX, REPORT -> Map.of();
        case FAILED_RUN -> Map.of("run", "failed.log#1");
        case RUN_WITH_REJECTS -> Map.of("run", "broken.log#1");
        case PLAN -> Map.of("run", "tpu-mlir.log#1");
        case PHASES -> Map.of("run", "training.log#1");
        case COMPARED_RUNS -> Map.of("run", "training.log#1", "with", "other.log#1");
        case COMPARED_PLANS ->
            Map.of(
                "run", "tpu-mlir.log#1",
                "with", "tpu-mlir.log#1",
                "plan", "lmem#3 1,1,1,6,4",
                "withPlan", "lmem#2 1,1,1,5,3");
      };
    }

    private URI address() {
      return this == REPORT ? report : logs.at(view, new TreeMap<>(keys()));
    }
  }

  @ParameterizedTest
  @EnumSource(View.class)
  void aViewHasNoSeriousFindingLightOrDark(View view) {
    draw(view);
    browser.run("document.querySelectorAll('details').forEach(one => one.open = true)");

    for (String scheme : List.of("light", "dark")) {
      browser.prefer(scheme);
      assertThat(axe.findings(browser)).as("%s, %s", view, scheme).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(View.class)
  void aViewOnAPhoneScrollsDownwardsOnly(View view) {
    browser.resize(390, 800);
    try {
      draw(view);
      assertThat(browser.run("return document.documentElement.scrollWidth"))
          .as(view.toString())
          .isEqualTo(390L);
    } finally {
      browser.resize(1366, 900);
    }
  }

  private static void draw(View view) {
    browser.go(view.address());
    // A chart is drawn when it comes into view; on a phone it begins below the visible part.
    String place = view.drawn.replace(" canvas", "");
    String scroll = "document.querySelector(arguments[0]).scrollIntoView({block: 'center'})";
    browser.await(
        view + " is drawn",
        page -> {
          page.run(scroll, place);
          return page.driver().findElement(By.cssSelector(view.drawn)).isDisplayed();
        });
  }
}
