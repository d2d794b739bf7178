package io.tidemark.app.shown;

import static io.tidemark.app.shown.Dashboards.panels;
import static io.tidemark.app.shown.Dashboards.title;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Rules for readable dashboards, as far as JSON shows them. Each violation is reported under the
 * name of its rule.
 */
final class DashboardLook {

  /** Width in pixels for the columns of a full-width table, on a screen of 1366 pixels. */
  private static final int WHOLE_WIDTH = 1250;

  private static final Pattern FIELD_OF_LINK = Pattern.compile("__data\\.fields\\.(\\w+)");

  /** A longer one derives what the sink knows, and may differ from it. */
  private static final int MOST_CHARACTERS = 800;

  /** Runs of all machines by names that two of them may use. */
  private static final Pattern ALL_HOSTS =
      Pattern.compile("by \\((?=[^)]*\\brun\\b)(?![^)]*\\bhost\\b)[^)]*\\) (?!.*run=\"\\$run\")");

  private static final int COLUMNS = 24;
  private static final int MOST_LEGEND_LINES = 4;

  private final JsonNode dashboard;
  private final List<String> found = new ArrayList<>();

  private DashboardLook(JsonNode dashboard) {
    this.dashboard = dashboard;
  }

  /** Names of the violated rules, with the violations. */
  static List<String> of(JsonNode dashboard) {
    DashboardLook look = new DashboardLook(dashboard);
    panels(dashboard, "table").forEach(look::table);
    panels(dashboard, "timeseries").forEach(look::curves);
    panels(dashboard).forEach(look::panel);
    look.marks();
    look.variables();
    look.whole();
    look.found.addAll(DashboardDrawing.of(dashboard));
    return look.found;
  }

  private void check(boolean holds, String rule, String what) {
    if (!holds) {
      found.add(rule + ": " + what);
    }
  }

  private void table(JsonNode panel) {
    String title = title(panel);
    check(!panel.at("/fieldConfig/defaults").has("unit"), "table-without-unit", title);
    JsonNode organize =
        panel
            .path("transformations")
            .valueStream()
            .filter(one -> one.path("id").asString("").equals("organize"))
            .findFirst()
            .orElse(null);
    check(organize != null, "table-organized", title);
    int width = 0;
    Set<String> looks = new HashSet<>();
    for (JsonNode column : panel.at("/fieldConfig/overrides")) {
      looks.add(column.at("/matcher/options").asString());
      int least = property(column, "custom.minWidth").asInt(WHOLE_WIDTH);
      width += property(column, "custom.width").asInt(least);
      column(title, column);
    }
    if (organize != null) {
      for (String column : organize.at("/options/indexByName").propertyNames()) {
        String shown = organize.at("/options/renameByName").path(column).asString(column);
        check(looks.contains(shown), "table-organized", title + ": " + shown + " has no look");
      }
    }
    FIELD_OF_LINK
        .matcher(panel.toString())
        .results()
        .map(field -> field.group(1))
        .forEach(name -> check(looks.contains(name), "link-has-its-field", title + ": " + name));
    int room = WHOLE_WIDTH * panel.at("/gridPos/w").asInt() / COLUMNS;
    check(width <= room, "columns-fit", "%s: %d of %d pixels".formatted(title, width, room));
  }

  private void column(String title, JsonNode column) {
    String name = column.at("/matcher/options").asString();
    String what = title + ": " + name;
    boolean time = name.matches(".*\\b(since|when)\\b.*");
    String unit = property(column, "unit").asString("");
    check(!time || unit.startsWith("dateTime"), "time-has-its-unit", what);
    boolean share = name.equals("used") || name.equals("of capacity");
    check(
        !share || property(column, "custom.displayMode").asString("").equals("basic"),
        "share-is-a-gauge",
        what);
  }

  private static JsonNode property(JsonNode override, String id) {
    return override
        .get("properties")
        .valueStream()
        .filter(one -> one.get("id").asString().equals(id))
        .findFirst()
        .map(one -> one.path("value"))
        .orElseGet(() -> override.path("absent"));
  }

  private void curves(JsonNode panel) {
    String title = title(panel);
    boolean stacked =
        panel.at("/fieldConfig/defaults/custom/stacking/mode").asString("").equals("normal");
    for (JsonNode override : panel.at("/fieldConfig/overrides")) {
      String name = override.at("/matcher/options").asString();
      if (name.equals("capacity") || (stacked && name.equals("used"))) {
        check(
            property(override, "custom.stacking").path("mode").asString("").equals("none")
                && property(override, "custom.fillOpacity").asInt(1) == 0,
            "limit-is-no-part",
            title + ": " + name);
      }
    }
    JsonNode legend = panel.at("/options/legend");
    boolean beside = legend.path("placement").asString("").equals("right");
    String targets = panel.path("targets").toString();
    boolean many = targets.contains("topk(10") || targets.contains("by (holder)");
    boolean listed = legend.path("displayMode").asString("").equals("list");
    boolean sorted = legend.path("sortBy").asString("").equals("Max");
    boolean high = panel.at("/gridPos/h").asInt() >= MOST_LEGEND_LINES + 4;
    check(
        sorted
            && (beside
                || (!many && panel.at("/gridPos/h").asInt() >= 6)
                || (many && high && (listed || !wide(panel)))),
        "legend-fits",
        title);
    check(
        panel.at("/options/tooltip/mode").asString("").equals("multi")
            && panel.at("/options/tooltip/sort").asString("").equals("desc"),
        "tooltip-sorted",
        title);
    boolean rate = panel.path("targets").toString().contains("_lines_");
    String unit = panel.at("/fieldConfig/defaults/unit").asString("");
    check(!rate || unit.equals("lines/s"), "units-said", title + ": " + unit);
  }

  private static boolean wide(JsonNode panel) {
    return panel.at("/gridPos/w").asInt() > COLUMNS / 2;
  }

  private void panel(JsonNode panel) {
    boolean stat = Dashboards.type(panel).equals("stat");
    boolean silent = !panel.at("/fieldConfig/defaults").has("noValue");
    // Without cells or legend values of other queries that could be empty.
    boolean whole =
        Dashboards.type(panel).equals("table")
            ? panel.path("targets").size() == 1
            : panel.at("/options/legend/displayMode").asString("").equals("list");
    check(stat || silent || whole, "no-value-in-stats-only", title(panel));
    if (stat && panel.at("/options/reduceOptions/fields").asString("").startsWith("/^")) {
      check(
          panel.at("/options/textMode").asString("").equals("value"),
          "labels-are-text",
          title(panel));
    }
    expressions(panel)
        .forEach(
            expr -> {
              String what = title(panel) + ": " + expr.length() + " characters";
              check(expr.length() <= MOST_CHARACTERS, "expression-is-short", what);
              check(!ALL_HOSTS.matcher(expr).find(), "runs-have-hosts", title(panel));
            });
    expressions(panel)
        .filter(expr -> expr.matches(".*size_bytes\\{[^}]*} - .*"))
        .forEach(expr -> check(expr.startsWith("clamp_min("), "no-impossible-value", title(panel)));
  }

  private static Stream<String> expressions(JsonNode panel) {
    return panel.path("targets").valueStream().map(one -> one.path("expr").asString(""));
  }

  private void marks() {
    for (JsonNode mark : dashboard.at("/annotations/list")) {
      if (mark.path("builtIn").asInt(0) != 1) {
        check(
            mark.path("useValueForTime").asBoolean(false)
                && mark.get("expr").asString().matches(".*_timestamp_seconds\\W.* \\* 1000"),
            "mark-is-a-moment",
            mark.get("name").asString());
      }
    }
  }

  private void variables() {
    for (JsonNode variable : dashboard.at("/templating/list")) {
      String name = variable.get("name").asString();
      boolean selector = Set.of("datasource", "job", "instance").contains(name);
      check(!selector || variable.path("hide").asInt(0) == 2, "selectors-hidden", name);
      if (name.equals("run")) {
        String query = variable.at("/query/query").asString("");
        check(
            query.contains("tidemark_run_info") && query.startsWith("query_result(sort_desc("),
            "runs-come-from-run-info",
            query);
      }
    }
  }

  private void whole() {
    String title = dashboard.get("title").asString();
    check(title.matches("[A-Z][a-z]+"), "plain-title", title);
    boolean manyMemories = title.endsWith("Run");
    boolean repeated =
        dashboard
            .get("panels")
            .valueStream()
            .anyMatch(panel -> panel.path("repeat").asString("").equals("memory"));
    check(!manyMemories || repeated, "row-per-memory", title);
    String all = dashboard.toString();
    check(
        !title.equals("Ops") || all.contains("tidemark_op_held_at_peak_bytes"),
        "ops-by-what-they-hold",
        title);
    check(
        !title.equals("Run")
            || (all.contains("tidemark_out_of_memory_timestamp_seconds")
                && all.contains("tidemark_run_state")),
        "the-end-is-a-state",
        title);
  }
}
