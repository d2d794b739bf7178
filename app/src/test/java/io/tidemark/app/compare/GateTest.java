package io.tidemark.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Here;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict on two runs, whether or not their logs have memory lines. */
class GateTest {

  private static final String USE =
      "Always | INFO | Device DRAM memory state: MemoryView{numBanks: 1, totalBytesPerBank: 100.000"
          + " MB, totalBytesAllocatedPerBank: 40.000 MB, totalBytesFreePerBank: 60.000 MB,"
          + " largestContiguousBytesFreePerBank: 50.000 MB}\n";
  private static final String HEAD = "2026-05-04 01:02:03.000 | critical | Always | ";
  private static final String FAILED =
      HEAD
          + "TT_FATAL: Out of Memory: Not enough space to allocate 83886080 B DRAM buffer across 1"
          + " banks, where each bank needs to store 83886080 B, but bank size is 104857600 B"
          + " (allocated: 41943040 B, free: 62914560 B, largest free block: 52428800 B)\n";
  private static final String PLAN =
      "XLA:TPU compile permanent error. Ran out of memory in memory space hbm. Used 20.00G of 15.75G"
          + " hbm. Exceeded hbm capacity by 4.25G.\n";

  @TempDir Path folder;

  private Path log(String kind, String name) throws IOException {
    String text =
        switch (kind) {
          case "pass" -> USE + "all tests passed\n";
          case "pass-silent" -> "all tests passed\n";
          case "fail" -> USE + FAILED;
          case "fail-silent" -> FAILED;
          case "refused" -> USE + FAILED + HEAD + "going on\n" + USE + USE + "all tests passed\n";
          case "killed" -> USE + "Killed\n";
          case "killed-silent" -> "Killed\n";
          case "too-large" -> PLAN;
          default -> throw new IllegalArgumentException(kind);
        };
    return Files.writeString(folder.resolve(name), text);
  }

  @ParameterizedTest
  @CsvSource({
    "pass, pass, 0",
    "pass, fail, 3",
    "pass, fail-silent, 3",
    "pass-silent, fail, 3",
    "pass-silent, fail-silent, 3",
    "pass, pass-silent, 4",
    "pass, too-large, 3",
    "pass-silent, too-large, 3",
    "pass, refused, 3",
    "pass, killed, 3",
    "pass, killed-silent, 3",
    "pass-silent, killed-silent, 3",
    "killed, pass, 0",
    "refused, fail, 3",
    "refused, pass, 0",
    "fail, refused, 0",
    "fail, pass, 0",
    "fail-silent, pass-silent, 0",
    "fail, fail-silent, 0",
    "too-large, pass, 0",
    "pass-silent, pass-silent, 4",
  })
  void theExitCodeSaysWhetherTheLaterRunIsWorse(String before, String after, int code)
      throws Exception {
    Here printed =
        Here.run("compare", log(before, "a.log").toString(), log(after, "b.log").toString());

    assertThat(printed.exit()).as("%s", printed).isEqualTo(code);
  }

  @Test
  void growthOverALogWithoutMemoryIsNoGate() throws Exception {
    String good = log("pass", "good.log").toString();
    String silent = log("pass-silent", "silent.log").toString();

    Here here = Here.run("compare", "--max-growth", "5", good, silent);
    assertThat(here.exit()).isEqualTo(4);
    assertThat(here.complained()).contains("silent.log: no memory and no plan has a peak in both");
    assertThat(Here.run("compare", good, silent).printed())
        .contains("silent.log: nothing recognised", "gone", "DRAM");
    String op = "Always | INFO | Device memory state before operation AddOp\n";
    String without = Files.writeString(folder.resolve("off.log"), op).toString();
    assertThat(Here.run("compare", good, without).printed())
        .contains("off.log: done, but states no memory", "gone", "DRAM");
  }

  private String training(String name, int passMb) throws IOException {
    String summary =
        """
        === Memory Usage Summary ===

        --- MODEL_CREATION ---
          DRAM: Segment Peak 10.00 MB, Allocations 10.00 MB, Deallocations 0.00 MB, Segment Change \
        +10.00 MB
          DRAM: Cumulative Peak 10.00 MB, Cumulative Current 10.00 MB
        --- FORWARD_PASS ---
          DRAM: Segment Peak %1$d.00 MB, Allocations %1$d.00 MB, Deallocations 0.00 MB, Segment \
        Change +%1$d.00 MB
          DRAM: Cumulative Peak %2$d.00 MB, Cumulative Current %2$d.00 MB
        """
            .formatted(passMb, passMb + 10);
    return Files.writeString(folder.resolve(name), summary).toString();
  }

  /** A trainer's summary without its last line has a peak, too. */
  @Test
  void trainingsAreComparedByTheirPeaksAndParts() throws Exception {
    String before = training("a.log", 20);
    String after = training("b.log", 30);

    Here here = Here.run("compare", "--max-growth", "5", before, after);
    assertThat(here.exit()).isEqualTo(3);
    assertThat(here.printed())
        .startsWith("grew: training by +33.33 %; ")
        .contains("training activations", "20.0 MiB", "30.0 MiB");
    assertThat(Here.run("compare", "--max-growth", "5", after, before).exit()).isZero();
  }

  @Test
  void aGrowthOfManyTimesIsAFactor() throws Exception {
    String before = training("a.log", 1);
    assertThat(Here.run("compare", before, training("b.log", 3000)).printed())
        .contains("× 3,000  training activations");
  }

  @Test
  void theSentenceNamesTheReasonOrThatItIsGone() throws Exception {
    String good = log("pass", "good.log").toString();
    String bad = log("fail", "bad.log").toString();

    assertThat(Here.run("compare", good, bad).printed())
        .contains(
            "bad.log: out of memory", "good.log: done", "needed 80.0 MiB; 60.0 MiB were free");
    assertThat(Here.run("compare", bad, good).printed())
        .contains("good.log: done, no longer: out of memory");
  }

  @Test
  void markdownHasAtMostFortyLinesAndNoTableOfALog() throws Exception {
    String good = log("pass", "good.log").toString();
    String bad = Files.writeString(folder.resolve("b|d<x>.log"), USE + FAILED).toString();

    String markdown = Here.run("compare", "--markdown", good, bad).printed();
    assertThat(markdown.lines()).hasSizeLessThanOrEqualTo(40).first().asString().startsWith("### ");
    assertThat(markdown).contains("/b\\|d<x>.log`", "| state | done | out of memory |");
    assertThat(Here.run("report", "--markdown", bad).printed())
        .contains("| where | DRAM", "| do |")
        .satisfies(text -> assertThat(text.lines()).hasSizeLessThan(40));
  }

  @Test
  void aBenchmarkGetsThePeaksOfTheLaterRun() throws Exception {
    String good = log("pass", "good.log").toString();

    assertThat(Here.run("compare", "--benchmark-json", good, good).printed())
        .contains("\"unit\" : \"bytes\"", "\"value\" : 41943040", "device 0 DRAM");
  }
}
