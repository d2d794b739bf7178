package io.tidemark.app.shown;

import static io.tidemark.app.shown.ComposeFile.list;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests docker-compose.yml and its overrides as far as possible without a Docker engine. */
class ComposeTest {

  private static final Pattern EXAMPLE = Pattern.compile("(?m)^#(TIDEMARK_\\w+)=(.*)$");

  private ComposeFile compose;
  private Map<String, Map<String, Object>> services;

  @BeforeEach
  void read() throws IOException {
    compose = ComposeFile.read("docker-compose.yml");
    services = compose.services();
  }

  @Test
  void everyServiceIsPinnedBoundedAndUnprivileged() {
    assertThat(services.keySet())
        .containsExactlyInAnyOrder(
            "kafka",
            "topics",
            "ingest",
            "streams",
            "sink",
            "prometheus",
            "grafana",
            "demo",
            "alertmanager");
    services.forEach(
        (name, service) -> {
          assertThat(service.get("image").toString()).as(name).matches(".+:v?\\d+\\.\\d+\\.\\d+");
          assertThat(service)
              .as(name)
              .containsEntry("read_only", true)
              .containsEntry("cap_drop", List.of("ALL"))
              .containsEntry("security_opt", List.of("no-new-privileges:true"))
              .containsKeys("user", "mem_limit", "pids_limit", "logging");
          assertThat(service.get("user").toString()).as(name).doesNotStartWith("0");
          assertThat(name.equals("topics") || service.containsKey("healthcheck")).as(name).isTrue();
        });
  }

  @Test
  void oneServiceBuildsTheImageThatTheOthersName() {
    services.forEach(
        (name, service) -> {
          boolean ours = service.get("image").toString().startsWith("tidemark:");
          assertThat(service.containsKey("build")).as(name).isEqualTo(name.equals("topics"));
          assertThat("never".equals(service.get("pull_policy"))).as(name).isEqualTo(ours);
        });
  }

  @Test
  void nothingIsPublishedBeyondThisMachine() {
    services.forEach(
        (name, service) ->
            assertThat(list(service, "ports"))
                .as(name)
                .allMatch(port -> port.toString().startsWith("127.0.0.1:")));
    assertThat(list(services.get("grafana"), "ports")).containsExactly("127.0.0.1:3000:3000");
  }

  @Test
  void everyMountIsAnExistingFileOrANamedVolume() {
    services.forEach(
        (name, service) -> {
          for (Object mount : list(service, "volumes")) {
            if (mount instanceof Map<?, ?> parts) {
              checkLong(name, parts);
            } else {
              checkShort(name, mount.toString());
            }
          }
        });
    Path home = ComposeFile.path("grafana/dashboards/overview.json");
    assertThat(home).exists();
    assertThat(services.get("grafana").get("environment").toString())
        .contains("/etc/tidemark/dashboards/" + home.getFileName());
  }

  private void checkShort(String name, String mount) {
    String from = mount.split(":", -1)[0];
    if (from.startsWith("./")) {
      assertThat(ComposeFile.path(from).normalize()).as(name).exists();
      assertThat(mount).as(name).endsWith(":ro");
    } else {
      assertThat(compose.volumes()).as(name).containsKey(from);
    }
  }

  /** A missing folder must not be created: it would be empty and owned by root. */
  private static void checkLong(String name, Map<?, ?> mount) {
    if (mount.get("type").equals("tmpfs")) {
      assertThat(mount.get("tmpfs").toString()).as(name).contains("size=");
      return;
    }
    assertThat(ComposeFile.path(mount.get("source").toString())).as(name).exists();
    assertThat(mount.get("read_only")).as(name).isEqualTo(true);
    assertThat(mount.get("bind")).as(name).isEqualTo(Map.of("create_host_path", false));
  }

  @Test
  void whatGrowsHasALimit() {
    services.forEach(
        (name, service) ->
            assertThat(list(service, "tmpfs"))
                .as(name)
                .allMatch(folder -> folder.toString().contains("size=")));
    assertThat(services.get("kafka").get("environment").toString())
        .contains("KAFKA_LOG_RETENTION_BYTES=268435456");
    assertThat(services.get("prometheus").get("command").toString())
        .contains("--storage.tsdb.retention.size=10GB");
  }

  @Test
  void noHealthCheckStartsAJvm() {
    services.forEach(
        (name, service) ->
            assertThat(String.valueOf(service.get("healthcheck")))
                .as(name)
                .doesNotContain(".sh ", "java"));
  }

  @Test
  void aScaledServiceHasNoNameAddressOrStateThatTwoWouldShare() {
    for (String name : List.of("streams", "ingest")) {
      Map<String, Object> service = services.get(name);
      assertThat(service).as(name).doesNotContainKeys("container_name", "ports");
      assertThat(service.get("command").toString()).as(name).doesNotContain("--instance");
    }
    assertThat(list(services.get("streams"), "volumes")).isEmpty();
  }

  @Test
  @SuppressWarnings("unchecked")
  void whatIsWaitedForReportsThatItIsReady() {
    services.forEach(
        (name, service) -> {
          Object awaited = service.getOrDefault("depends_on", Map.of());
          ((Map<String, Map<String, String>>) awaited)
              .forEach(
                  (other, how) -> {
                    assertThat(services).as(name).containsKey(other);
                    boolean healthy = "service_healthy".equals(how.get("condition"));
                    assertThat(services.get(other).containsKey("healthcheck"))
                        .as("%s waits for %s", name, other)
                        .isEqualTo(healthy);
                  });
        });
  }

  @Test
  void theExampleOfVariablesStatesTheirDefaults() throws IOException {
    Map<String, String> examples = new TreeMap<>();
    Matcher matcher = EXAMPLE.matcher(Files.readString(ComposeFile.path(".env.example")));
    while (matcher.find()) {
      examples.put(matcher.group(1), matcher.group(2));
    }
    Map<String, Optional<String>> variables = compose.variables();
    // Set only by the overrides, whose comments explain them.
    variables.keySet().removeIf(name -> name.matches("TIDEMARK_(BOOTSTRAP_SERVERS|\\w+_URL)"));
    assertThat(examples.keySet()).containsAll(variables.keySet());
    variables.forEach(
        (name, value) ->
            value
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> assertThat(examples).containsEntry(name, text)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"external-kafka", "external-prometheus", "tls"})
  void anOverrideChangesServicesThatAreThere(String name) throws IOException {
    ComposeFile override = ComposeFile.read("compose/" + name + ".yml");
    assertThat(services.keySet()).containsAll(override.services().keySet());
    assertThat(override.text()).contains("-f compose/" + name + ".yml");
  }
}
