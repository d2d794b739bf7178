package io.tidemark.app.shown;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The rules of grafana/dashboard-linter that apply to a dashboard over Prometheus, reimplemented.
 * Each reports its findings under the linter's own name of the rule.
 */
final class DashboardLint {

  private static final Set<String> TITLED =
      Set.of("stat", "graph", "table", "timeseries", "gauge", "bargauge");
  private static final Pattern RATE =
      Pattern.compile("\\b(rate|irate|increase|delta)\\([^\\[]*\\[([^\\]]*)]");
  private static final Pattern LOG_RANGE = Pattern.compile("\\[([^\\]]*)]");
  private static final Pattern COUNTER = Pattern.compile("\\btidemark_\\w+_total\\b");
  private static final Pattern SELECTOR = Pattern.compile("\\b[a-z_:]+\\{([^}]*)}");

  private final JsonNode dashboard;
  private final List<String> found = new ArrayList<>();

  private DashboardLint(JsonNode dashboard) {
    this.dashboard = dashboard;
  }

  /** Names of the violated rules, with the violations. */
  static List<String> of(JsonNode dashboard) {
    DashboardLint lint = new DashboardLint(dashboard);
    lint.templates();
    Dashboards.panels(dashboard).forEach(lint::panel);
    lint.check(
        !dashboard.path("editable").asBoolean(true),
        "uneditable-dashboard",
        "editable is not false");
    return lint.found;
  }

  private void check(boolean holds, String rule, String what) {
    if (!holds) {
      found.add(rule + ": " + what);
    }
  }

  private Stream<JsonNode> variables(String type) {
    return dashboard
        .get("templating")
        .get("list")
        .valueStream()
        .filter(variable -> variable.get("type").asString().equals(type));
  }

  private void templates() {
    List<JsonNode> sources = variables("datasource").toList();
    check(
        sources.size() == 1
            && sources.get(0).get("name").asString().equals("datasource")
            && sources.get(0).get("label").asString().equals("Data source")
            && sources.get(0).get("query").asString().equals("prometheus"),
        "template-datasource-rule",
        "want one variable 'datasource', labelled 'Data source', of prometheus");
    for (String name : List.of("job", "instance")) {
      JsonNode variable =
          variables("query")
              .filter(one -> one.get("name").asString().equals(name))
              .findFirst()
              .orElse(null);
      boolean right =
          variable != null
              && variable.get("datasource").get("uid").asString().equals("$datasource")
              && variable.get("multi").asBoolean()
              && variable.get("includeAll").asBoolean()
              && variable.get("allValue").asString().equals(".+")
              && variable.get("label").asString().equalsIgnoreCase(name);
      check(right, "template-" + name + "-rule", "want a query variable, multi, all value .+");
    }
    variables("query")
        .forEach(
            variable -> {
              String query = variable.get("query").path("query").asString("");
              check(
                  query.matches("label_values\\([a-z_:]+(\\{[^}]*})?, [a-z_]+\\)")
                      || (query.startsWith("query_result(") && balanced(query)),
                  "template-label-promql-rule",
                  query);
              check(
                  variable.get("refresh").asInt() == 2,
                  "template-on-time-change-reload-rule",
                  variable.get("name").asString());
            });
  }

  private void panel(JsonNode panel) {
    String title = panel.path("title").asString("");
    String type = panel.get("type").asString();
    check(
        panel.path("datasource").path("uid").asString("").equals("$datasource"),
        "panel-datasource-rule",
        title);
    if (TITLED.contains(type)) {
      check(
          !title.isEmpty() && !panel.path("description").asString("").isEmpty(),
          "panel-title-description-rule",
          panel.get("id").toString());
    }
    if (type.equals("stat") || type.equals("timeseries") || type.equals("bargauge")) {
      JsonNode defaults = panel.get("fieldConfig").get("defaults");
      check(!defaults.path("unit").asString("").isEmpty(), "panel-units-rule", title);
    }
    JsonNode targets = panel.path("targets");
    check(!targets.isEmpty(), "panel-no-targets-rule", title);
    targets.forEach(target -> target(title, target));
  }

  private void target(String title, JsonNode target) {
    String expr = target.path("expr").asString("");
    if (target.at("/datasource/type").asString("").equals("loki")) {
      logs(title, expr);
      return;
    }
    check(balanced(expr) && !expr.isEmpty(), "target-promql-rule", title);
    RATE.matcher(expr)
        .results()
        .forEach(
            rate ->
                check(
                    rate.group(2).equals("$__rate_interval") || rate.group(2).equals("$__range"),
                    "target-rate-interval-rule",
                    title + " [" + rate.group(2) + "]"));
    // Prometheus' own series of alerts have the labels of their rules, some without a job.
    List<String> selectors =
        SELECTOR
            .matcher(expr.replaceAll("ALERTS(_FOR_STATE)?\\{[^}]*}", ""))
            .results()
            .map(one -> one.group(1))
            .toList();
    check(
        !selectors.isEmpty() && selectors.stream().allMatch(one -> one.contains("job=~\"$job\"")),
        "target-job-rule",
        title);
    check(
        selectors.stream().allMatch(one -> one.contains("instance=~\"$instance\"")),
        "target-instance-rule",
        title);
    // The counters of a run begin with it, so their last value is its total.
    COUNTER
        .matcher(expr)
        .results()
        .forEach(
            counter ->
                check(
                    expr.substring(0, counter.start())
                        .matches(".*(rate|increase|last_over_time)\\($"),
                    "target-counter-agg-rule",
                    title + " " + counter.group()));
  }

  /** The linter's rules for log queries; our dashboards have none. */
  private void logs(String title, String expr) {
    check(balanced(expr) && expr.contains("{"), "target-logql-rule", title);
    LOG_RANGE
        .matcher(expr)
        .results()
        .forEach(
            range ->
                check(
                    range.group(1).equals("$__auto"),
                    "target-logql-auto-rule",
                    title + " [" + range.group(1) + "]"));
  }

  private static boolean balanced(String expr) {
    int depth = 0;
    for (int i = 0; i < expr.length(); i++) {
      char c = expr.charAt(i);
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (depth < 0) {
        return false;
      }
    }
    return depth == 0;
  }
}
