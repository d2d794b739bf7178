package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.AllInOneConfig;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.model.Refusal;
import io.tidemark.model.Samples;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class WatchIT {

  @TempDir Path data;

  private String once(Path log, boolean json) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AllInOneConfig options =
        new AllInOneConfig(
            new IngestConfig(Map.of(), List.of(log.toString()), IngestConfig.From.START, true),
            data,
            0,
            Settings.DEFAULT);
    try (AllInOne parts = new AllInOne(options);
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      new Watch(parts, out, new CountDownLatch(1)).once(json);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aSecondStartOnTheSameFolderRepeatsNothing() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    String first = once(log, true);
    assertThat(once(log, true)).isEqualTo(first);
    long lines = 0;
    for (byte b : Files.readAllBytes(log)) {
      lines += b == '\n' ? 1 : 0;
    }
    assertThat(once(log, false))
        .contains("%,d lines".formatted(lines), "OUT OF MEMORY")
        .doesNotContain(" gaps");
  }

  @Test
  void whatTheFolderHoldsOfOtherLogsIsNotTold() throws Exception {
    once(Samples.root().resolve("examples/tenstorrent.log"), false);
    Path foreign = Files.writeString(data.resolve("foreign.log"), "nothing of ours\n");
    assertThat(once(foreign, false)).contains("foreign.log").doesNotContain("tenstorrent.log");
    assertThat(once(foreign, true)).contains("foreign.log").doesNotContain("tenstorrent.log");
  }

  @Test
  void theRealOutOfMemoryLogIsSummedUp() throws Exception {
    Path log = Samples.path("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log");
    assertThat(once(log, false))
        .contains(
            "758 snapshots",
            "DRAM 11.86 GiB of 11.97 GiB (99.1 %)",
            "raised by ConcatOp, stated by an out-of-memory line",
            "ConcatOp needed 20.2 MiB; 114.2 MiB were free",
            "by op: (between submissions) 11.48 GiB",
            "unused      L1, L1_SMALL, TRACE");
  }

  @Test
  void theFilesOfAModuleMeet() throws Exception {
    Path module = Samples.path("xla/cpu_jax0.10.2_train_step-live-range.txt");
    assertThat(once(module.resolveSibling("cpu_jax0.10.2_train_step-*.txt"), false))
        .contains(
            "cpu_jax0.10.2_train_step#1",
            "57.6 MiB, peak 56.6 MiB at step 177",
            "logical peak, without padding and reuse: 55.1 MiB at step 153")
        .doesNotContain("#2", "-live-range");
  }

  @Test
  void aFolderInUseIsRefused() throws Exception {
    try (DataFolder held = DataFolder.hold(data)) {
      assertThatThrownBy(() -> DataFolder.hold(held.path()))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("is used by another");
    }
  }
}
