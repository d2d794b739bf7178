package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.Here;
import io.tidemark.app.compare.Change;
import io.tidemark.app.compare.Comparison;
import io.tidemark.app.compare.ComparisonLines;
import io.tidemark.app.compare.Gate;
import io.tidemark.app.compare.Side;
import io.tidemark.model.Refusal;
import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareCommandTest {

  private static final long MIB = 1 << 20;

  @TempDir Path folder;

  /**
   * A log with one bank of 1000 MiB, in which AddOp raises use from 100 MiB to {@code peak} MiB.
   */
  private Path log(String name, int peak) throws Exception {
    return Files.writeString(folder.resolve(name), block("AddOp", 100) + block("MulOp", peak));
  }

  private static String block(String op, int usedMib) {
    return """
        Always | INFO | Device memory state before operation %s
        Always | INFO | Device DRAM memory state: MemoryView{numBanks: 1, totalBytesPerBank: \
        1000.000 MB, totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB, \
        largestContiguousBytesFreePerBank: %d.000 MB}
        """
        .formatted(op, usedMib, 1000 - usedMib, 1000 - usedMib);
  }

  private static Comparison compared(Path before, Path after) throws Exception {
    return Comparison.of(
        Side.of(before.toString(), Settings.DEFAULT), Side.of(after.toString(), Settings.DEFAULT));
  }

  @Test
  void peaksAndGrowthAreSetSideBySide() throws Exception {
    Comparison comparison = compared(log("a.log", 400), log("b.log", 500));

    Map<String, Change> peaks =
        comparison.peaks().stream().collect(Collectors.toMap(Change::what, peak -> peak));
    assertThat(peaks)
        .containsOnly(
            Map.entry("device 0 DRAM", new Change("device 0 DRAM", 400 * MIB, 500 * MIB)));
    assertThat(comparison.ops())
        .containsExactly(new Change("device 0 DRAM AddOp", 300 * MIB, 400 * MIB));
    assertThat(ComparisonLines.of(comparison))
        .hasSize(5)
        .element(2)
        .asString()
        .contains("400.0 MiB", "500.0 MiB", "+100.0 MiB", "+25.00 %", "device 0 DRAM");
  }

  /** Of a log of several runs the last one is judged. */
  @Test
  void aComparisonSaysThatARunBeforeItInTheLogFailed() throws Exception {
    Path good = log("good.log", 400);
    String start =
        "INFO 11-26 10:00:00 [core.py:77] Initializing a V1 LLM engine (v0.11.0) with config: model='a'\n";
    String failure =
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 96.00 MiB. GPU 0 has a total"
            + " capacity of 4.00 GiB of which 24.00 MiB is free.\n";
    Path both =
        Files.writeString(
            folder.resolve("both.log"),
            start.replace("'a'", "'b'") + failure + start + Files.readString(good));
    Gate gate =
        Gate.of(
            Side.of(good.toString(), Settings.DEFAULT), Side.of(both.toString(), Settings.DEFAULT));
    assertThat(gate.after().verdict().words()).isEqualTo("done");
    assertThat(gate.sentence()).endsWith("; before it, run #1 of this log ran out of memory");

    Gate within =
        Gate.of(Side.of(both + "#1", Settings.DEFAULT), Side.of(both + "#2", Settings.DEFAULT));
    assertThat(within.sentence()).doesNotContain("before it");
  }

  @ParameterizedTest
  @CsvSource({"500,25,0", "500,24.9,3", "400,0,0", "300,0,0"})
  void theGateClosesAboveItsPerCent(int peak, String most, int exit) throws Exception {
    String before = log("a.log", 400).toString();
    String after = log("b.log", peak).toString();
    assertThat(Tidemark.run("compare", "--max-growth", most, before, after)).isEqualTo(exit);
    assertThat(Tidemark.run("compare", before, after)).isZero();
  }

  /** A log of eight submissions, each of which uses {@code more} MiB above the one before. */
  private String submissions(String name, int first, int more) throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      text.append("Always | INFO | Starting execution of program: main\n")
          .append(block("MulOp", first + i * more));
    }
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void anEmptyLogStatesNoMemory() throws Exception {
    String empty = Files.createFile(folder.resolve("empty.log")).toString();
    Here compared = Here.run("compare", log("a.log", 400), empty);
    assertThat(compared.exit()).isEqualTo(4);
    assertThat(compared.complained()).endsWith("empty.log: the log is empty\n");
  }

  @Test
  void aMemoryThatGrowsFromSubmissionToSubmissionClosesTheGate() throws Exception {
    String level = submissions("level.log", 400, 0);
    String growing = submissions("growing.log", 260, 20);
    assertThat(Tidemark.run("compare", "--max-growth", "5", level, growing)).isEqualTo(3);
    assertThat(Tidemark.run("compare", "--max-growth", "5", growing, level)).isZero();
    assertThat(compared(Path.of(level), Path.of(growing)).exceeding(5))
        .containsExactly(new Change("device 0 DRAM each submission", 0, 20 * MIB));
  }

  private Path report(String... logs) throws Exception {
    List<String> command = new ArrayList<>(List.of("report", "--out", folder.toString()));
    command.addAll(List.of(logs));
    assertThat(Tidemark.run(command.toArray(new String[0]))).isZero();
    try (var folders = Files.list(folder)) {
      return folders
          .filter(made -> Files.exists(made.resolve("state.json")))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void aReportsFolderStandsForItsLog() throws Exception {
    Path report = report(log("a.log", 400).toString());
    Comparison comparison = compared(report, log("b.log", 500));
    assertThat(comparison.peaks()).extracting(Change::before).containsExactly(400 * MIB);
  }

  @Test
  void aReportsFolderStandsForTheFilesOfItsModule() throws Exception {
    Path samples = Samples.path("xla/SOURCES.md").resolveSibling("cpu_jax0.10.2_train_step-");
    Path dump = Files.createDirectory(folder.resolve("dump"));
    List<String> files = new ArrayList<>();
    for (String kind : List.of("buffer-assignment", "buffer-assignment-values", "live-range")) {
      Path file = Path.of(samples + kind + ".txt");
      Files.copy(file, dump.resolve(file.getFileName()));
      files.add(file.toString());
    }
    Path report = report(files.toArray(new String[0]));

    assertThat(compared(dump, report).peaks())
        .isNotEmpty()
        .allSatisfy(peak -> assertThat(peak.after()).isPositive().isEqualTo(peak.before()));
  }

  @Test
  void aFailureAloneHasThePeakThatItStates() throws Exception {
    String text = "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of";
    Path failed =
        Files.writeString(
            folder.resolve("oom.log"), text + " 8.00 GiB of which 64.00 MiB is free.\n");

    assertThat(compared(failed, failed).peaks())
        .containsExactly(new Change("device 0 HBM", 8128 * MIB, 8128 * MIB));
  }

  @Test
  void whatCannotBeComparedIsRefused() throws Exception {
    Path log = log("a.log", 400);
    Path nothing = Files.writeString(folder.resolve("b.log"), "nothing of note\n");
    String a = log.toString();
    String silent = nothing.toString();
    assertThat(Tidemark.run("compare", silent, silent)).isEqualTo(4);
    assertThat(Tidemark.run("compare", a, silent)).isEqualTo(4);
    assertThat(Tidemark.run("compare", silent, a)).isZero();
    assertThat(Tidemark.run("compare", "--max-growth", "NaN", a, a)).isEqualTo(2);
    assertThat(Tidemark.run("compare", a, a + ".missing")).isEqualTo(2);
    assertThatThrownBy(() -> Side.of(a + "#2", Settings.DEFAULT))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("holds 1 run,");
    assertThatThrownBy(() -> Side.of(folder.toString(), Settings.DEFAULT))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("holds 2 logs");
  }
}
