package io.tidemark.app.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureLinesTest {

  private static final String HEAD =
      "2026-02-03 04:05:06.000 | critical |          Always | TT_FATAL: ";
  private static final String CLASH =
      "Statically allocated circular buffers in program 5 clash with L1 buffers on core range"
          + " [0-0 - 1-1]. L1 buffer allocated at 5120 and static circular buffer region ends at"
          + " 7168\n";

  @TempDir Path folder;

  /** The summary on one line, with single blanks. */
  private String summary(String text) throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), text);
    LogAtRest atRest = LogAtRest.of(List.of(log), Settings.DEFAULT).get(0);
    return Summary.of(Analysed.of(atRest, outcome -> {}).board(), 0).replaceAll("\\s+", " ");
  }

  @Test
  void refusalsAreCountedAndTheRunWentOn() throws IOException {
    assertThat(summary(HEAD + CLASH + "a\n" + HEAD + CLASH + "b\n"))
        .contains(
            "2 allocations refused, the run went on",
            "refused L1 on program 5, core range [0-0 - 1-1] needed 7.00 KiB, free 5.00 KiB, 2.0 KiB"
                + " too much: static buffers clash with L1 buffers (2×, last 04:05:06)",
            "next step Move an L1 tensor to DRAM",
            "alerts warning allocation refused",
            "no memory lines: is the runtime built")
        .doesNotContain("OUT OF MEMORY", "FAILED", "(ended)");
  }

  @Test
  void aFailureThatWasARefusalIsListedOnce() throws IOException {
    assertThat(summary(HEAD + CLASH))
        .contains("OUT OF MEMORY", "FAILED L1 on program 5", "alerts critical out of memory")
        .doesNotContain("refused", "(ended)");
  }

  @Test
  void aTraceRegionIsStatedInSettableBytes() throws IOException {
    String trace =
        "Creating trace buffers of size 3000000B on MeshDevice 0, but only 1000000B is allocated for"
            + " trace region.\n";
    assertThat(summary(HEAD + trace)).contains("TRACE", "trace_region_size >= 3000000");
  }

  @Test
  void aFailureStatesItsMemoryItsOpAndItsCapacity() throws IOException {
    String text =
        "Out of Memory: Not enough space to allocate 12582912 B DRAM buffer across 3 banks, where"
            + " each bank needs to store 4194304 B, but bank size is only 1073741824 B\n";
    String raised =
        "RuntimeError: TT_FATAL @ /a.cpp:1: x\ninfo:\n"
            + text
            + "backtrace:\n --- ttnn::gather(int)\n";
    assertThat(summary(HEAD + text + raised))
        .contains(
            "FAILED DRAM during ttnn::gather needed 12.00 MiB, capacity 3.00 GiB over 3 banks, cause"
                + " unknown");
  }
}
