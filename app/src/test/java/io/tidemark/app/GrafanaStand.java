package io.tidemark.app;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * A watch of copied samples, a Prometheus that scrapes it, the tests' Grafana on top, and a browser
 * that is logged in.
 *
 * @param page address of the watch's page
 */
record GrafanaStand(
    Grafana grafana, Browser browser, Prometheus prometheus, String page, Deque<Closeable> open)
    implements AutoCloseable {

  /**
   * Follows these logs until all are scraped; skips the test if no Grafana is named.
   *
   * @param logs samples by the name of their copy in {@code folder}
   */
  static GrafanaStand following(Path folder, Map<String, String> logs) throws Exception {
    Grafana grafana = Grafana.running();
    Deque<Closeable> open = new ArrayDeque<>();
    try {
      Program watch = Program.start(folder.resolve("watch.txt"), watch(folder, logs));
      open.push(watch::close);
      int port = Program.port(watch.awaitAddress("page and metrics on "));
      Prometheus prometheus = Prometheus.start(folder, scraping(port, grafana));
      open.push(prometheus::close);
      prometheus.awaitScraped(logs.size());
      Browser browser = Browser.open();
      open.push(browser::close);
      grafana.showing(prometheus).logIn(browser);
      return new GrafanaStand(grafana, browser, prometheus, "http://127.0.0.1:" + port, open);
    } catch (Exception | Error e) {
      closeAll(open);
      throw e;
    }
  }

  private static Object[] watch(Path folder, Map<String, String> logs) throws Exception {
    List<Object> watch =
        new ArrayList<>(List.of("watch", "--port", 0, "--data", folder.resolve("data-of-watch")));
    for (Map.Entry<String, String> log : logs.entrySet()) {
      watch.add(Files.write(folder.resolve(log.getKey()), Samples.bytes(log.getValue())));
    }
    return watch.toArray();
  }

  /** Our rules, with links to this Grafana. */
  private static String scraping(int port, Grafana grafana) {
    return """
    global:
      scrape_interval: 1s
      evaluation_interval: 1s
      external_labels: {grafana: "%s"}
    rule_files: ["%s"]
    storage: {tsdb: {out_of_order_time_window: 400d}}
    scrape_configs:
      - job_name: tidemark
        static_configs: [{targets: ["127.0.0.1:%d"]}]
    """
        .formatted(
            grafana.base(), Samples.root().resolve("sink/prometheus/rules/tidemark.yml"), port);
  }

  private static void closeAll(Deque<Closeable> open) throws IOException {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  @Override
  public void close() throws IOException {
    closeAll(open);
  }
}
