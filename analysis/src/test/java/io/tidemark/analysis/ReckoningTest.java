package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.memory.MemoryUsage;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Peaks belong to the capacity at which they were reached. */
class ReckoningTest {

  private static final long MIB = 1 << 20;

  private final LogRun run = new LogRun();

  private void feed(String text) {
    run.feedNext("life", text.getBytes(UTF_8));
    run.restart();
    run.publish();
  }

  private MemoryUsage dram() {
    return Objects.requireNonNull(run.usage.get("log#1 0 DRAM"));
  }

  private static String view(double capacity, double used) {
    return String.format(
        Locale.ROOT,
        "Always | DEBUG | Device DRAM memory state: MemoryView{numBanks: 2, totalBytesPerBank: %.3f"
            + " MB, totalBytesAllocatedPerBank: %.3f MB, totalBytesFreePerBank: %.3f MB,"
            + " largestContiguousBytesFreePerBank: 0.000 MB}%n",
        capacity,
        used,
        capacity - used);
  }

  private static String failure(long bankBytes, long used) {
    return ("Always | FATAL | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 2"
            + " banks, where each bank needs to store 48 B, but bank size is %d B (allocated:"
            + " %d B, free: %d B, largest free block: 0 B)\n")
        .formatted(bankBytes, used, bankBytes - used);
  }

  @Test
  void aCapacityThatChangesBeginsNewPeaks() {
    feed(view(100, 90) + view(100, 10));
    assertThat(dram().tidemark().usedBytes()).isEqualTo(180 * MIB);
    feed(view(50, 20));
    assertThat(dram().peaks().highestSnapshot().usedBytes()).isEqualTo(40 * MIB);
    assertThat(dram().tidemark().usedBytes()).isEqualTo(40 * MIB);
    assertThat(dram().now().capacityBytes()).isEqualTo(100 * MIB);
    feed(view(50, 10));
    assertThat(dram().tidemark().usedBytes()).isEqualTo(40 * MIB);
  }

  @Test
  void aCapacityThatIsRoundedOtherwiseIsTheSame() {
    feed(view(100, 90) + view(100.001, 10));
    assertThat(dram().tidemark().usedBytes()).isEqualTo(180 * MIB);
  }

  @Test
  void aFailureOfThisMemoryRaisesItsTidemark() {
    feed(view(100, 10) + failure(100 * MIB, 95 * MIB));
    assertThat(dram().tidemark().usedBytes()).isEqualTo(190 * MIB);
  }

  @Test
  void aFailureOfAnotherDevicesSizeIsReportedAndLeavesThePeakAlone() {
    feed(view(100, 10) + failure(400 * MIB, 300 * MIB));
    assertThat(dram().tidemark().usedBytes()).isEqualTo(20 * MIB);
    assertThat(dram().now().capacityBytes()).isEqualTo(200 * MIB);
    assertThat(run.runs.firstEntry().getValue().failures().refused().count()).isEqualTo(1);
  }

  @Test
  void aStatisticAboveItsLimitIsRejectedAndLeavesNoSnapshot() {
    feed(
        """
        2020-01-01 00:00:00.0: I bfc_allocator.cc:1] Stats:\s
        Limit: 1000
        InUse: 2000
        MaxInUse: 500
        """);
    assertThat(run.rejects)
        .singleElement()
        .satisfies(
            reject -> {
              assertThat(reject.column()).isEqualTo(7);
              assertThat(reject.reason())
                  .isEqualTo("memory: used is 2000 B, allowed are 0 to 1000 B, its capacity");
            });
    assertThat(run.runs.firstEntry().getValue().lines().rejected()).isEqualTo(1);
  }

  @Test
  void aRowOfAReportThatCannotBeIsRejectedAndTheOtherMemoryStays() {
    feed(
        """
        , Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)
        ,1000000,400000,100000,0
        ,50000,20000,30000,30000
        """);
    assertThat(run.rejects).singleElement().returns(17, reject -> reject.column());
    assertThat(run.usage.keySet()).containsExactly("log#1 0 L1");
  }
}
