package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.browser.Browser;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests a report's page in a real browser, opened from disk. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ReportPageIT {

  private static final JsonMapper JSON = new JsonMapper();
  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 9, 8, 7);
  private static final String HOSTILE = "a</script><img src=x onerror=alert(1)>\u2028.log";

  @TempDir Path folder;

  private Path report(Path log, String title) throws Exception {
    return new Report(LogAtRest.of(List.of(log), Settings.DEFAULT).get(0))
        .write(new ReportParent("--out", folder), NOW, title)
        .folder()
        .orElseThrow();
  }

  private static String run(Path report) throws Exception {
    JsonNode state = JSON.readTree(Files.readString(report.resolve("state.json")));
    return state.get("runs").propertyNames().iterator().next();
  }

  /** Opens a copy of the page that gives a test access to its documents. */
  private static void open(Browser browser, Path report) throws Exception {
    String page = Files.readString(report.resolve("index.html"));
    int policy = page.indexOf("<meta http-equiv");
    int end = page.lastIndexOf("</script>");
    String opened =
        page.substring(0, policy)
            + page.substring(page.indexOf('>', policy) + 1, end)
            + "window.documentOf = module_documents.documentOf;"
            + page.substring(end);
    browser.go(Files.writeString(report.resolve("opened.html"), opened).toUri());
    browser.await("the page's script", one -> one.run("return 'documentOf' in window"));
  }

  private static JsonNode document(Browser browser, String path) {
    String script = "return documentOf(arguments[0]).then(found => JSON.stringify(found))";
    return JSON.readTree(String.valueOf(browser.run(script, path)));
  }

  private static String of(String path, String run) {
    return path + "?run=" + URLEncoder.encode(run, StandardCharsets.UTF_8);
  }

  @Test
  void theDocumentsOfThePageAreThoseOfTheReport() throws Exception {
    Path report = report(Samples.root().resolve("examples/tenstorrent.log"), "title");
    String run = run(report);
    List<Long> used = new ArrayList<>();
    for (JsonNode snapshot : JSON.readTree(Files.readString(report.resolve("snapshots.json")))) {
      used.add(snapshot.get("memories").get(0).get("usedBytes").asLong());
    }
    try (Browser browser = Browser.open()) {
      open(browser, report);

      JsonNode memory = document(browser, of("api/v1/run", run)).get("memories").get(0);
      String snapshots = of("api/v1/snapshots", run) + "&device=0&memory=DRAM";
      JsonNode single = document(browser, snapshots + "&from=3&until=6");
      JsonNode buckets = document(browser, snapshots + "&most=5");

      assertThat(memory.at("/peak/usedBytes").asLong()).isEqualTo(12_696_271_452L);
      assertThat(values(single.get("rows"), "usedBytes")).isEqualTo(used.subList(3, 6));
      assertThat(buckets.get("width").asInt()).isEqualTo(16);
      assertThat(buckets.get("mostBytes").get(3).asLong()).isEqualTo(12_696_271_452L);
      assertThat(
              document(browser, of("api/v1/ops", run) + "&memory=DRAM&from=1&most=2").get("rows"))
          .hasSize(2);
      assertThat(document(browser, of("api/v1/run", "other#1")).isNull()).isTrue();
    }
  }

  private static List<Long> values(JsonNode rows, String name) {
    List<Long> values = new ArrayList<>();
    rows.forEach(row -> values.add(row.get(name).asLong()));
    return values;
  }

  @Test
  void thePageOpensFromDiskAloneAndComplainsOfNothing() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    Path report = report(log, HOSTILE);
    try (Browser browser = Browser.open()) {
      browser.go(report.resolve("index.html").toUri());
      browser.await("the run", one -> one.text().contains("tenstorrent.log"));
      browser.await(
          "its chart", one -> one.run("return document.querySelector('[data-chart=use] canvas')"));

      assertThat(browser.driver().getTitle()).contains("a</script><img src=x onerror=alert(1)>");
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests()).allMatch(address -> !address.startsWith("http"));
      assertThat(Files.size(report.resolve("index.html"))).isLessThan(5_000_000);
    }
  }

  @Test
  void severalReportsHaveAnIndexThatLeadsToEach() throws Exception {
    ReportIndex index = new ReportIndex(new ReportParent("--out", folder));
    Path first = Samples.root().resolve("examples/tenstorrent.log");
    Path second = Files.copy(first, folder.resolve("a#b c%.log"));
    for (LogAtRest log : LogAtRest.of(List.of(first, second), Settings.DEFAULT)) {
      assertThat(index.write("Reports")).isEmpty();
      Report.Result result =
          new Report(log).write(new ReportParent("--out", folder), NOW, log.name());
      index.add(result.board(), result.folder().orElseThrow());
    }
    Path page = index.write("Reports").orElseThrow();
    try (Browser browser = Browser.open()) {
      browser.go(page.toUri());
      browser.await(
          "both runs", one -> one.run("return document.querySelectorAll('tbody tr a').length > 1"));
      assertThat(browser.text()).contains("tenstorrent.log#1", "a#b c%.log#1", "2 failed");

      browser.run(
          "[...document.querySelectorAll('a')].find(a => a.textContent.startsWith('a#b')).click()");
      browser.await("the run on its own page", one -> one.text().contains("DRAM over the run"));

      assertThat(browser.text()).contains("a#b c%.log#1").doesNotContain("tenstorrent.log");
      assertThat(browser.complaints()).isEmpty();
      browser.driver().navigate().back();
      browser.await("the index", one -> one.text().contains("2 failed"));
    }
  }

  @Test
  void theTextOfALogCannotEndTheScript() throws Exception {
    String text =
        """
        Always | INFO | Device memory state before operation </script><img>
        Always | INFO | Device DRAM memory state: MemoryView{numBanks: twelve </script>}
        """;
    Path report = report(Files.writeString(folder.resolve("hostile.log"), text), "t");

    assertThat(report.resolve("index.html")).content().doesNotContain("</script><img>");
  }
}
