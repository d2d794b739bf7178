package io.tidemark.app.shown;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;

/** The files in grafana/dashboards must equal the output of their source in grafana/source. */
class DashboardSourceTest {

  private static final String WRITE = "tidemark.dashboards";

  @TempDir Path folder;

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void theFilesAreWhatTheirSourceMakes() throws Exception {
    JsonNode made = made();
    assertThat(made.propertyNames()).containsExactlyInAnyOrderElementsOf(Dashboards.NAMES);
    for (String name : Dashboards.NAMES) {
      if ("write".equals(System.getProperty(WRITE))) {
        Files.writeString(Dashboards.file(name), printed(made.get(name)));
      }
      assertThat(Dashboards.dashboard(name))
          .as("%s.json; -D%s=write makes it anew from grafana/source", name, WRITE)
          .isEqualTo(made.get(name));
    }
  }

  /** Runs Jsonnet in a separate process, since its classes are Scala's. */
  private JsonNode made() throws IOException, InterruptedException {
    Path output = folder.resolve("dashboards.json");
    Path errors = folder.resolve("errors.txt");
    Process jsonnet =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "sjsonnet.SjsonnetMain",
                Samples.root().resolve("grafana/source/dashboards.jsonnet").toString())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(jsonnet.waitFor()).as(Files.readString(errors)).isZero();
    return Dashboards.JSON.readTree(Files.readString(output));
  }

  private static String printed(JsonNode dashboard) {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance()
                    .withObjectNameValueSpacing(Separators.Spacing.AFTER))
            .withObjectIndenter(lines)
            .withArrayIndenter(lines);
    return Dashboards.JSON.writer().with(printer).writeValueAsString(dashboard) + "\n";
  }
}
