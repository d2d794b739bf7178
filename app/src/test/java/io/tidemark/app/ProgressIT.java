package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Samples;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The line of progress of commands that read logs, on a terminal and in a pipe. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ProgressIT {

  /** As the launcher finds it out. */
  private static final String AT_A_TERMINAL =
      "[ ! -t 2 ] || export JDK_JAVA_OPTIONS=-Dtidemark.terminal.errors=true; ";

  private static final String LINE = "(?s).*\r\u001b\\[Kreading: \\d+ %, \\d+:\\d\\d left.*";
  private static final int LONG_BYTES = 40_000_000;

  @TempDir Path folder;

  /** A log that takes longer than a second. */
  private Path longLog() throws Exception {
    byte[] text = Files.readAllBytes(Samples.root().resolve("examples/tenstorrent.log"));
    Path log = folder.resolve("long.log");
    try (OutputStream out = Files.newOutputStream(log)) {
      for (int bytes = 0; bytes < LONG_BYTES; bytes += text.length) {
        out.write(text);
      }
    }
    return log;
  }

  private String printed(String shell, String arguments) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script of util-linux");
    List<String> behind = List.of("/bin/sh", "-c", shell, "sh");
    Object[] words = arguments.replace("LOG", longLog().toString()).split(" ");
    try (Program program = Program.startBehind(behind, folder.resolve("out"), words)) {
      // A history whose newest run is bad ends with 3.
      assertThat(program.exit()).describedAs(program.complained()).isIn(0, 3);
      return program.printed() + program.complained();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report --text LOG",
        "compare LOG LOG",
        "history LOG",
        "replay --openmetrics /dev/null LOG"
      })
  void aTerminalShowsShareAndTimeLeftUntilTheResult(String arguments) throws Exception {
    String printed =
        printed("exec script -q -e -c \"" + AT_A_TERMINAL + "$*\" /dev/null", arguments);
    assertThat(printed).matches(LINE);
    // Erased before the result.
    assertThat(printed.substring(printed.lastIndexOf('\r' + "\u001b[K") + 4))
        .isNotBlank()
        .doesNotContain(" left");
  }

  @Test
  void aPipeShowsNothingOfIt() throws Exception {
    String shell = "{ " + AT_A_TERMINAL + "\"$@\"; } 2>&1 | cat";
    assertThat(printed(shell, "report --text LOG")).isNotBlank().doesNotContain("\u001b", " left");
  }
}
