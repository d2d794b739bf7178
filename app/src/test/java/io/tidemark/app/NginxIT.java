package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/** Tests a page behind a real nginx that puts it under a path, as docs/fleet.md configures it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NginxIT {

  private static final String RUN = "tenstorrent.log#1";
  private static final String OUTER = "tidemark.example.com";
  private static final Pattern SNIPPET =
      Pattern.compile("^location /tidemark/ \\{.*?^}", Pattern.MULTILINE | Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void thePageItsDocumentsTheScrapeAndTheProbesWorkUnderAPath() throws Exception {
    int outside = Program.freePort();
    String outer = "http://%s:%d/tidemark".formatted(OUTER, outside);
    Object[] arguments = {
      "watch",
      "--port",
      0,
      "--data",
      folder.resolve("data"),
      "--external-url",
      outer + "/",
      Samples.root().resolve("examples/tenstorrent.log")
    };
    try (Program watch = EarlyHealthTest.start(folder.resolve("watch.txt"), arguments);
        Program nginx = nginx(outside, Program.port(watch.awaitAddress("page and metrics on ")))) {
      String path = "http://127.0.0.1:%d/tidemark".formatted(outside);
      Program.awaitBody(path + "/api/v1/board", RUN);
      assertThat(Program.body(path + "/health")).isEqualTo("alive\n");
      assertThat(Program.body(path + "/ready")).isEqualTo("ready\n");
      assertThat(Program.body(path + "/metrics"))
          .contains("tidemark_run_memory_peak_bytes", "page=\"" + outer + "\"");
      assertThat(Program.body("http://127.0.0.1:%d/metrics".formatted(outside)))
          .as("outside of the path")
          .contains("404");
      assertThat(status(OUTER, outside)).isEqualTo("200");
      assertThat(status("foreign.example.com", outside)).as("another name").isEqualTo("421");
      opensARun(path);
      assertThat(nginx.alive()).describedAs(nginx.complained()).isTrue();
    }
  }

  private void opensARun(String path) {
    try (Browser browser = Browser.open()) {
      browser.go(URI.create(path));
      browser.await("the run's link", page -> page.driver().findElement(By.linkText(RUN))).click();

      browser.await(
          "its chart",
          page ->
              page.driver().findElement(By.cssSelector("[data-chart=use] canvas")).isDisplayed());
      assertThat(browser.text()).contains("ConcatOp");
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests())
          .anyMatch(url -> url.startsWith(path + "/api/v1/timelines?run="))
          .allMatch(url -> url.startsWith(path) || url.startsWith("data:"));
    }
  }

  private Program nginx(int port, int upstream) throws IOException {
    String page = Files.readString(Samples.root().resolve("docs/fleet.md"));
    String location =
        SNIPPET.matcher(page).results().map(MatchResult::group).findFirst().orElseThrow();
    assertThat(location).contains("127.0.0.1:9464");
    Path config =
        Files.writeString(
            folder.resolve("nginx.conf"),
            """
            daemon off;
            master_process off;
            pid %1$s/pid;
            error_log %1$s/error.txt;
            events {}
            http {
              access_log off;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              server {
                listen 127.0.0.1:%2$d;
                %3$s
              }
            }
            """
                .formatted(folder, port, location.replace(":9464", ":" + upstream)));
    List<String> command =
        List.of("nginx", "-e", folder.resolve("error.txt").toString(), "-c", config.toString());
    try {
      return Program.of(new ProcessBuilder(command), folder.resolve("nginx.txt"));
    } catch (IOException e) {
      assertNull(System.getenv("CI"), e.getMessage());
      return abort("no nginx on this machine: " + e.getMessage());
    }
  }

  /** The status of the probe that this name of the host gets. */
  private String status(String host, int port) throws Exception {
    List<String> command =
        List.of(
            "curl",
            "-sS",
            "--max-time",
            "20",
            "-o",
            folder.resolve("answer.txt").toString(),
            "-w",
            "%{http_code}",
            "--resolve",
            "%s:%d:127.0.0.1".formatted(host, port),
            "http://%s:%d/tidemark/health".formatted(host, port));
    try (Program curl = Program.of(new ProcessBuilder(command), folder.resolve("curl.txt"))) {
      assertThat(curl.exit()).describedAs(curl.complained()).isZero();
      return curl.printed();
    }
  }
}
