package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code watch -- PROGRAM} in processes of its own. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class WatchProgramIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir Path folder;

  private Process watch(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add("bash");
    command.add(Samples.root().resolve("app/src/main/launcher/watch-program").toString());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of("io.tidemark.app.cli.Tidemark", "watch", "--port", "0"));
    command.addAll(List.of("--data", folder.resolve("data").toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(out().toFile())
        .redirectError(err().toFile())
        .start();
  }

  private Path out() {
    return folder.resolve("out");
  }

  private Path err() {
    return folder.resolve("err");
  }

  @Test
  void theOutputIsPassedOnAnalysedAndReportedAndTheExitCodeIsTheProgramsOwn() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    Path reports = folder.resolve("reports");

    Process watch =
        watch(
            "--report", reports.toString(), "--", "sh", "-c", "cat \"$0\"; exit 7", log.toString());

    assertThat(watch.waitFor()).isEqualTo(7);
    assertThat(out()).hasSameBinaryContentAs(log);
    assertThat(err()).content().contains("OUT OF MEMORY", "tidemark: report in " + reports);
    try (Stream<Path> made = Files.list(reports)) {
      assertThat(made.toList()).singleElement().satisfies(WatchProgramIT::isWhole);
    }
  }

  private static void isWhole(Path report) {
    assertThat(report.getFileName().toString()).startsWith("sh_");
    assertThat(report.resolve("state.json")).exists();
  }

  @Test
  void aSignalReachesTheProgramAndItsLastLinesAreAnalysed() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    Process watch =
        watch(
            "--",
            "sh",
            "-c",
            "trap 'cat \"$0\"; exit 5' TERM; echo up; while :; do sleep 0.1; done",
            log.toString());
    await().atMost(PATIENCE).until(() -> Files.readString(out()).equals("up\n"));

    watch.destroy();

    assertThat(watch.waitFor()).isEqualTo(5);
    assertThat(err()).content().contains("OUT OF MEMORY");
  }

  @Test
  void aKilledWatchLeavesTheProgramItsOutputAndItsExitCode() throws Exception {
    Process watch = watch("--", "sh", "-c", "echo up; read -r line; seq 100000; exit 7");
    await().atMost(PATIENCE).until(() -> Files.readString(out()).equals("up\n"));
    ProcessHandle java =
        watch
            .descendants()
            .filter(one -> one.info().command().orElse("").endsWith("java"))
            .findFirst()
            .orElseThrow();

    java.destroyForcibly();
    await().atMost(PATIENCE).until(() -> Files.readString(err()).contains("the program goes on"));
    watch.getOutputStream().write('\n');
    watch.getOutputStream().flush();

    assertThat(watch.waitFor()).isEqualTo(7);
    assertThat(out()).content().startsWith("up\n1\n").endsWith("\n100000\n").hasSize(588_898);
  }
}
