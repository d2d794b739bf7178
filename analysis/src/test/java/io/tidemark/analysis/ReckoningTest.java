package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpChange;
import io.tidemark.model.memory.OpTable;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    return view("DRAM", 2, capacity, used);
  }

  private static String view(String memory, int banks, double capacity, double used) {
    return String.format(
        Locale.ROOT,
        "Always | DEBUG | Device %s memory state: MemoryView{numBanks: %d, totalBytesPerBank: %.3f"
            + " MB, totalBytesAllocatedPerBank: %.3f MB, totalBytesFreePerBank: %.3f MB,"
            + " largestContiguousBytesFreePerBank: 0.000 MB}%n",
        memory,
        banks,
        capacity,
        used,
        capacity - used);
  }

  private static String before(String op) {
    return "Always | DEBUG | Device memory state before operation " + op + "\n";
  }

  private static String broken(String view) {
    return view.replace("numBanks: ", "numBanks: x");
  }

  /** Growth and freed bytes of an op in MiB. */
  private String changes(String memory, String op) {
    OpChange change = run.op(memory, op).change();
    return "+%d -%d".formatted(change.growthBytes() / MIB, change.freedBytes() / MIB);
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

  /** A sharded buffer names as many banks as it has shards; each bank of the memory is as full. */
  @ParameterizedTest
  @CsvSource({"2, 380", "1, 380", "3, 20"})
  void aFailureOfAShardedBufferRaisesTheTidemarkOfAllBanks(int shards, long tidemark) {
    feed(
        view("DRAM", 2, 200, 10)
            + failure(200 * MIB, 190 * MIB).replace("across 2", "across " + shards));
    assertThat(dram().tidemark().usedBytes()).isEqualTo(tidemark * MIB);
    assertThat(dram().now().banks()).isEqualTo(2);
    assertThat(dram().now().capacityBytes()).isEqualTo(400 * MIB);
  }

  /** Another device's memory: nothing was freed, and no op holds any of it. */
  @Test
  void banksThatChangeBeginAnew() {
    feed(
        before("Load")
            + view("DRAM", 12, 1000, 50)
            + before("Matmul")
            + view("DRAM", 12, 1000, 100)
            + before("Add")
            + view("DRAM", 8, 1000, 100)
            + before("Sub")
            + view("DRAM", 8, 1000, 101));
    assertThat(changes("DRAM", "Load")).isEqualTo("+600 -0");
    assertThat(changes("DRAM", "Matmul")).isEqualTo("+0 -0");
    assertThat(changes("DRAM", "Add")).isEqualTo("+8 -0");
    OpTable table = run.ops.get("log#1 0 DRAM");
    assertThat(table.heldBeforeBytes()).isEqualTo(800 * MIB);
    assertThat(run.op("DRAM", "Load").heldAtPeakBytes()).isZero();
    assertThat(dram().tidemark().usedBytes()).isEqualTo(808 * MIB);
  }

  /** Of a rejected line the next change is that of two ops, so it is nobody's. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theChangeOverARejectedLineIsNoOps(boolean alone) {
    String l1 = alone ? "" : view("L1", 4, 1, 0);
    feed(
        before("Load")
            + view(100, 0)
            + l1
            + before("Matmul")
            + broken(view(100, 7))
            + l1
            + before("Add")
            + view(100, 10)
            + l1
            + before("Sub")
            + view(100, 11)
            + l1);
    assertThat(run.rejects).hasSize(1);
    assertThat(changes("DRAM", "Load")).isEqualTo("+0 -0");
    assertThat(run.ops.get("log#1 0 DRAM").ops())
        .noneMatch(op -> op.op().equals("Matmul") && op.change().growthBytes() > 0);
    assertThat(changes("DRAM", "Add")).isEqualTo("+2 -0");
    assertThat(run.ops.get("log#1 0 DRAM").heldBeforeBytes()).isEqualTo(20 * MIB);
    assertThat(dram().peaks().highestSnapshot().raisedBy()).isEqualTo("Add");
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
