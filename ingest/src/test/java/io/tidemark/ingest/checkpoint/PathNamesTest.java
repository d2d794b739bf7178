package io.tidemark.ingest.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathNamesTest {

  private static final String ID = "0123456789abcdef".repeat(4);

  @TempDir Path folder;

  private static SourceNames names(String... patterns) {
    SourceNaming naming = SourceNaming.PLAIN.by(PathNames.of(List.of(patterns)), Map.of());
    return new SourceNames(List.of(), naming);
  }

  @ParameterizedTest
  @CsvSource({
    "/var/log/pods/ml_train-0_1f-2e/main/0.log, ml/train-0/main, {container=main; namespace=ml; pod=train-0}",
    "/host/var/log/pods/ml_train-0_1f-2e/main/3.log, ml/train-0/main/3, {container=main; namespace=ml; pod=train-0}",
    "/var/log/containers/train-0_ml_main-ID.log, ml/train-0/main, {container=main; namespace=ml; pod=train-0}",
    "/var/lib/docker/containers/ID/ID-json.log, 0123456789ab, {container=0123456789ab}",
    "/home/me/slurm-4711.out, slurm-4711.out, {job=4711}",
    "/home/me/slurm-4711_3.out, slurm-4711_3.out, {job=4711_3}",
    "/var/log/pods/0.log, 0.log, {}",
    "/var/log/train_a_b/main/0.log, 0.log, {}",
    "/home/me/slurm-report.out, slurm-report.out, {}",
    "/home/me/train.log, train.log, {}"
  })
  void aPathStatesNameAndLabels(String path, String source, String labels) {
    Path log = Path.of(path.replace("ID", ID));
    assertThat(names().nameOf(log)).isEqualTo(source);
    assertThat(names().labelsOf(log)).hasToString(labels.replace(";", ","));
  }

  @Test
  void theNameDoesNotDependOnTheOrderOfArrival() {
    Path one = Path.of("/var/log/pods/ml_a_1/main/0.log");
    Path two = Path.of("/var/log/pods/ml_b_2/main/0.log");
    SourceNames first = names();
    SourceNames second = names();
    assertThat(List.of(first.nameOf(one), first.nameOf(two)))
        .containsExactly("ml/a/main", "ml/b/main");
    assertThat(List.of(second.nameOf(two), second.nameOf(one)))
        .containsExactly("ml/b/main", "ml/a/main");
  }

  @Test
  void anotherPodOfTheSameNameIsAnotherSource() {
    SourceNames names = names();
    assertThat(names.nameOf(Path.of("/var/log/pods/ml_a_1/main/0.log"))).isEqualTo("ml/a/main");
    assertThat(names.nameOf(Path.of("/var/log/pods/ml_a_2/main/0.log"))).startsWith("ml/a/main~");
  }

  @Test
  void aContainerOfDockerHasTheNameInItsConfiguration() throws Exception {
    Path container = Files.createDirectories(folder.resolve("containers").resolve(ID));
    Path log = container.resolve(ID + "-json.log");
    Path config = container.resolve("config.v2.json");
    Files.writeString(
        config,
        "{\"Name\":\"/vllm-1\",\"Config\":{\"Labels\":{\"com.docker.compose.project\":\"llm\","
            + "\"com.docker.compose.service\":\"vllm\"}}}");
    assertThat(names().nameOf(log)).isEqualTo("vllm-1");
    assertThat(names().labelsOf(log))
        .isEqualTo(Map.of("container", "vllm-1", "project", "llm", "service", "vllm"));
    Files.writeString(config, "no json");
    assertThat(names().nameOf(log)).isEqualTo(ID.substring(0, 12));
  }

  @Test
  void aStatedPatternComesFirst() {
    Path log = Path.of("/jobs/alice/qwen/slurm-7.out");
    SourceNames both = names("/jobs/(?<user>[^/]+)/(?<source>[^/]+)/");
    assertThat(both.nameOf(log)).isEqualTo("qwen");
    assertThat(both.labelsOf(log)).isEqualTo(Map.of("user", "alice"));
    SourceNames labelled = names("/jobs/(?<user>[^/]+)/");
    assertThat(labelled.nameOf(log)).isEqualTo("slurm-7.out");
    assertThat(labelled.labelsOf(log)).isEqualTo(Map.of("user", "alice"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "/jobs/", "(?<host>x)", "(?<source>x)(?<run>y)"})
  void aPatternThatNamesNothingOrTheWrongThingIsRefused(String pattern) {
    assertThatThrownBy(() -> PathNames.of(List.of(pattern)))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("--source-pattern '" + pattern + "': ")
        .hasMessageContaining("want a regular expression with named groups");
  }
}
