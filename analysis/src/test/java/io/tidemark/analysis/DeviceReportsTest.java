package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.Reject;
import org.junit.jupiter.api.Test;

/** Device reports of tt-metal. */
class DeviceReportsTest {

  private static final String DETAILED =
      """
      ,DRAM
      ,Total allocatable (B):,12000
      ,Total allocated (B):,2400
      ,Total free (B):,9600
      FreeListOpt allocator info:
      segregated free blocks by size:
        Size class 0: (1024 - 2048) blocks:\s
      ,L1
      ,Total allocatable (B):,64000
      ,Total allocated (B):,0
      ,Total free (B):,64000
      """;

  private static final String SUMMARY =
      """
      , Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)
      ,1000,200,800,700
      ,1000,0,1000,1000
      """;

  @Test
  void theReportsOfADeviceAreOneSnapshotOverAllBanks() {
    LogRun run = LogRun.of(DETAILED + SUMMARY);
    assertThat(run.memory("DRAM").now())
        .isEqualTo(new MemoryView("DRAM", 12, 12_000, 2_400, 9_600, 8_400L));
    assertThat(run.memory("L1").now())
        .isEqualTo(new MemoryView("L1", 64, 64_000, 0, 64_000, 64_000L));
    assertThat(run.status().snapshots()).isOne();
    assertThat(run.status().formats()).containsExactly("ttnn-report");
  }

  @Test
  void aSummaryAloneIsOfOneBank() {
    assertThat(LogRun.of(SUMMARY).memory("DRAM").now())
        .isEqualTo(new MemoryView("DRAM", 1, 1_000, 200, 800, 700L));
  }

  @Test
  void theOldSummaryIsInKibibytes() {
    String old = SUMMARY.replace("(B)", "(KB)");
    assertThat(LogRun.of(old).memory("DRAM").now())
        .isEqualTo(new MemoryView("DRAM", 1, 1_024_000, 204_800, 819_200, 716_800L));
  }

  @Test
  void programsOfASummaryAreItsOps() {
    String programs =
        """
        Program ID, Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)
        7,1000,200,800,700
        ,500,0,500,500
        8,1000,600,400,400
        ,500,0,500,500
        """;
    LogRun run = LogRun.of(programs);
    assertThat(run.op("DRAM", "program 8").growthBytes()).isEqualTo(400);
    assertThat(run.memory("DRAM").tidemark().raisedBy()).isEqualTo("program 8");
  }

  @Test
  void aSummaryWithOtherColumnsIsAReject() {
    LogRun run =
        LogRun.of(", Total Allocatable Size (B), Total Allocated (MB)\n,1000,200,800,700\n");
    assertThat(run.rejects)
        .extracting(Reject::reason)
        .containsExactly("a summary's heading with other columns");
    assertThat(run.usage).isEmpty();
  }
}
