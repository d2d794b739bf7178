package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard input and output as a shell gives them to the programs. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OutputIT {

  private static final String LOG = Samples.root().resolve("examples/tenstorrent.log").toString();

  @TempDir Path folder;

  private Program behind(String shell, String arguments) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    return Program.startBehind(
        List.of("/bin/sh", "-c", shell, "sh"),
        folder.resolve("out"),
        (Object[]) arguments.replace("LOG", LOG).split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report --text LOG",
        "report --json LOG",
        "compare LOG LOG",
        "compare --json LOG LOG",
        "watch --once LOG",
        "messages",
        "watch --help"
      })
  void aFullDiskBehindTheOutputEndsWithAnErrorCode(String arguments) throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full");
    try (Program program = behind("exec \"$@\" >/dev/full", arguments)) {
      assertThat(program.exit()).isEqualTo(1);
      assertThat(program.complained())
          .contains("tidemark: standard output cannot be written: No space left on device");
    }
  }

  @Test
  void aClosedOutputEndsWithAnErrorCode() throws Exception {
    try (Program program = behind("exec \"$@\" >&-", "messages")) {
      assertThat(program.exit()).isEqualTo(1);
      assertThat(program.complained()).contains("tidemark: standard output cannot be written");
    }
  }

  /** The watch would follow its log for ever; the reader of its output is gone. */
  @Test
  void aClosedPipeEndsAWatch() throws Exception {
    String shell = "{ \"$@\"; echo ended with $? >&2; } | head -n 1";
    try (Program program = behind(shell, "watch --port 0 --data " + folder + "/data LOG")) {
      assertThat(program.exit()).isZero();
      assertThat(program.complained()).contains("Broken pipe", "ended with 1");
    }
  }

  @Test
  void twoWatchesOfOnceAndOneThatFollowsGoSideBySide() throws Exception {
    Path home = Files.createDirectory(folder.resolve("home"));
    String shell = "XDG_STATE_HOME=" + home + " exec \"$@\"";
    try (Program follows = behind(shell, "watch --port 0 LOG")) {
      follows.awaitAddress("page and metrics on ");
      for (int i = 0; i < 2; i++) {
        Path log = Files.writeString(folder.resolve("same.log"), "line " + i + " of ours\n");
        Path out = folder.resolve("once" + i);
        try (Program once =
            Program.startBehind(
                List.of("/bin/sh", "-c", shell, "sh"), out, "watch", "--once", log)) {
          assertThat(once.exit()).describedAs(once.complained()).isZero();
          assertThat(once.printed()).contains("same.log#1").doesNotContain("same.log#2");
        }
      }
    }
  }

  @Test
  void aWatchOfAPipeEndsWithItsSummary() throws Exception {
    String shell = "cat '" + LOG + "' | TMPDIR=" + folder + " \"$@\"";
    try (Program program = behind(shell, "watch --port 0 -")) {
      assertThat(program.exit()).describedAs(program.complained()).isZero();
      assertThat(program.printed())
          .contains("page and metrics on ", "stdin#1   OUT OF MEMORY", "why ");
    }
    try (Program program = behind(shell, "watch --port 0 --fail-on-alert -")) {
      assertThat(program.exit()).isEqualTo(3);
    }
  }
}
