package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a page and a scrape with TLS and log-in, with curl and with a real Prometheus. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SecuredScrapeIT {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");

  @TempDir Path folder;

  @Test
  @Tag("slow")
  void whoHasThePasswordAndTrustsTheCertificateScrapes() throws Exception {
    run(
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
        "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1",
        "-keyout",
        folder.resolve("key.pem").toString(),
        "-out",
        folder.resolve("cert.pem").toString());
    Path web =
        Files.writeString(
            folder.resolve("web.yml"),
            """
            tls_server_config: {cert_file: cert.pem, key_file: key.pem}
            basic_auth_users: {reader: $2b$10$ebcdefghijklmnopqrstuuD5yXqtGkNP25sL0xO3mnKd2DbunMBOm}
            """);
    try (Program watch =
        Program.start(
            folder.resolve("watch.txt"),
            "watch",
            "--port",
            0,
            "--data",
            folder.resolve("data"),
            "--web-config",
            web,
            LOG)) {
      watch.awaitPrinted("page and metrics on https://127.0.0.1:");
      String address = watch.printed().lines().findFirst().orElseThrow().replaceFirst(".* on ", "");

      assertThat(curl(address, "/metrics", "reader:flood"))
          .endsWith("200")
          .contains("tidemark_build_info");
      assertThat(curl(address, "/api/v1/board", "reader:ebb")).isEqualTo("log in\n401");
      assertThat(curl(address, "/", "")).isEqualTo("log in\n401");
      assertThat(watch.complained() + watch.printed()).doesNotContain("flood", "$2b$");

      assertScraped(address.replaceFirst("https://", ""));
    }
  }

  /** Configures Prometheus as the comment in prometheus.yml says. */
  private void assertScraped(String target) throws Exception {
    Files.writeString(folder.resolve("password"), "flood");
    String config =
        """
        scrape_configs:
          - job_name: tidemark
            scrape_interval: 1s
            scheme: https
            tls_config: {ca_file: cert.pem}
            basic_auth: {username: reader, password_file: password}
            static_configs: [{targets: ["%s"]}]
        """
            .formatted(target);
    try (Prometheus prometheus = Prometheus.start(folder, config)) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !prometheus.results("up == 1", Instant.now()).isEmpty());
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !prometheus.results("tidemark_memory_used_bytes", Instant.now()).isEmpty());
    }
  }

  @Test
  void whatServesNothingNeedsNoWebConfigurationAndAWrongOneIsRefused() throws Exception {
    Path web = Files.writeString(folder.resolve("web.yml"), "basic_auth_users: {me: hunter2}\n");
    refused("basic_auth_users.me: want", "watch", "--data", folder, "--web-config", web, LOG);
    refused("me: want", "sink", "--bootstrap-servers", "127.0.0.1:1", "--web-config", web);
    Files.writeString(web, "basic_auth_user: {me: hunter2}\n");
    refused("basic_auth_user is not known", "watch", "--data", folder, "--web-config", web, LOG);
  }

  private void refused(String sentence, Object... arguments) throws Exception {
    try (Program program = Program.start(folder.resolve("refused.txt"), arguments)) {
      assertThat(program.exit()).describedAs(program.complained()).isEqualTo(2);
      assertThat(program.complained()).contains(sentence).hasLineCount(1).doesNotContain("hunter2");
    }
  }

  /** The body, followed by the status. */
  private String curl(String address, String path, String who) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("curl", "-sS", "--max-time", "20", "-w", "%{http_code}"));
    command.addAll(List.of("--cacert", folder.resolve("cert.pem").toString()));
    if (!who.isEmpty()) {
      command.addAll(List.of("-u", who));
    }
    command.add(address + path);
    return run(command.toArray(new String[0]));
  }

  private String run(String... command) throws Exception {
    try (Program program = Program.of(new ProcessBuilder(command), folder.resolve("said.txt"))) {
      assertThat(program.exit()).describedAs(program.complained()).isZero();
      return program.printed();
    }
  }
}
