package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dump folder of a compiler, with all that it writes there. */
class ModuleFolderTest {

  private static final long GIB = 1L << 30;

  @TempDir Path folder;

  private void module(int number, long bytes) throws IOException {
    String stem = "module_%04d.jit_f%d.cl_912345678.".formatted(number, number);
    write(
        stem + "after_optimizations-buffer-assignment.txt",
        """
        BufferAssignment:
        allocation 0: size %d, preallocated-temp:
         value: <1 fusion.7{} @0> (size=%d,offset=0): f32[%d]{0:T(1024)}
        allocation 1: size 16, color 2, preallocated-temp:
         value: <2 flag @0> (size=16,offset=0): s32[4]{0}
        """
            .formatted(bytes, bytes, bytes / 4));
    write(
        stem + "after_optimizations-live-range.txt",
        """
        HloLiveRange (max 2):
          BufferLiveRange:
            fusion.7{}:0-1
            flag{}:0-1
          Live ranges at 1 (peak):
        """);
    write(
        stem + "after_optimizations-buffer-assignment-values.txt",
        """
        Used values:
        <1 fusion.7{} @0>
         from instruction: %fusion.7 = f32[4]{0} fusion(%a), metadata={op_name="jit(f)/mlp/dot"}
        <2 flag @0>
         from instruction: %flag = s32[4]{0} copy(%b)
        """);
    write(stem + "before_optimizations.txt", "HloModule jit_f\n");
    write(stem + "flagfile", "--xla\n");
    Files.createDirectories(folder.resolve(stem.substring(0, stem.length() - 1)));
    write(stem.substring(0, stem.length() - 1) + "/module.mlir", "module {}\n");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private String printed() throws Exception {
    List<Board> boards = new ArrayList<>();
    List<Board> modules = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.filter(Files::isRegularFile).sorted().toList();
      for (LogAtRest log : LogAtRest.of(all, Settings.DEFAULT)) {
        Board board = new Report(log).read().board();
        boards.add(board);
        if (Report.isModule(board)) {
          modules.add(board);
        }
      }
    }
    assertThat(modules).hasSizeGreaterThan(1);
    return Report.modules(modules, boards);
  }

  @Test
  void theFilesBesideThoseWithFiguresAreNoLogs() throws Exception {
    module(0, GIB);
    write("train.log", "hello\n");
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.filter(Files::isRegularFile).sorted().toList();
      assertThat(LogAtRest.of(all, Settings.DEFAULT))
          .extracting(LogAtRest::name)
          .containsExactly("module_0000.jit_f0.cl_912345678.after_optimizations", "train.log");
    }
  }

  @Test
  void theLargestModulesAreDescribedAndEachOtherOneHasALine() throws Exception {
    for (int i = 0; i < 50; i++) {
      module(i, i == 33 ? 9 * GIB : i == 12 ? 8 * GIB : i * GIB / 64 + 4);
    }
    List<String> lines = printed().lines().toList();
    assertThat(lines).hasSizeLessThan(80);
    assertThat(lines.get(0)).startsWith("module_0033");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("module_"))
        .hasSize(50)
        .element(1)
        .asString()
        .startsWith("module_0012");
    assertThat(lines.get(lines.size() - 1)).startsWith("module_0000").contains("HBM 4 B needed");
    assertThat(lines)
        .anyMatch(line -> line.contains("fusion.7{} (jit(f)/mlp/dot) 9.00 GiB"))
        .anyMatch(line -> line.equals("  other memories: SMEM 16 B"));
  }

  @Test
  void whatALogSaysOfAModulesMemoryIsSaidWithTheModule() throws Exception {
    module(0, 30 * GIB);
    module(1, GIB);
    write(
        "train.log",
        "XlaRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 30.00G of"
            + " 15.48G hbm. Exceeded hbm capacity by 14.52G.\n");
    String printed = printed();
    String first = printed.substring(0, printed.indexOf("module_0001"));
    assertThat(first).contains("does not fit").doesNotContain("capacity unknown");
  }
}
