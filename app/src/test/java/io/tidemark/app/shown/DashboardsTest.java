package io.tidemark.app.shown;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.model.Samples;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.sink.verdict.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests the provisioned dashboards against rules, and that the rules find violations. */
class DashboardsTest {

  private static final Pattern OWN = Pattern.compile("\\btidemark_\\w+");

  /** The age in seconds above which figures are late. */
  private static final double LATE = 30;

  /** What Tidemark's page draws of plans and trainings, for queries of one's own. */
  private static final Set<String> ON_THE_PAGE =
      Set.of(
          "tidemark_out_of_memory_capacity_bytes",
          "tidemark_phase_bytes",
          "tidemark_plan_arena_bytes",
          "tidemark_plan_capacity_bytes",
          "tidemark_plan_failed_buffers",
          "tidemark_plan_fragmentation_bytes",
          "tidemark_plan_padding_bytes",
          "tidemark_plan_peak_bytes",
          "tidemark_plan_verdict_info",
          "tidemark_phases",
          "tidemark_training_bytes",
          "tidemark_training_usage_ratio");

  @ParameterizedTest
  @FieldSource("io.tidemark.app.shown.Dashboards#NAMES")
  void theLintersRulesHold(String name) {
    assertThat(DashboardLint.of(Dashboards.dashboard(name))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "label": "Data source"            | "label": "Source"           | template-datasource-rule
          "name": "job"                     | "name": "task"              | template-job-rule
          "name": "instance"                | "name": "target"            | template-instance-rule
          "query": "label_values(tidemark_build_info, job) | "query": "values(job) | template-label-promql-rule
          "refresh": 2                      | "refresh": 1                | template-on-time-change-reload-rule
          "editable": false                 | "editable": true            | uneditable-dashboard
          "title": "Heap"                   | "title": ""                 | panel-title-description-rule
          "uid": "$datasource"              | "uid": "prometheus"         | panel-datasource-rule
          "targets":                        | "aims":                     | panel-no-targets-rule
          "unit": "percentunit"             | "unit": ""                  | panel-units-rule
          "expr": "max(tidemark_sources_ignored{job | "expr": "max((tidemark_sources_ignored{job | target-promql-rule
          [$__rate_interval]))              | [5m]))                      | target-rate-interval-rule
          "expr": "max(tidemark_sources_ignored{job=~\\"$job\\", | "expr": "max(tidemark_sources_ignored{ | target-job-rule
          instance=~\\"$instance\\"})"      | })"                         | target-instance-rule
          "expr": "sum(up{job=~\\"$job\\", instance=~\\"$instance\\"})" \
          | "datasource": {"type": "loki"}, "expr": "rate({job=~\\"$job\\"" | target-logql-rule
          "expr": "sum(up{job=~\\"$job\\", instance=~\\"$instance\\"})" \
          | "datasource": {"type": "loki"}, "expr": "rate({job=~\\"$job\\"}[5m])" | target-logql-auto-rule
          "sum(increase(tidemark_gaps_total{job=~\\"$job\\", instance=~\\"$instance\\"}[$__rate_interval]))" \
          | "sum(tidemark_gaps_total{job=~\\"$job\\", instance=~\\"$instance\\"})" | target-counter-agg-rule
          """)
  void eachRuleFindsWhatBreaksIt(String good, String bad, String rule) throws IOException {
    String whole = Dashboards.text("pipeline");
    int at = whole.indexOf(good);
    assertThat(at).as("%s is in the dashboard", good).isNotNegative();
    String broken = whole.substring(0, at) + bad + whole.substring(at + good.length());
    assertThat(DashboardLint.of(Dashboards.JSON.readTree(broken)))
        .isNotEmpty()
        .allMatch(found -> found.startsWith(rule + ":"));
  }

  @Test
  void everyDashboardStandsAlone() throws IOException {
    Set<String> uids = new HashSet<>();
    for (String name : Dashboards.NAMES) {
      JsonNode dashboard = Dashboards.dashboard(name);
      uids.add(dashboard.get("uid").asString());
      assertThat(dashboard.has("__inputs")).isFalse();
      assertThat(dashboard.has("id")).isFalse();
      assertThat(Dashboards.text(name)).doesNotContain("${DS_");
      // Version 38 of the schema translates custom.displayMode, which Grafana 9 alone knows.
      assertThat(dashboard.get("schemaVersion").asInt()).isEqualTo(37);
      assertThat(dashboard.get("graphTooltip").asInt()).isEqualTo(1);
      assertThat(dashboard.get("timezone").asString()).isEqualTo("browser");
      assertThat(dashboard.get("tags").get(0).asString()).isEqualTo("tidemark");
      assertThat(Dashboards.panels(dashboard).count()).isBetween(3L, 30L);
      for (JsonNode panel : Dashboards.panels(dashboard).toList()) {
        for (JsonNode target : panel.get("targets")) {
          boolean instant = target.get("instant").asBoolean();
          String expr = target.get("expr").asString();
          // A curve keeps its ten series: those at the end of the time range.
          assertThat(instant || !expr.contains("topk(") || expr.contains("@ end()"))
              .as(panel.get("title").asString())
              .isTrue();
        }
        if (panel.get("type").asString().equals("timeseries")) {
          assertThat(panel.at("/fieldConfig/defaults/custom/spanNulls").asBoolean()).isFalse();
        }
      }
    }
    assertThat(uids)
        .containsExactlyInAnyOrder(
            "tidemark-overview", "tidemark-run", "tidemark-ops", "tidemark-pipeline");
  }

  @Test
  void whatIsAskedForIsExportedAndWhatIsExportedIsShown() throws IOException {
    Set<String> exported = new HashSet<>();
    for (String golden :
        List.of(
            "sink/src/test/resources/golden-scrape.txt", "ingest/README.md", "streams/README.md")) {
      exported.addAll(typed(Files.readString(Samples.root().resolve(golden))));
    }
    // Exported only by a sink with a receiver.
    exported.add("tidemark_otlp_points_total");
    exported.add("tidemark_remote_write_samples_total");
    Set<String> shown = new HashSet<>();
    for (String name : Dashboards.NAMES) {
      shown.addAll(named(Dashboards.text(name)));
    }
    Path rules = Samples.root().resolve("sink/prometheus/rules/tidemark.yml");
    shown.addAll(named(Files.readString(rules)));
    assertThat(exported).containsAll(shown);
    shown.addAll(ON_THE_PAGE);
    assertThat(shown).containsAll(exported);
  }

  /** Names in the types of a scrape, or in a table of a README. */
  private static Set<String> typed(String text) {
    return named(
        text.lines()
            .filter(line -> line.startsWith("# TYPE ") || line.startsWith("| `tidemark_"))
            .map(line -> line.replaceFirst("# TYPE (\\w+) .*|\\| `(\\w+)` .*", "$1$2"))
            .collect(Collectors.joining("\n")));
  }

  private static Set<String> named(String text) {
    Set<String> names = new HashSet<>();
    OWN.matcher(text).results().forEach(one -> names.add(one.group()));
    return names;
  }

  @ParameterizedTest
  @ValueSource(strings = {"overview", "run"})
  void everyStateOfARunHasItsWords(String name) {
    Set<String> mapped =
        Dashboards.dashboard(name).findValues("options").stream()
            .flatMap(options -> options.propertyNames().stream())
            .collect(Collectors.toSet());

    assertThat(mapped).containsAll(Stream.of(RunState.values()).map(RunState::label).toList());
  }

  @Test
  void everyDiagnosisHasItsAdvice() {
    String mappings =
        Dashboards.dashboard("run").findValues("pattern").stream()
            .map(JsonNode::asString)
            .collect(Collectors.joining());

    assertThat(Diagnosis.values())
        .allSatisfy(one -> assertThat(mappings).contains("|" + one.words() + "$"));
  }

  /** Without a sink, "0 alerts" in green would say that all is well. */
  @ParameterizedTest
  @FieldSource("io.tidemark.app.shown.Dashboards#NAMES")
  void noFigureStandsForDataThatIsNotThere(String name) {
    List<JsonNode> stats = Dashboards.panels(Dashboards.dashboard(name), "stat").toList();
    for (JsonNode stat : stats) {
      assertThat(stat.at("/fieldConfig/defaults/mappings").toString())
          .as(Dashboards.title(stat))
          .contains("null+nan", "#8E8E8E");
      assertThat(stat.get("targets").toString())
          .as(Dashboards.title(stat))
          .doesNotContain("vector(");
    }
  }

  @Test
  void thresholdsAreThoseOfTheAlerts() throws IOException {
    Thresholds same = Thresholds.DEFAULT;
    String rules = Files.readString(Samples.root().resolve("sink/prometheus/rules/tidemark.yml"));
    assertThat(rules)
        .contains("last %d s".formatted(same.windowMillis() / 1000))
        .contains("tidemark_event_lag_seconds > %.0f%n".formatted(LATE));
    List<Double> steps =
        Stream.of("overview", "run").flatMap(DashboardsTest::steps).distinct().sorted().toList();
    assertThat(steps).containsExactly(same.nearCapacity(), same.critical(), 1.0, LATE);
    assertThat(steps("pipeline")).contains(LATE);
  }

  private static Stream<Double> steps(String name) {
    return Dashboards.dashboard(name).findValues("thresholds").stream()
        .flatMap(thresholds -> Stream.concat(of(thresholds), of(thresholds.path("value"))))
        .filter(step -> step.path("value").isNumber())
        .map(step -> step.get("value").asDouble());
  }

  private static Stream<JsonNode> of(JsonNode thresholds) {
    return thresholds.path("steps").valueStream();
  }
}
