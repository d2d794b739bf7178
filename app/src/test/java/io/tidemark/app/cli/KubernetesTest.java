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
  private static final Path OVERLAYS = FOLDER.resolve("overlays");
  private static final List<String> WORKLOADS =
      List.of(
          "DaemonSet tidemark-ingest",
          "StatefulSet tidemark-streams",
          "Deployment tidemark-sink",
          "Job tidemark-topics");

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
      if (keys[0] instanceof String key && !map().containsKey(key)) {
        return List.of();
      }
      Object found = at(keys).value();
      return found == null
          ? List.of()
          : ((List<?>) found).stream().map(Node::new).collect(Collectors.toList());
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> map(Object... keys) {
      Object found = at(keys).value();
      return found == null ? Map.of() : (Map<String, Object>) found;
    }
  }

  private static List<Node> documents(Path file) throws IOException {
    Iterable<Object> all =
        new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(Files.readString(file));
    return StreamSupport.stream(all.spliterator(), false).map(Node::new).toList();
  }

  @BeforeEach
  void read() throws IOException {
    objects.putAll(objects(OVERLAYS.resolve("production")));
  }

  /** The resources of a folder and of those below it, with its patches. */
  private static Map<String, Node> objects(Path folder) throws IOException {
    Map<String, Node> found = new TreeMap<>();
    Node kustomization = kustomization(folder);
    for (Node resource : kustomization.list("resources")) {
      Path path = folder.resolve(resource.text()).normalize();
      if (Files.isDirectory(path)) {
        found.putAll(objects(path));
      } else {
        for (Node object : documents(path)) {
          found.put(name(object), object);
        }
      }
    }
    for (Node patch : kustomization.list("patches")) {
      for (Node changed : documents(folder.resolve(patch.text("path")))) {
        assertThat(found).as("patched by %s", folder).containsKey(name(changed));
        merge(found.get(name(changed)).map(), changed.map());
      }
    }
    return found;
  }

  private static String name(Node object) {
    return object.text("kind") + " " + object.text("metadata", "name");
  }

  @SuppressWarnings("unchecked")
  private static void merge(Map<String, Object> into, Map<String, Object> changed) {
    changed.forEach(
        (key, value) -> {
          if (value instanceof Map<?, ?> more && into.get(key) instanceof Map<?, ?> known) {
            merge((Map<String, Object>) known, (Map<String, Object>) more);
          } else {
            into.put(key, value);
          }
        });
  }

  private static Node kustomization(Path folder) throws IOException {
    return documents(folder.resolve("kustomization.yaml")).get(0);
  }

  @Test
  void everyFileIsAResourceOrAPatchAndEveryDashboardIsServed() throws IOException {
    for (String folder : List.of("base", "overlays/trial", "overlays/production")) {
      Path place = FOLDER.resolve(folder);
      Node kustomization = kustomization(place);
      List<String> used =
          Stream.concat(
                  kustomization.list("resources").stream().map(Node::text),
                  kustomization.list("patches").stream().map(patch -> patch.text("path")))
              .toList();
      try (Stream<Path> files = Files.list(place)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .filteredOn(file -> !file.equals("kustomization.yaml"))
            .isNotEmpty()
            .allMatch(used::contains);
      }
    }
    assertThat(objects)
        .containsKeys(
            "DaemonSet tidemark-ingest",
            "StatefulSet tidemark-streams",
            "Deployment tidemark-sink",
            "Job tidemark-topics",
            "Secret tidemark-kafka",
            "NetworkPolicy tidemark",
            "PodMonitor tidemark",
            "PrometheusRule tidemark");
    Path dashboards = FOLDER.resolve("../../grafana/dashboards");
    assertThat(kustomization(OVERLAYS.resolve("production")).list("resources"))
        .extracting(Node::text)
        .contains("../../../../grafana/dashboards");
    List<Node> generated = kustomization(dashboards).list("configMapGenerator");
    try (Stream<Path> files = Files.list(dashboards)) {
      assertThat(generated.stream().map(map -> map.text("files", 0)))
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(file -> file.endsWith(".json"))
                  .toList());
    }
  }

  @Test
  void aTrialNeedsNoOperatorAndNoCertificate() throws IOException {
    Map<String, Node> trial = objects(OVERLAYS.resolve("trial"));
    assertThat(trial.keySet())
        .noneMatch(name -> name.startsWith("PodMonitor") || name.startsWith("PrometheusRule"))
        .contains("Job tidemark-topics", "Namespace tidemark");
    Node secret = trial.get("Secret tidemark-kafka");
    assertThat(secret.map("stringData").keySet())
        .isEqualTo(objects.get("Secret tidemark-kafka").map("stringData").keySet());
    assertThat(secret.text("stringData", "sink.properties"))
        .isEqualTo("security.protocol=PLAINTEXT");
    assertThat(trial.get("ConfigMap tidemark-settings").map("data"))
        .as("the others are those of the base")
        .hasSize(3);
  }

  @Test
  void whatOneProgramMayReachIsStatedAndOnlyIngestIsPrivileged() {
    Node policy = objects.get("NetworkPolicy tidemark").at("spec");
    assertThat(policy.map("podSelector", "matchLabels"))
        .isEqualTo(Map.of("app.kubernetes.io/part-of", "tidemark"));
    String kafka =
        objects.get("ConfigMap tidemark-settings").text("data", "TIDEMARK_BOOTSTRAP_SERVERS");
    assertThat(kafka).endsWith(":" + policy.text("egress", 1, "ports", 0, "port"));
    assertThat(objects.get("Namespace tidemark").map("metadata", "labels"))
        .containsEntry("pod-security.kubernetes.io/enforce", "privileged");
    for (String workload : WORKLOADS) {
      Node pod = objects.get(workload).at("spec", "template", "spec");
      boolean restricted =
          pod.list("volumes").stream().noneMatch(volume -> volume.map().containsKey("hostPath"));
      assertThat(restricted).as(workload).isEqualTo(!workload.endsWith("ingest"));
      Node context = pod.at("containers", 0, "securityContext");
      assertThat(context.map())
          .as(workload)
          .containsEntry("allowPrivilegeEscalation", false)
          .containsEntry("seccompProfile", Map.of("type", "RuntimeDefault"))
          .containsEntry("capabilities", Map.of("drop", List.of("ALL")));
      assertThat(context.map().containsKey("runAsNonRoot")).as(workload).isEqualTo(restricted);
    }
  }

  @Test
  void theJobCreatesTopicsWithTheAddressOfTheOtherPrograms() {
    Node pod = objects.get("Job tidemark-topics").at("spec", "template", "spec");
    Node container = pod.at("containers", 0);
    List<String> arguments = container.list("args").stream().map(Node::text).toList();
    Tidemark.commandLine("topics")
        .parseArgs(
            Stream.concat(arguments.stream(), Stream.of("--bootstrap-servers=kafka:9093"))
                .toArray(String[]::new));
    assertThat(container.map()).as("not --no-create-topics").doesNotContainKey("envFrom");
    Node address = container.at("env", 0, "valueFrom", "configMapKeyRef");
    assertThat(objects.get("ConfigMap " + address.text("name")).map("data"))
        .containsKey(address.text("key"));
    assertMounted(pod, container, arguments.get(1).replace("--config=", ""));
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
    String authority = "/etc/tidemark/" + secret.text("secret", "items", 1, "path");
    assertThat(kafka.text("stringData", key)).contains("ssl.truststore.location=" + authority);
    assertThat(kafka.text("stringData", secret.text("secret", "items", 1, "key")))
        .startsWith("-----BEGIN CERTIFICATE-----");
  }

  @ParameterizedTest
  @CsvSource({"tidemark-settings, ingest streams sink", "tidemark-sink-settings, sink"})
  void theSettingsAreVariablesOfEachProgram(String map, String programs) {
    Map<?, ?> settings = objects.get("ConfigMap " + map).map("data");
    for (String program : programs.split(" ", -1)) {
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
    Node base = kustomization(FOLDER.resolve("base"));
    Object common = base.at("labels", 0, "pairs").value();
    assertThat(monitor.map("spec", "selector", "matchLabels")).isEqualTo(common);
    assertThat(monitor.text("spec", "jobLabel")).isEqualTo("app.kubernetes.io/part-of");
    assertThat(common)
        .as("the job of the rules")
        .isEqualTo(Map.of("app.kubernetes.io/part-of", "tidemark"));
    assertThat(base.text("labels", 0, "includeTemplates")).isEqualTo("true");
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
    for (String overlay : List.of("trial", "production")) {
      Node image = kustomization(OVERLAYS.resolve(overlay)).at("images", 0);
      assertThat(Files.readString(Samples.root().resolve("docker-compose.yml")))
          .contains("image: %s:%s\n".formatted(image.text("newName"), image.text("newTag")));
      assertThat(WORKLOADS)
          .extracting(
              name -> objects.get(name).text("spec", "template", "spec", "containers", 0, "image"))
          .containsOnly(image.text("name"));
    }
  }

  @Test
  void eachCountOfInstancesNamesAWorkload() throws IOException {
    for (Node replicas : kustomization(OVERLAYS.resolve("production")).list("replicas")) {
      assertThat(objects).containsKey("StatefulSet " + replicas.text("name"));
      assertThat((int) replicas.at("count").value()).isBetween(1, 8);
    }
    assertThat(
            objects
                .get("PodDisruptionBudget tidemark-streams")
                .map("spec", "selector", "matchLabels"))
        .isEqualTo(
            objects.get("StatefulSet tidemark-streams").map("spec", "selector", "matchLabels"));
  }
}
