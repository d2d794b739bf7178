package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.report.Report;
import io.tidemark.app.report.ReportParent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a log that cannot be read to its end, between two that can. */
class FailingLogTest {

  /** A regular file that can be opened, but not read. */
  private static final Path BROKEN = Path.of("/proc/self/mem");

  private static final String FAILED =
      "Always | FATAL | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12 banks,"
          + " where each bank needs to store 8 B\n";

  @TempDir Path folder;
  private String a = "";
  private String b = "";
  private String c = "";

  @BeforeEach
  void writeLogs() throws Exception {
    assumeTrue(Files.isRegularFile(BROKEN), "wants /proc/self/mem, which Linux has");
    a = Files.writeString(folder.resolve("a.log"), FAILED).toString();
    b = Files.createSymbolicLink(folder.resolve("b.log"), BROKEN).toString();
    c = Files.writeString(folder.resolve("c.log"), FAILED).toString();
  }

  /** Exit code and error output. */
  private static String run(String... arguments) {
    PrintStream before = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, UTF_8));
    try {
      return Tidemark.run(arguments) + "\n" + errors.toString(UTF_8);
    } finally {
      System.setErr(before);
    }
  }

  @Test
  void theOthersAreReported() throws Exception {
    Path out = folder.resolve("out");
    assertThat(run("report", "--out", out.toString(), a, b, c))
        .startsWith("1\ntidemark: b.log: reading failed at byte 0: ")
        .contains("\nall reports: ")
        .hasLineCount(3);
    try (var reports = Files.list(out).filter(Files::isDirectory)) {
      assertThat(reports.map(report -> report.getFileName().toString().substring(0, 2)))
          .containsExactlyInAnyOrder("a_", "c_");
    }
    assertThat(run("report", "--json", a, b, c)).startsWith("1\ntidemark: b.log: ").hasLineCount(2);
  }

  @Test
  void theOthersAreReplayed() throws Exception {
    Path file = folder.resolve("history.txt");
    assertThat(run("replay", "--openmetrics", file.toString(), a, b, c))
        .startsWith("1\ntidemark: b.log: reading failed at byte 0: ");
    assertThat(Files.readString(file)).contains("run=\"a.log#1\"", "run=\"c.log#1\"");
  }

  @Test
  void nothingIsComparedWithIt() {
    assertThat(run("compare", a, b)).startsWith("1\ntidemark: " + b + ": reading failed");
    assertThat(run("compare", b, b)).hasLineCount(3);
  }

  @Test
  void aLogThatVanishesLeavesNoReport() throws Exception {
    LogAtRest log = LogAtRest.of(List.of(Path.of(a)), Settings.DEFAULT).get(0);
    Files.delete(Path.of(a));
    assertThatThrownBy(
            () ->
                new Report(log)
                    .write(
                        new ReportParent("--out", folder.resolve("out")),
                        LocalDateTime.of(2026, 11, 21, 9, 8, 7),
                        "log"))
        .hasMessage("reading failed at byte 0: the file is gone");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void theBytesBeforeAFailureAreCounted() throws Exception {
    Path good = Path.of(a);
    LogAtRest log = new LogAtRest("half", List.of(good, Path.of(b)), Settings.DEFAULT);
    assertThatThrownBy(() -> new Report(log).read())
        .hasMessageStartingWith("reading failed at byte " + Files.size(good) + ": ");
  }

  /** Two files of one name cannot both be copied; the events were written before. */
  @Test
  void aReportThatFailsHalfwayIsRemoved() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other")).resolve("a.log");
    Files.copy(Path.of(a), other);
    LogAtRest log = new LogAtRest("twice", List.of(Path.of(a), other), Settings.DEFAULT);
    Path out = folder.resolve("out");
    assertThatThrownBy(
            () ->
                new Report(log)
                    .write(
                        new ReportParent("--out", out), LocalDateTime.of(2026, 1, 1, 0, 0), "log"))
        .hasMessageStartingWith("report failed: FileAlreadyExistsException");
    assertThat(out).isEmptyDirectory();
  }
}
