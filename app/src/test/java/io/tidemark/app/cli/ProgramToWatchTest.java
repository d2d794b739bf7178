package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.report.ReportParent;
import io.tidemark.ingest.Ingest;
import io.tidemark.model.Samples;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests failures around a watched program. */
@Timeout(60)
class ProgramToWatchTest {

  @TempDir Path folder;

  @Test
  void aReportFolderThatIsAFileIsRefusedByItsOptionBeforeTheProgramRuns() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    Path ran = folder.resolve("ran");
    System.setProperty("tidemark.program", folder.toString());
    PrintStream before = System.err;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, UTF_8));
    try {
      String[] arguments = {
        "watch",
        "--port",
        "0",
        "--data",
        folder.resolve("data").toString(),
        "--report",
        file.toString(),
        "--",
        "touch",
        ran.toString()
      };
      assertThat(Tidemark.run(arguments)).isEqualTo(2);
    } finally {
      System.setErr(before);
      System.clearProperty("tidemark.program");
    }
    assertThat(err.toString(UTF_8))
        .contains("--report '" + file + "' cannot be used (a file is there, not a folder)")
        .doesNotContain("Exception", "--out");
    assertThat(ran).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run[1].sh", "[", "a*b", "{x}?"})
  void aProgramsNameIsNoGlob(String name) throws Exception {
    Path file = Files.createFile(folder.resolve(name));
    assertThat(file.toFile().setExecutable(true)).isTrue();
    ProgramToWatch program =
        ProgramToWatch.of(List.of("--", file.toString()), 1, folder.toString());
    program.check();
    assertThat(Ingest.atRest(List.of(program.log().toString()))).containsExactly(program.log());
  }

  @Test
  void aReportThatFailsIsPrintedAndNotThrown() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ProgramToWatch program = ProgramToWatch.of(List.of("--", "true"), 1, folder.toString());
    Files.copy(Samples.root().resolve("examples/tenstorrent.log"), program.log());
    program.report(
        new ReportParent("--report", file),
        new SettingsOptions().value(),
        new PrintStream(err, true, UTF_8));
    assertThat(err.toString(UTF_8)).startsWith("tidemark: no report: --report");
  }

  @Test
  void aVirtualMachineWithoutTheScriptRefusesAProgram() {
    assertThatThrownBy(() -> ProgramToWatch.of(List.of("--", "true"), 1, null))
        .hasMessageContaining("want the script tidemark, or PROGRAM 2>&1 |");
  }
}
