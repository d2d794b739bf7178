package io.tidemark.app.shown;

import static io.tidemark.app.shown.Dashboards.panels;
import static io.tidemark.app.shown.Dashboards.title;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Rules for what Grafana 9 and a browser can draw. A violation leaves a panel blank, without
 * colours, or painted over, although all its queries answer.
 */
final class DashboardDrawing {

  /** Modes of one hue begin with the colour of the panel itself, which is invisible. */
  private static final Set<String> COLOUR_MODES =
      Set.of(
          "fixed",
          "shades",
          "thresholds",
          "palette-classic",
          "continuous-GrYlRd",
          "continuous-RdYlGr",
          "continuous-BlYlRd",
          "continuous-YlRd",
          "continuous-BlPu",
          "continuous-YlBl");

  /** The relative luminance of a dark panel, {@code #181b1f}. */
  private static final double DARK = 0.0109;

  /** Lower bound: a blue that is strong on white has only 3.3 there. */
  private static final double LEAST_CONTRAST = 4;

  private static final Pattern HIGHEST =
      Pattern.compile("_memory_peak_timestamp_seconds\\{[^}]*}\\[\\$__range] @ end\\(\\)");

  private final List<String> found = new ArrayList<>();

  private DashboardDrawing() {}

  /** Names of the violated rules, with the violations. */
  static List<String> of(JsonNode dashboard) {
    DashboardDrawing drawing = new DashboardDrawing();
    panels(dashboard).forEach(drawing::panel);
    panels(dashboard, "timeseries").forEach(drawing::curves);
    dashboard.findValues("steps").forEach(drawing::steps);
    dashboard.findValues("color").forEach(drawing::text);
    for (JsonNode variable : dashboard.at("/templating/list")) {
      drawing.pattern(variable.path("name").asString(""), variable.path("regex").asString(""));
    }
    dashboard.findValues("expr").forEach(query -> drawing.newest(query.asString("")));
    for (JsonNode mark : dashboard.at("/annotations/list")) {
      drawing.peak(mark.path("expr").asString(""));
    }
    return drawing.found;
  }

  private void check(boolean holds, String rule, String what) {
    if (!holds) {
      found.add(rule + ": " + what);
    }
  }

  private void panel(JsonNode panel) {
    String title = title(panel);
    JsonNode config = panel.path("fieldConfig");
    colour(title, config.at("/defaults/color"));
    for (JsonNode override : config.path("overrides")) {
      JsonNode matcher = override.path("matcher");
      if (matcher.path("id").asString("").equals("byRegexp")) {
        pattern(title, matcher.path("options").asString(""));
      }
      for (JsonNode property : override.path("properties")) {
        if (property.path("id").asString("").equals("color")) {
          colour(title, property.path("value"));
        }
      }
    }
  }

  private void colour(String title, JsonNode colour) {
    String mode = colour.path("mode").asString("fixed");
    check(COLOUR_MODES.contains(mode), "colour-is-known", title + ": " + mode);
  }

  /** A browser's expressions have no inline flags: such a pattern matches nothing. */
  private void pattern(String where, String pattern) {
    check(!pattern.contains("(?i"), "pattern-of-a-browser", where + ": " + pattern);
  }

  private void steps(JsonNode steps) {
    steps.forEach(step -> text(step.path("color")));
  }

  /** A named colour differs between themes; a numeric one is the same on dark. */
  private void text(JsonNode colour) {
    if (colour.isString() && colour.asString().startsWith("#")) {
      Color shown = Color.decode(colour.asString());
      check(contrast(shown) >= LEAST_CONTRAST, "read-on-dark", colour.asString());
    }
  }

  private static double contrast(Color colour) {
    double luminance =
        0.2126 * linear(colour.getRed())
            + 0.7152 * linear(colour.getGreen())
            + 0.0722 * linear(colour.getBlue());
    return (luminance + 0.05) / (DARK + 0.05);
  }

  private static double linear(int part) {
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  /** The line of an empty part would cover the whole stack. */
  private void curves(JsonNode panel) {
    check(!panel.at("/options/legend").has("width"), "legend-leaves-room", title(panel));
    JsonNode look = panel.at("/fieldConfig/defaults/custom");
    boolean stacked = look.at("/stacking/mode").asString("").equals("normal");
    check(!stacked || look.path("lineWidth").asInt(1) == 0, "stack-without-lines", title(panel));
  }

  /** Each step of a climb is a new peak, so adjacent marks become a painted region. */
  private void peak(String query) {
    boolean highest = HIGHEST.matcher(query).find() && query.contains("topk by (");
    check(!query.contains("_memory_peak_timestamp_seconds") || highest, "only-the-peak", query);
  }

  /** All series of an info metric are 1, so the newest is selected by the time of its samples. */
  private void newest(String query) {
    for (String one : List.of("tidemark_peak_op_info", "tidemark_run_where_info")) {
      check(
          !query.contains(one) || query.contains("timestamp(" + one), "newest-by-its-time", query);
    }
  }
}
