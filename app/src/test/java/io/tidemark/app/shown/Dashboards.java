package io.tidemark.app.shown;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The provisioned dashboards as files. */
final class Dashboards {

  static final List<String> NAMES = List.of("overview", "run", "ops", "pipeline");

  static final JsonMapper JSON = new JsonMapper();

  private Dashboards() {}

  static Path file(String name) {
    return Samples.root().resolve("grafana/dashboards").resolve(name + ".json");
  }

  static String text(String name) {
    try {
      return Files.readString(file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode dashboard(String name) {
    return JSON.readTree(text(name));
  }

  /** Every panel except rows, including those of collapsed rows. */
  static Stream<JsonNode> panels(JsonNode dashboard) {
    return dashboard
        .get("panels")
        .valueStream()
        .flatMap(panel -> isRow(panel) ? panel.path("panels").valueStream() : Stream.of(panel));
  }

  static Stream<JsonNode> panels(JsonNode dashboard, String type) {
    return panels(dashboard).filter(panel -> type(panel).equals(type));
  }

  static boolean isRow(JsonNode panel) {
    return type(panel).equals("row");
  }

  static String type(JsonNode panel) {
    return panel.get("type").asString();
  }

  static String title(JsonNode panel) {
    return panel.get("title").asString();
  }
}
