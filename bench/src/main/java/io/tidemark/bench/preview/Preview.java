package io.tidemark.bench.preview;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks a Prometheus what each panel of a dashboard asks, and draws the answers into one page:
 * {@code Preview PROMETHEUS DASHBOARD.json PAGE.html [SECONDS [UNTIL]]}, the last 600 seconds
 * unless told. It shows that the queries answer and what they tell; how Grafana draws them is
 * Grafana's.
 */
public final class Preview {

  private static final int UNIT_WIDTH = 54;
  private static final int UNIT_HEIGHT = 34;

  private final Questions questions;
  private final StringBuilder page = new StringBuilder();

  private Preview(Questions questions) {
    this.questions = questions;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    JsonNode dashboard = new JsonMapper().readTree(Files.readString(Path.of(args[1])));
    long seconds = args.length > 3 ? Long.parseLong(args[3]) : 600;
    Instant until = args.length > 4 ? Instant.parse(args[4]) : Instant.now();
    Preview preview = new Preview(new Questions(args[0], until, seconds));
    Files.writeString(Path.of(args[2]), preview.draw(dashboard));
  }

  private String draw(JsonNode dashboard) throws IOException, InterruptedException {
    int width = 24 * UNIT_WIDTH + 20;
    page.append("<!DOCTYPE html><meta charset=\"utf-8\"><title>preview</title><style>")
        .append("body{margin:10px;background:#181b1f;color:#d8d9da;font:13px sans-serif}")
        .append("svg{position:absolute;background:#22252b;border-radius:3px}</style>")
        .append("<h2 style=\"margin:4px\">")
        .append(Drawing.escaped(dashboard.path("title").asString("")))
        .append(": a preview of the queried series, not Grafana</h2>");
    int bottom = 0;
    page.append("<div style=\"position:relative;width:").append(width).append("px\">");
    for (JsonNode panel : dashboard.path("panels")) {
      bottom = Math.max(bottom, place(panel));
    }
    return page.append("<div style=\"height:")
        .append(bottom)
        .append("px\"></div></div>")
        .toString();
  }

  /** Where Grafana would place it; answers where it ends. */
  private int place(JsonNode panel) throws IOException, InterruptedException {
    JsonNode at = panel.path("gridPos");
    int width = at.path("w").asInt() * UNIT_WIDTH - 8;
    int height = at.path("h").asInt() * UNIT_HEIGHT - 8;
    int top = at.path("y").asInt() * UNIT_HEIGHT;
    String place =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" style=\"left:%dpx;top:%dpx\">"
            .formatted(width, height, at.path("x").asInt() * UNIT_WIDTH, top);
    Drawing drawing =
        new Drawing(
            width, height, panel.path("fieldConfig").path("defaults").path("unit").asString(""));
    page.append(place).append(drawing.of(panel, questions.ask(panel))).append("</svg>\n");
    return top + height + 8;
  }
}
