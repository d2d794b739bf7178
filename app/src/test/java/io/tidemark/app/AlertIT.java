package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the alerts that a script sees which waits for {@code watch}. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AlertIT {

  private static final String FAILURE =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12"
          + " banks, where each bank needs to store 8 B\n";

  @TempDir Path folder;

  private int watched(Path log) throws Exception {
    Path out = folder.resolve("out.txt");
    Path data = folder.resolve("data");
    try (Program watch =
        Program.start(out, "watch", "--once", "--fail-on-alert", "--data", data, log)) {
      return watch.exit();
    }
  }

  @Test
  void aCriticalAlertAtTheEndIsAnExitCode() throws Exception {
    Path log = Files.writeString(folder.resolve("a.log"), "nothing of note\n");
    assertThat(watched(log)).as("nothing to judge").isEqualTo(4);
    assertThat(folder.resolve("out.txt.err")).content().contains("no log states memory");

    String wentOn = "nothing of note\n" + FAILURE + "step 7 done\n";
    Files.writeString(log, wentOn);
    assertThat(watched(log)).isZero();

    Path raised = folder.resolve("b.log");
    Files.writeString(raised, FAILURE + "RuntimeError: TT_FATAL @ /a.cpp:1: x\n");

    assertThat(watched(raised)).isEqualTo(3);
    assertThat(folder.resolve("out.txt")).content().contains("alerts      critical out of memory");
  }

  @Test
  void soIsAPlanThatDoesNotFit() throws Exception {
    String device =
        "llama_model_load_from_file_impl: using device CUDA0 (RTX 3090) - 8192 MiB free\n";
    String part = "load_tensors:        CUDA0 model buffer size =  %s MiB\n";
    Path log = Files.writeString(folder.resolve("a.log"), device + part.formatted("8000.00"));
    assertThat(watched(log)).isZero();

    Files.writeString(log, device + part.formatted("8200.00"));

    assertThat(watched(log)).isEqualTo(3);
    assertThat(folder.resolve("out.txt")).content().contains("warning will not fit");
  }
}
