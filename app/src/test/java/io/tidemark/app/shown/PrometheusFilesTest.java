package io.tidemark.app.shown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the files beside the sink with Prometheus' and Alertmanager's own tools. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class PrometheusFilesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "promtool check config prometheus.yml",
        "promtool check rules rules/tidemark.yml",
        "promtool check rules ../../compose/programs.yml",
        "promtool test rules tests/tidemark.yml",
        "promtool test rules tests/programs.yml",
        "amtool check-config alertmanager.yml"
      })
  void theirToolHasNothingAgainstIt(String command) throws Exception {
    Path folder = Samples.root().resolve("sink").resolve("prometheus");
    Process tool;
    try {
      tool =
          new ProcessBuilder(command.split(" "))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      abort("not on this machine: " + e.getMessage());
      return;
    }
    String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tool.waitFor()).as(said).isZero();
  }
}
