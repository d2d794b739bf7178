package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.memory.OpUsage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Attribution of a change if a program ends without its last line. */
class RuntimeAttributionTest {

  private static String block(String op, String usedMib) {
    return "Always | INFO | Device memory state before operation "
        + op
        + "\n"
        + "Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank:"
        + " 1000.000 MB, totalBytesAllocatedPerBank: "
        + usedMib
        + " MB, totalBytesFreePerBank: %.3f MB, largestContiguousBytesFreePerBank: 0.000 MB}\n"
            .formatted(1000 - Double.parseDouble(usedMib));
  }

  @Test
  void aProgramThatAFailureEndedDoesNotHoldTheNextOnes() {
    String log =
        "Always | INFO | Starting execution of program: first\n"
            + block("AddOp", "100.000")
            + block("MulOp", "200.000")
            + "Always | FATAL    | Out of Memory: Not enough space to allocate 146575360 B DRAM"
            + " buffer across 12 banks, where each bank needs to store 12214976 B\n"
            + "Always | INFO | Starting execution of program: second\n"
            + block("AddOp", "600.000")
            + "Always | INFO | Finished execution of program: second\n";
    LogRun run = LogRun.of(log.getBytes(StandardCharsets.UTF_8));
    assertThat(run.op("DRAM", "(between submissions)").growthBytes())
        .isEqualTo(400L * 12 * (1 << 20));
    assertThat(run.op("DRAM", "MulOp").growthBytes()).isZero();
  }

  @Test
  void whatChangedWhileLinesAreMissingIsNobodys() {
    String before =
        "Always | INFO | Starting execution of program: first\n" + block("AddOp", "100.000");
    String missing = block("MulOp", "200.000");
    String after = block("SubOp", "300.000") + block("DivOp", "400.000");
    byte[] log = (before + missing + after).getBytes(StandardCharsets.UTF_8);
    LogRun run = new LogRun();
    run.feed("life", log, 0, before.length());
    run.feed("life", log, before.length() + missing.length(), log.length);
    run.publish();
    assertThat(run.ops.get("log#1 0 DRAM").ops())
        .filteredOn(op -> op.growthBytes() > 0)
        .singleElement()
        .returns("SubOp", OpUsage::op);
  }

  @Test
  void aFailureAfterAProgramsEndIsNotItsLastOps() {
    String log =
        "Always | INFO | Starting execution of program: first\n"
            + block("MulOp", "200.000")
            + "Always | INFO | Finished execution of program: first\n"
            + "Always | FATAL    | Out of Memory: Not enough space to allocate 146575360 B DRAM"
            + " buffer across 12 banks, where each bank needs to store 12214976 B\n";
    LogRun run = LogRun.of(log.getBytes(StandardCharsets.UTF_8));
    assertThat(run.runs.firstEntry().getValue().failures().refused().newest())
        .singleElement()
        .returns("(between submissions)", refused -> refused.allocation().during());
  }
}
