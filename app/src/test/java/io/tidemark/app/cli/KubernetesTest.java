package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The files in deploy/kubernetes fit together, and name options that the programs have. */
class KubernetesTest {

  private static final Path FOLDER = Samples.root().resolve("deploy/kubernetes");

  /** All objects by kind and name. */
  private final Map<String, Node> objects = new TreeMap<>();

  /** A value of a YAML document. */
  private record Node(Object value) {

    /** The value below these keys; a number selects from a list. */
    Node at(Object... keys) {
      Object found = value;
      for (Object key : keys) {
        assertThat(found).as("%s in %s", key, value).isNotNull();
        found =
            key instanceof Integer index
                ? ((List<?>) found).get(index)
                : ((Map<?, ?>) found).get(key);
      }
      return new Node(found);
    }

    String text(Object... keys) {
      return String.valueOf(at(keys).value());
    }

    List<Node> list(Object... keys) {
      Object found = at(keys).value();
      return found == null
          ? List.of()
          : ((List<?>) found).stream().map(Node::new).collect(Collectors.toList());
    }

    Map<?, ?> map(Object... keys) {
      Object found = at(keys).value();
      return found == null ? Map.of() : (Map<?, ?>) found;
    }
  }

  private static List<Node> documents(Path file) throws IOException {
    Iterable<Object> all =
        new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(Files.readString(file));
    return StreamSupport.stream(all.spliterator(), false).map(Node::new).toList();
  }

  @BeforeEach
  void read() throws IOException {
    for (Node resource : kustomization().list("resources")) {
      Path file = FOLDER.resolve(resource.text());
      if (Files.isRegularFile(file)) {
        for (Node document : documents(file)) {
          objects.put(document.text("kind") + " " + document.text("metadata", "name"), document);
        }
      }
    }
  }

  private static Node kustomization() throws IOException {
    return documents(FOLDER.resolve("kustomization.yaml")).get(0);
  }

  @Test
  void everyFileIsAResourceAndEveryDashboardIsServed() throws IOException {
    List<String> resources = kustomization().list("resources").stream().map(Node::text).toList();
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(file -> file.endsWith(".yaml") && !file.equals("kustomization.yaml"))
          .isNotEmpty()
          .allMatch(resources::contains);
    }
    assertThat(objects)
        .containsKeys(
            "DaemonSet tidemark-ingest",
            "StatefulSet tidemark-streams",
            "Deployment tidemark-sink",
            "Secret tidemark-kafka",
            "PodMonitor tidemark",
            "PrometheusRule tidemark");
    Path dashboards = FOLDER.resolve("../../grafana/dashboards");
    assertThat(resources).contains("../../grafana/dashboards");
    List<Node> generated =
        documents(dashboards.resolve("kustomization.yaml")).get(0).list("configMapGenerator");
    try (Stream<Path> files = Files.list(dashboards)) {
      assertThat(generated.stream().map(map -> map.text("files", 0)))
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(file -> file.endsWith(".json"))
                  .toList());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DaemonSet, ingest, --metrics-port",
    "StatefulSet, streams, --metrics-port",
    "Deployment, sink, --port"
  })
  void aProgramIsCalledAsItsOptionsAreAndProbedWhereItListens(
      String kind, String program, String port) {
    Node workload = objects.get(kind + " tidemark-" + program);
    Node pod = workload.at("spec", "template", "spec");
    Node container = pod.at("containers", 0);
    CommandSpec command =
        Tidemark.commandLine(program).getSubcommands().get(program).getCommandSpec();
    List<String> arguments = container.list("args").stream().map(Node::text).toList();
    assertThat(arguments.get(0)).isEqualTo(program);
    Map<String, String> given = new HashMap<>();
    for (String argument : arguments.subList(1, arguments.size())) {
      String[] parts = argument.split("=", 2);
      if (argument.startsWith("--")) {
        OptionSpec option = command.findOption(parts[0]);
        assertThat(option).as(argument).isNotNull();
        assertThat(parts.length > 1).as(argument).isEqualTo(option.arity().max() > 0);
        given.put(parts[0], parts[parts.length - 1]);
      } else {
        assertThat(command.positionalParameters()).as(argument).isNotEmpty();
      }
    }
    assertThat(container.text("ports", 0, "containerPort")).isEqualTo(given.get(port));
    assertThat(container.text("ports", 0, "name")).isEqualTo("metrics");
    for (String probe : List.of("livenessProbe", "readinessProbe")) {
      assertThat(container.text(probe, "httpGet", "port")).isEqualTo("metrics");
      assertThat(container.text(probe, "httpGet", "path"))
          .isEqualTo(probe.startsWith("live") ? "/health" : "/ready");
    }
    assertThat(container.text("envFrom", 0, "configMapRef", "name")).isEqualTo("tidemark-settings");
    assertThat(pod.text("enableServiceLinks")).as("variables of other names").isEqualTo("false");
    assertMounted(pod, container, given.get("--config"));
    assertThat(container.text("securityContext", "readOnlyRootFilesystem")).isEqualTo("true");
    assertThat(container.map("securityContext", "capabilities"))
        .isEqualTo(Map.of("drop", List.of("ALL")));
    Map<?, ?> labels = workload.map("spec", "template", "metadata", "labels");
    assertThat(workload.map("spec", "selector", "matchLabels")).isEqualTo(labels);
    assertThat(labels.toString()).contains("app.kubernetes.io/name=tidemark-" + program);
  }

  /** The file of Kafka's properties comes from the Secret, and every mount from a volume. */
  private void assertMounted(Node pod, Node container, String config) {
    List<String> volumes =
        new ArrayList<>(pod.list("volumes").stream().map(v -> v.text("name")).toList());
    Node state = objects.get("StatefulSet tidemark-streams").at("spec", "volumeClaimTemplates", 0);
    volumes.add(state.text("metadata", "name"));
    List<Node> mounts = container.list("volumeMounts");
    assertThat(mounts.stream().map(mount -> mount.text("name"))).isSubsetOf(volumes);
    Node secret =
        pod.list("volumes").stream()
            .filter(volume -> volume.text("name").equals("kafka"))
            .findFirst()
            .orElseThrow();
    String key = secret.text("secret", "items", 0, "key");
    assertThat(config).isEqualTo("/etc/tidemark/" + secret.text("secret", "items", 0, "path"));
    Node kafka = objects.get("Secret " + secret.text("secret", "secretName"));
    assertThat(kafka.map("stringData").containsKey(key)).as(key).isTrue();
  }

  @Test
  void theSettingsAreVariablesOfEachProgram() {
    Map<?, ?> settings = objects.get("ConfigMap tidemark-settings").map("data");
    for (String program : List.of("ingest", "streams", "sink")) {
      List<String> known =
          Tidemark.commandLine(program)
              .getSubcommands()
              .get(program)
              .getCommandSpec()
              .options()
              .stream()
              .map(option -> Tidemark.environment(option.longestName()))
              .toList();
      assertThat(settings.keySet().stream().map(String::valueOf)).as(program).isSubsetOf(known);
    }
    assertThat(settings.values()).as("a value is a text").allMatch(String.class::isInstance);
  }

  @Test
  void theOperatorFindsThePodsAndHasOurRules() throws IOException {
    Node monitor = objects.get("PodMonitor tidemark");
    Object common = kustomization().at("labels", 0, "pairs").value();
    assertThat(monitor.map("spec", "selector", "matchLabels")).isEqualTo(common);
    assertThat(monitor.text("spec", "jobLabel")).isEqualTo("app.kubernetes.io/part-of");
    assertThat(common)
        .as("the job of the rules")
        .isEqualTo(Map.of("app.kubernetes.io/part-of", "tidemark"));
    assertThat(kustomization().text("labels", 0, "includeTemplates")).isEqualTo("true");
    assertThat(monitor.text("spec", "podMetricsEndpoints", 0, "port")).isEqualTo("metrics");
    Node ours = documents(Samples.root().resolve("sink/prometheus/rules/tidemark.yml")).get(0);
    assertThat(objects.get("PrometheusRule tidemark").at("spec").value())
        .as("copy it: { head -5 FILE; sed 's/^\\(.\\)/  \\1/' RULES; }")
        .isEqualTo(ours.value());
    for (String service : List.of("streams", "sink")) {
      Node spec = objects.get("Service tidemark-" + service).at("spec");
      assertThat(spec.text("ports", 0, "targetPort")).isEqualTo("metrics");
      assertThat(spec.map("selector").toString()).contains("tidemark-" + service);
    }
  }

  @Test
  void theImageIsThatOfCompose() throws IOException {
    Node image = kustomization().at("images", 0);
    assertThat(Files.readString(Samples.root().resolve("docker-compose.yml")))
        .contains("image: %s:%s\n".formatted(image.text("newName"), image.text("newTag")));
    assertThat(
            objects.values().stream()
                .filter(object -> object.map("spec").containsKey("template"))
                .map(object -> object.text("spec", "template", "spec", "containers", 0, "image")))
        .hasSize(3)
        .allMatch(image.text("name")::equals);
  }
}
