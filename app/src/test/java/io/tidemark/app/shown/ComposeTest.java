package io.tidemark.app.shown;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What can be said of docker-compose.yml without a Docker engine. */
class ComposeTest {

  private Map<String, Map<String, Object>> services;
  private Map<String, Object> volumes;

  @BeforeEach
  @SuppressWarnings("unchecked")
  void parse() throws Exception {
    Map<String, Object> compose =
        new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Files.readString(Samples.root().resolve("docker-compose.yml")));
    services = (Map<String, Map<String, Object>>) compose.get("services");
    volumes = (Map<String, Object>) compose.get("volumes");
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
            "simulator",
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
  void nothingIsPublishedBeyondThisMachine() {
    services.forEach(
        (name, service) ->
            strings(service, "ports")
                .forEach(port -> assertThat(port).as(name).startsWith("127.0.0.1:")));
    assertThat(strings(services.get("grafana"), "ports")).containsExactly("127.0.0.1:3000:3000");
  }

  @Test
  void whatIsMountedIsThere() {
    services.forEach(
        (name, service) -> {
          for (String mount : strings(service, "volumes")) {
            String from = mount.replaceFirst("\\$\\{\\w+:-([^}]+)}", "$1").split(":", -1)[0];
            if (from.startsWith("./")) {
              assertThat(Samples.root().resolve(from).normalize()).as(name).exists();
              assertThat(mount).as(name).endsWith(":ro");
            } else {
              assertThat(volumes).as(name).containsKey(from);
            }
          }
        });
    Path home = Samples.root().resolve("grafana/dashboards/overview.json");
    assertThat(home).exists();
    assertThat(services.get("grafana").get("environment").toString())
        .contains("/etc/tidemark/dashboards/" + home.getFileName());
  }

  @Test
  @SuppressWarnings("unchecked")
  void whatIsWaitedForIsAServiceThatCanTell() {
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

  @SuppressWarnings("unchecked")
  private static List<String> strings(Map<String, Object> service, String key) {
    return (List<String>) service.getOrDefault(key, List.of());
  }
}
