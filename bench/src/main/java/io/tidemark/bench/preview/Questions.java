package io.tidemark.bench.preview;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the panels of a dashboard ask of a Prometheus, over one stretch of time. */
final class Questions {

  private static final int POINTS = 240;
  private static final Pattern LABEL = Pattern.compile("\\{\\{\\s*(\\w+)\\s*}}");

  private final HttpClient http = HttpClient.newHttpClient();
  private final JsonMapper json = new JsonMapper();
  private final String prometheus;
  private final Instant until;
  private final long seconds;

  Questions(String prometheus, Instant until, long seconds) {
    this.prometheus = prometheus;
    this.until = until;
    this.seconds = seconds;
  }

  /** A series with its name for people, its times from 0 to 1 and its values. */
  record Answer(String name, Map<String, String> labels, List<double[]> points) {

    double last() {
      return points.isEmpty() ? Double.NaN : points.get(points.size() - 1)[1];
    }

    double highest() {
      return points.stream().mapToDouble(point -> point[1]).max().orElse(Double.NaN);
    }
  }

  /** One after the other, what the panel's targets answer. */
  List<Answer> ask(JsonNode panel) throws IOException, InterruptedException {
    List<Answer> answers = new ArrayList<>();
    for (JsonNode target : panel.path("targets")) {
      boolean instant = target.path("instant").asBoolean(false);
      String when =
          instant
              ? "query?time=" + until
              : "query_range?end=%s&start=%s&step=%s"
                  .formatted(until, until.minusSeconds(seconds), (double) seconds / POINTS);
      String legend = target.path("legendFormat").asString("");
      for (JsonNode series : get(when, told(target.path("expr").asString("")))) {
        answers.add(answer(series, legend));
      }
    }
    return answers;
  }

  private String told(String expression) {
    return expression
        .replaceAll("\\$(job|instance|run|device|memory)\\b", ".+")
        .replace("$__rate_interval", "20s")
        .replace("$__range", seconds + "s");
  }

  private JsonNode get(String when, String expression) throws IOException, InterruptedException {
    URI address =
        URI.create(
            "%s/api/v1/%s&query=%s"
                .formatted(prometheus, when, URLEncoder.encode(expression, UTF_8)));
    String body =
        http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    JsonNode answer = json.readTree(body);
    if (!answer.path("status").asString("").equals("success")) {
      throw new IOException(expression + ": " + body);
    }
    return answer.path("data").path("result");
  }

  private Answer answer(JsonNode series, String legend) {
    Map<String, String> labels = new TreeMap<>();
    series
        .path("metric")
        .properties()
        .forEach(e -> labels.put(e.getKey(), e.getValue().asString("")));
    List<double[]> points = new ArrayList<>();
    if (series.has("value")) {
      points.add(point(series.path("value")));
    }
    series.path("values").forEach(value -> points.add(point(value)));
    String name =
        LABEL
            .matcher(legend)
            .replaceAll(label -> Matcher.quoteReplacement(labels.getOrDefault(label.group(1), "")));
    return new Answer(name, labels, points);
  }

  private double[] point(JsonNode value) {
    double at = value.get(0).asDouble() - until.getEpochSecond() + seconds;
    return new double[] {
      at / seconds, Double.parseDouble(value.get(1).asString("").replace("+Inf", "Infinity"))
    };
  }
}
