package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Figures in panels of a real Grafana must equal those of {@code tidemark report}. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class GrafanaFiguresIT {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String RUNS = "Runs, worst first";

  private final Map<String, ReportedRun> reported = new TreeMap<>();
  private GrafanaStand stand;
  private Browser browser;
  private @Nullable GrafanaPanel overview;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    stand = GrafanaStand.following(folder, TwelveRuns.LOGS);
    browser = stand.browser();
    browser.resize(1366, 2600);
    stand.prometheus().awaitAtRest();
    JsonNode runs = JSON.readTree(report(folder, "--json")).get("runs");
    String[] texts = report(folder, "--text").split("(?m)^(?=\\S+#1 {3})");
    for (String log : TwelveRuns.NAMES) {
      String run = log + "#1";
      String text = Stream.of(texts).filter(one -> one.startsWith(run)).findFirst().orElseThrow();
      reported.put(log, ReportedRun.of(runs.get(run), text));
    }
  }

  @AfterAll
  void end() throws Exception {
    if (stand != null) {
      stand.close();
    }
  }

  private static String report(Path folder, String form) throws Exception {
    Path output = folder.resolve("report" + form);
    List<Object> arguments = new ArrayList<>(List.of("report", form));
    TwelveRuns.NAMES.forEach(log -> arguments.add(folder.resolve(log)));
    try (Program report = Program.start(output, arguments.toArray())) {
      assertThat(report.exit()).as(report.complained()).isZero();
    }
    return Files.readString(output);
  }

  private ReportedRun of(String log) {
    return Objects.requireNonNull(reported.get(log));
  }

  /** The table of runs, which is the same for each run and therefore read once. */
  private GrafanaPanel overview() throws IOException {
    if (overview == null) {
      browser.go(stand.grafana().panelAlone("overview", RUNS));
      overview = GrafanaPanel.titled(browser, RUNS);
    }
    return overview;
  }

  private List<GrafanaPanel> dashboard(String name, String log, String wanted) {
    browser.go(stand.grafana().dashboard(name, "light", log + "#1"));
    return GrafanaPanel.of(browser, wanted);
  }

  private static GrafanaPanel titled(String title, List<GrafanaPanel> panels) {
    return panels.stream()
        .filter(panel -> panel.title().equals(title))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no panel " + title));
  }

  private static List<String> cells(GrafanaPanel panel, List<String> row, String... columns) {
    return Stream.of(columns)
        .map(column -> Objects.requireNonNullElse(panel.cell(row, column), ""))
        .map(cell -> cell.equals("–") ? "" : cell)
        .toList();
  }

  /** Removes spaces, since the unit is a separate element. */
  private static String closeUp(String text) {
    return text.replaceAll("\\s", "");
  }

  @ParameterizedTest
  @FieldSource("io.tidemark.app.TwelveRuns#NAMES")
  void aRowOfOverviewHasTheVerdictPeakAndCulpritOfTheReport(String log) throws Exception {
    GrafanaPanel runs = overview();

    List<List<String>> rows = runs.body().filter(row -> row.contains(log + "#1")).toList();

    assertThat(rows).as(runs.text()).hasSize(1);
    List<String> row = rows.get(0);
    ReportedRun.Peak peak = of(log).peak();
    assertThat(of(log).states()).contains(runs.cell(row, "state"));
    assertThat(cells(runs, row, "memory", "peak", "peak bytes", "raised by"))
        .containsExactly(peak.memory(), peak.share(), peak.size(), peak.raisedBy());
  }

  @ParameterizedTest
  @FieldSource("io.tidemark.app.TwelveRuns#NAMES")
  void theDashboardOfARunHasItsVerdictAndWhatFailed(String log) {
    List<GrafanaPanel> panels = dashboard("run", log, "What it is");

    String state = titled("State", panels).text();
    assertThat(of(log).states()).as(state).anyMatch(state::contains);
    String failed = titled("What failed, and what to try", panels).text();
    String figures = titled("At the failure", panels).text();
    List<String> failure = of(log).failure();
    if (failure.isEmpty() || state.contains(ReportedRun.REFUSED)) {
      assertThat(failed)
          .contains(state.contains(ReportedRun.REFUSED) ? "refused" : "no failed allocation");
    } else {
      assertThat(failed).contains(failure.get(0));
      assertThat(closeUp(figures)).contains(closeUp(failure.get(1)), closeUp(failure.get(2)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"june.log", "january.log", "operations.log", "mochi.log", "footprint.log"})
  void theDashboardOfARunThatStatesItsUseHasItsPeakAndCulprit(String log) {
    List<GrafanaPanel> panels = dashboard("run", log, "Peak raised by");

    ReportedRun.Peak peak = of(log).peak();
    assertThat(closeUp(titled("Peak", panels).text()))
        .contains(closeUp(peak.share()), closeUp(peak.size()));
    String op = peak.raisedBy();
    assertThat(titled("Peak raised by", panels).text())
        .contains(op.isEmpty() ? "the log names no op" : op);
  }
}
