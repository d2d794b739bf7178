package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.RunId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each line with which a process begins, between two runs in one log. */
class SecondProcessTest {

  private static String run(int mib) {
    return ("                 Always |     INFO | Device memory state before operation AddOp\n"
            + "                 Always |     INFO | Device DRAM memory state: MemoryView{numBanks: 2,"
            + " totalBytesPerBank: 100.000 MB, totalBytesAllocatedPerBank: %d.000 MB,"
            + " totalBytesFreePerBank: %d.000 MB, largestContiguousBytesFreePerBank: 1.000 MB}\n")
        .formatted(mib, 100 - mib);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-01 08:00:00.001 (   0.000s) [        AA00FF11]   plugin_attributes.cc:60       1|"
            + " PluginAttributes::PJRT_Plugin_Initialize",
        "2026-08-16 17:52:42.964 | info     |          Device | Opening user mode device driver"
            + " (tt_cluster.cpp:224)",
        "                 Device | INFO     | Opening user mode device driver",
        "2025-11-20 20:45:47,960 - INFO - setting artifacts folder path=/tmp/ttrt-artifacts",
      })
  void whatFollowsItIsAnotherRun(String begin) {
    LogRun log = LogRun.of(begin + "\n" + run(50) + run(60) + begin + "\n" + begin + "\n" + run(5));
    log.end();

    assertThat(log.runs.keySet()).containsExactly(new RunId("log", 1), new RunId("log", 2));
    assertThat(log.usage.get("log#1 0 DRAM").tidemark().usedBytes()).isEqualTo(120 << 20);
    assertThat(log.usage.get("log#2 0 DRAM").tidemark().usedBytes()).isEqualTo(10 << 20);
    assertThat(log.ops.get("log#1 0 DRAM").ops())
        .allSatisfy(op -> assertThat(op.change().freedBytes()).isZero());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "> 2026-08-16 17:52:42.964 | info | Device | Opening user mode device driver",
        "the log says \"Opening user mode device driver\"",
      })
  void aQuotedLineBeginsNone(String begin) {
    LogRun log = LogRun.of(run(50) + begin + "\n" + run(5));
    log.end();

    assertThat(log.runs).hasSize(1);
  }
}
