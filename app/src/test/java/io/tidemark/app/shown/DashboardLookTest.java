package io.tidemark.app.shown;

import static io.tidemark.app.shown.Dashboards.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;

/** Tests the dashboards for faults that made them unreadable once, and that each fault is found. */
class DashboardLookTest {

  @ParameterizedTest
  @FieldSource("io.tidemark.app.shown.Dashboards#NAMES")
  void aPersonCanReadIt(String name) {
    assertThat(DashboardLook.of(Dashboards.dashboard(name))).isEmpty();
  }

  @ParameterizedTest(name = "{3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          overview | "custom": \\{\\s+"align" | "unit": "percentunit", "custom": {"align" | table-without-unit
          overview | "value": "dateTimeFromNow" | "value": "none"                           | time-has-its-unit
          overview | "id": "organize"          | "id": "limit"                           | table-organized
          overview | "id": "custom.minWidth",\\s+"value": 155 | "id": "custom.minWidth", "value": 900 | columns-fit
          overview | "options": "host"         | "options": "elsewhere"                  | link-has-its-field
          overview | by \\(host, run, state\\) | by (run, state)                      | runs-have-hosts
          overview | "id": "custom.displayMode",\\s+"value": "basic" | "id": "custom.align", "value": "right" | share-is-a-gauge
          run      | "id": "custom.stacking"   | "id": "custom.nothing"                  | limit-is-no-part
          run      | "useValueForTime": true   | "useValueForTime": false                | mark-is-a-moment
          overview | _timestamp_seconds       | _seconds                               | mark-is-a-moment
          ops      | "custom": \\{\\s+"axisSoftMin" | "noValue": "no run", "custom": {"axisSoftMin" | no-value-in-stats-only
          run      | query_result\\(sort_desc\\(max by \\(run\\) | label_values(max by (run) | runs-come-from-run-info
          run      | "repeat": "memory"        | "repeat": ""                            | row-per-memory
          ops      | "placement": "right"      | "placement": "bottom"                   | legend-fits
          ops      | "placement": "right"      | "placement": "right", "width": 360      | legend-leaves-room
          overview | "sort": "desc"            | "sort": "none"                          | tooltip-sorted
          pipeline | "unit": "lines/s"         | "unit": "ops"                           | units-said
          pipeline | "textMode": "value"       | "textMode": "auto"                      | labels-are-text
          pipeline | clamp_min\\(              | (                                       | no-impossible-value
          ops      | tidemark_op_held_at_peak_bytes | tidemark_op_memory_peak_bytes     | ops-by-what-they-hold
          run      | tidemark_out_of_memory_timestamp_seconds | tidemark_x_seconds      | the-end-is-a-state
          run      | "title": "Run"            | "title": "2 Run"                        | plain-title
          ops      | "mode": "palette-classic" | "mode": "palette-classic-by-name"       | colour-is-known
          ops      | "mode": "palette-classic" | "mode": "continuous-blues"              | colour-is-known
          overview | "color": "blue"           | "color": "#0072B2"                      | read-on-dark
          overview | "options": "\\.\\*"      | "options": "(?i).*"                     | pattern-of-a-browser
          run      | "regex": "/memory=        | "regex": "/(?i)memory=                  | pattern-of-a-browser
          pipeline | "lineWidth": 0            | "lineWidth": 1                          | stack-without-lines
          run      | \\[\\$__range\\] @ end\\(\\)\\)\\) \\+ on | )) + on | only-the-peak
          overview | timestamp\\(tidemark_run_where_info | (tidemark_run_where_info | newest-by-its-time
          pipeline | "hide": 2                 | "hide": 0                               | selectors-hidden
          """)
  void eachFaultIsFoundWhenItComesBack(String name, String good, String bad, String rule) {
    String whole = Dashboards.text(name);
    String broken = whole.replaceAll(good, bad.replace("$", "\\$"));
    assertThat(broken).as("%s is in the dashboard", good).isNotEqualTo(whole);
    JsonNode dashboard = JSON.readTree(broken);
    assertThat(DashboardLook.of(dashboard)).anyMatch(found -> found.startsWith(rule + ":"));
  }

  @Test
  void anExpressionThatDerivesWhatTheSinkKnowsIsFound() {
    String text = Dashboards.text("overview");
    String longer =
        text.replace("\"expr\": \"count by", "\"expr\": \"" + " ".repeat(800) + "count by");

    assertThat(DashboardLook.of(JSON.readTree(longer)))
        .anyMatch(found -> found.startsWith("expression-is-short: Runs"));
  }
}
