package io.tidemark.bench.preview;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** One panel as SVG, by its type. */
final class Drawing {

  private static final String[] COLOURS = {
    "#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#7eb26d", "#b0b0b0"
  };

  private static final int TOP = 34;
  private static final int LEFT = 62;
  private static final int LINE = 16;
  private static final int LABELS = 180;
  private static final int MOST_NAMED = 4;

  private final int width;
  private final int height;
  private final String unit;
  private final StringBuilder svg = new StringBuilder();

  Drawing(int width, int height, String unit) {
    this.width = width;
    this.height = height;
    this.unit = unit;
  }

  String of(JsonNode panel, List<Questions.Answer> answers) {
    text(8, 16, "#ffffff", panel.path("title").asString(""));
    if (answers.isEmpty()) {
      text(8, height / 2, "#808080", "nothing answered");
      return svg.toString();
    }
    switch (panel.path("type").asString("")) {
      case "stat" -> stat(answers.get(0));
      case "timeseries" -> lines(answers);
      case "bargauge" -> bars(answers);
      default -> rows(answers);
    }
    return svg.toString();
  }

  private void stat(Questions.Answer answer) {
    String shown = answer.name().isEmpty() ? shown(answer.last()) : answer.name();
    svg.append(
            "<text x=\"8\" y=\"%d\" font-size=\"34\" fill=\"#56b4e9\">".formatted(height / 2 + 22))
        .append(escaped(shown))
        .append("</text>");
  }

  private void lines(List<Questions.Answer> answers) {
    int legend = LINE * Math.min(MOST_NAMED + 1, answers.size()) + 6;
    int floor = height - legend - 4;
    double most = answers.stream().mapToDouble(Questions.Answer::highest).max().orElse(1);
    double scale = most > 0 && Double.isFinite(most) ? most * 1.05 : 1;
    for (int tick = 0; tick <= 2; tick++) {
      double y = floor - (floor - TOP) * tick / 2.0;
      svg.append("<path d=\"M%d %.0fH%d\" stroke=\"#3a3d43\"/>".formatted(LEFT, y, width - 6));
      text(4, (int) y + 4, "#a0a0a0", shown(scale * tick / 2));
    }
    List<Questions.Answer> sorted =
        answers.stream()
            .sorted(Comparator.comparingDouble(Questions.Answer::highest).reversed())
            .toList();
    for (int i = sorted.size() - 1; i >= 0; i--) {
      curve(sorted.get(i), COLOURS[i % COLOURS.length], floor, scale);
    }
    for (int i = 0; i < Math.min(MOST_NAMED, sorted.size()); i++) {
      Questions.Answer answer = sorted.get(i);
      String told =
          "%s   last %s, max %s"
              .formatted(answer.name(), shown(answer.last()), shown(answer.highest()));
      text(LEFT, floor + 18 + LINE * i, COLOURS[i], told);
    }
    if (sorted.size() > MOST_NAMED) {
      text(
          LEFT,
          floor + 18 + LINE * MOST_NAMED,
          "#a0a0a0",
          "and %d more".formatted(sorted.size() - MOST_NAMED));
    }
  }

  /** Broken where nothing was scraped. */
  private void curve(Questions.Answer answer, String colour, int floor, double scale) {
    StringBuilder path = new StringBuilder();
    double before = -1;
    for (double[] point : answer.points()) {
      double x = LEFT + point[0] * (width - LEFT - 6);
      double y = floor - Math.min(1, point[1] / scale) * (floor - TOP);
      if (Double.isFinite(y)) {
        path.append(x - before > 12 ? "M" : "L").append("%.1f %.1f".formatted(x, y)).append("h.1");
        before = x;
      }
    }
    svg.append(
        "<path fill=\"none\" stroke-width=\"1.6\" stroke=\"%s\" d=\"%s\"/>"
            .formatted(colour, path));
  }

  private void bars(List<Questions.Answer> answers) {
    double most = answers.stream().mapToDouble(Questions.Answer::last).max().orElse(1);
    int y = TOP + 6;
    for (Questions.Answer answer : sorted(answers)) {
      if (y + LINE > height) {
        return;
      }
      double length = most > 0 ? answer.last() / most * (width - 320) : 0;
      svg.append(
          "<rect x=\"220\" y=\"%d\" width=\"%.0f\" height=\"11\" fill=\"#56b4e9\"/>"
              .formatted(y, length));
      text(8, y + 10, "#d8d9da", answer.name());
      text(226 + (int) length, y + 10, "#d8d9da", shown(answer.last()));
      y += LINE + 2;
    }
  }

  private void rows(List<Questions.Answer> answers) {
    int y = TOP + LINE;
    for (Questions.Answer answer : sorted(answers)) {
      if (y > height) {
        return;
      }
      text(8, y, "#d8d9da", shown(answer.last()));
      text(LABELS, y, "#d8d9da", labels(answer.labels()));
      y += LINE + 2;
    }
  }

  private static List<Questions.Answer> sorted(List<Questions.Answer> answers) {
    return answers.stream()
        .sorted(Comparator.comparingDouble(Questions.Answer::last).reversed())
        .toList();
  }

  private static String labels(Map<String, String> labels) {
    return labels.entrySet().stream()
        .filter(label -> !label.getKey().matches("job|instance|__name__"))
        .map(label -> label.getKey() + "=" + label.getValue())
        .collect(Collectors.joining("   "));
  }

  private void text(int x, int y, String colour, String words) {
    svg.append("<text x=\"%d\" y=\"%d\" font-size=\"12\" fill=\"%s\">".formatted(x, y, colour))
        .append(escaped(words))
        .append("</text>");
  }

  /** In the panel's unit. */
  private String shown(double value) {
    return switch (unit) {
      case "bytes" -> bytes(value);
      case "percentunit" -> String.format(Locale.ROOT, "%.1f %%", 100 * value);
      case "dateTimeAsIso", "dateTimeAsSystem" -> Instant.ofEpochMilli((long) value).toString();
      case "s" -> String.format(Locale.ROOT, "%.1f s", value);
      default ->
          String.format(
              Locale.ROOT,
              Math.abs(value) < 10 && value != Math.rint(value) ? "%.2f" : "%,.0f",
              value);
    };
  }

  private static String bytes(double value) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    int power = 0;
    double left = value;
    while (Math.abs(left) >= 1024 && power < units.length - 1) {
      left /= 1024;
      power++;
    }
    return String.format(Locale.ROOT, power == 0 ? "%.0f %s" : "%.1f %s", left, units[power]);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
