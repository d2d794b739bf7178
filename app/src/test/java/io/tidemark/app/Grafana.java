package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The running Grafana that {@code TIDEMARK_TEST_GRAFANA} names, with an administrator in its user
 * info: {@code http://admin:admin@127.0.0.1:3000}. The test replaces its data source {@code
 * prometheus} and its dashboards.
 */
final class Grafana {

  static final List<String> DASHBOARDS = List.of("overview", "run", "ops", "pipeline");

  private static final String VARIABLE = "TIDEMARK_TEST_GRAFANA";
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI address;

  private Grafana(URI address) {
    this.address = address;
  }

  /** Skips the test if none is named. */
  static Grafana running() {
    String named = System.getenv(VARIABLE);
    return named == null
        ? abort("no Grafana: " + VARIABLE + " is not set")
        : new Grafana(URI.create(named));
  }

  /** Installs the data source and all dashboards. */
  Grafana showing(Prometheus prometheus) throws Exception {
    Map<String, Object> source =
        Map.of(
            "uid", "prometheus",
            "name", "Prometheus",
            "type", "prometheus",
            "access", "proxy",
            "isDefault", true,
            "url", prometheus.address(),
            "jsonData", Map.of("timeInterval", "1s", "httpMethod", "POST"));
    boolean there = send("GET", "/api/datasources/uid/prometheus", "").statusCode() == 200;
    String path = "/api/datasources" + (there ? "/uid/prometheus" : "");
    accepted(send(there ? "PUT" : "POST", path, JSON.writeValueAsString(source)));
    for (String name : DASHBOARDS) {
      String body = "{\"overwrite\": true, \"dashboard\": " + file(name) + "}";
      accepted(send("POST", "/api/dashboards/db", body));
    }
    return this;
  }

  private static void accepted(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as("%s: %s", answer.uri(), answer.body()).isEqualTo(200);
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    byte[] user = user().getBytes(UTF_8);
    return http.send(
        HttpRequest.newBuilder(URI.create(base() + path))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(user))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private String user() {
    return Objects.requireNonNullElse(address.getUserInfo(), "admin:admin");
  }

  /** Its address. */
  String base() {
    return "http://" + address.getHost() + ":" + address.getPort();
  }

  /** Logs this browser in. */
  void logIn(Browser browser) {
    browser.go(URI.create(base() + "/login"));
    String[] user = user().split(":", 2);
    browser.run(
        "window.answer = 0; fetch('/login', {method: 'POST',"
            + " headers: {'Content-Type': 'application/json'},"
            + " body: JSON.stringify({user: arguments[0], password: arguments[1]})})"
            + ".then(answer => window.answer = answer.status)",
        user[0],
        user[1]);
    browser.await(
        "logged in", one -> "200".equals(String.valueOf(one.run("return window.answer"))));
  }

  /** The address of a dashboard for the last minutes; {@code theme} is light or dark. */
  URI dashboard(String name, String theme, String run) {
    return dashboard(name, theme, run, "from=now-15m&to=now");
  }

  /** The same for a range, written as in the address of a dashboard. */
  URI dashboard(String name, String theme, String run, String range) {
    return URI.create(
        "%s/d/tidemark-%s/%s?kiosk&theme=%s&refresh=&%s&var-run=%s"
            .formatted(base(), name, name, theme, range, URLEncoder.encode(run, UTF_8)));
  }

  /** One panel of a dashboard in the whole window, so that each of its rows is drawn. */
  URI panelAlone(String name, String title) throws IOException {
    for (JsonNode panel : JSON.readTree(file(name)).get("panels")) {
      if (panel.path("title").asString("").equals(title)) {
        return URI.create(dashboard(name, "light", "") + "&viewPanel=" + panel.get("id").asInt());
      }
    }
    throw new IllegalArgumentException(name + " has no panel " + title);
  }

  private static String file(String name) throws IOException {
    return Files.readString(Samples.root().resolve("grafana/dashboards/" + name + ".json"));
  }

  /** The Overview dashboard, with its links to the other dashboards. */
  URI overview() {
    return URI.create(
        base() + "/d/tidemark-overview/overview?theme=light&refresh=&from=now-15m&to=now");
  }
}
