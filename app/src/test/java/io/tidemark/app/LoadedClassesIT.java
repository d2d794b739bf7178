package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that analyse nothing load no class of the analysis. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class LoadedClassesIT {

  private static final Pattern ANALYSIS = Pattern.compile("\\bio\\.tidemark\\.analysis\\.[\\w.$]+");

  /** The help reads the options of all commands; these are types of their fields and methods. */
  private static final Set<String> TYPES_OF_OPTIONS =
      Set.of(
          "io.tidemark.analysis.alert.GivenSizes",
          "io.tidemark.analysis.alert.Thresholds",
          "io.tidemark.analysis.line.LinePrefix",
          "io.tidemark.analysis.memory.ModuleGroups",
          "io.tidemark.analysis.message.Catalogue",
          "io.tidemark.analysis.message.Message",
          "io.tidemark.analysis.run.LogSystems",
          "io.tidemark.analysis.run.Outcome",
          "io.tidemark.analysis.run.Settings",
          "io.tidemark.analysis.system.tpumlir.Chip");

  @TempDir Path folder;

  private Program start(String name, Object... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + folder.resolve(name + ".classes"),
                "-jar",
                Samples.root().resolve("app/target/tidemark.jar").toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return Program.of(new ProcessBuilder(command), folder.resolve(name));
  }

  private Set<String> analysis(String name) throws IOException {
    String loaded = Files.readString(folder.resolve(name + ".classes"));
    assertThat(loaded).contains("io.tidemark.app.cli.Tidemark ");
    return ANALYSIS
        .matcher(loaded)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "ingest --help", "broker --help", "sink --help"})
  void noClassOfTheAnalysisIsLoaded(String arguments) throws Exception {
    try (Program program = start("short", (Object[]) arguments.split(" "))) {
      assertThat(program.exit()).isZero();
    }
    assertThat(analysis("short")).isEmpty();
  }

  @Test
  void theHelpOfAllCommandsLoadsTypesOfOptionsOnly() throws Exception {
    try (Program program = start("help", "--help")) {
      assertThat(program.exit()).isZero();
    }
    assertThat(analysis("help")).isSubsetOf(TYPES_OF_OPTIONS);
  }

  @Test
  void aBrokerAndAnAgentLoadNoneWhileTheyShipALog() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    Path data = folder.resolve("data");
    try (Program broker = start("broker", "broker", "--port", 0, "--data", data)) {
      Object[] agent = {
        "ingest",
        "--bootstrap-servers",
        broker.awaitAddress("broker on "),
        "--config",
        Apart.clientFile(data),
        "--metrics-port",
        0,
        log
      };
      try (Program ingest = start("ingest", agent)) {
        String shipped = "} %s\n".formatted((double) Files.size(log));
        Program.awaitBody(ingest.awaitAddress("metrics on "), shipped);
        ingest.stop();
      }
      broker.stop();
    }
    assertThat(analysis("ingest")).isEmpty();
    assertThat(analysis("broker")).isEmpty();
  }
}
