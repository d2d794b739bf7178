package io.tidemark.app.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Advice after the failure of each built-in row, in the text of its examples. */
class AdviceOfRowsTest {

  private static final Pattern SIZE_OF_A_STEP =
      Pattern.compile(
          "(?i)\\b(batch|batches|context|cache|max_model_len|max_num_seqs|num_ctx|ctx-size)\\b");

  /** Writers without batches, contexts or caches. */
  private static final Set<String> EMBEDDED = Set.of("tflite-micro", "edge", "sophgo");

  /** Contents whose share of a memory a smaller batch or a shorter context changes. */
  private static final Pattern OF_A_STEP = Pattern.compile("temporar|activation|cache");

  @TempDir Path folder;

  @Test
  void noneNamesTheSizeOfAStepUnlessItsOwnerIsKnown() throws IOException {
    List<String> wrong = new ArrayList<>();
    int failed = 0;
    for (Map.Entry<String, byte[]> text : OracleLogs.own().entrySet()) {
      if (text.getKey().startsWith("row/")) {
        failed += check(text.getKey(), text.getValue(), wrong);
      }
    }
    assertThat(failed).isGreaterThan(150);
    assertThat(wrong).isEmpty();
  }

  private Board board(String log, byte[] text) throws IOException {
    Path file = Files.write(Files.createTempFile(folder, "", ".log"), text);
    LogAtRest atRest = new LogAtRest(log, List.of(file), Settings.DEFAULT);
    Board board = Analysed.of(atRest, any -> {}).board();
    Files.delete(file);
    return board;
  }

  /** Advice that has nothing to do with the failure. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '~',
      textBlock =
          """
          E [executorch:memory_allocator.h:88] Memory allocation failed: 48B requested (adjusted for alignment), 16B available => Enlarge the method allocator's pool
          torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 12.00 MiB. GPU 0 has a total capacity of 24.00 GiB of which 4.00 MiB is free. Process 77 has 20.00 GiB memory in use. Including non-PyTorch memory, this process has 3.50 GiB memory in use. Of the allocated memory 3.00 GiB is allocated by PyTorch, and 8.00 MiB is reserved by PyTorch but unallocated. => End process 77
          RuntimeError: XPU out of memory. Tried to allocate 8.00 GiB (GPU 0; 12.00 GiB total capacity; 0 bytes already allocated; 0 bytes reserved in total by PyTorch) => Free what is not needed
          onnxruntime::BFCArena::AllocateRawInternal(size_t, bool, onnxruntime::Stream*) Failed to allocate memory for requested buffer of size 4398046511104 => No memory is that large
          2026-06-19 09:32:58.266 | critical |          Always | TT_FATAL: Out of Memory: Not enough space to allocate 16384 B L1_SMALL buffer across 64 banks, where each bank needs to store 256 B, but bank size is only 32768 B => l1_small_size >= 33024
          2026-06-19 09:32:58.266 | critical |          Always | TT_FATAL: Out of Memory: Not enough space to allocate 16 B DRAM buffer across 2 banks, where each bank needs to store 8 B, but bank size is 64 B (allocated: 40 B, free: 24 B, largest free block: 6 B) => Allocate large tensors before small ones
          time=2025-04-29T10:00:00.345+02:00 level=ERROR source=sched.go:457 msg="error loading llama server" error="llama runner process has terminated: cudaMalloc failed: out of memory" => OLLAMA_DEBUG=1
          2026-06-19 09:32:58.266 | critical |          Always | TT_FATAL: Program size (79760) too large for kernel config buffer (70656) on TENSIX => smaller worker_l1_size
          RuntimeError: Current platform can NOT allocate memory block with size larger than 4GB! Tried to allocate 6.00 GiB (GPU  1; 16.00 GiB total capacity; 1.25 GiB already allocated; 1.50 GiB reserved in total by PyTorch) => however much is free
          torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 64.00 MiB. GPU 0 has a total capacity of 24.00 GiB of which 4.00 MiB is free. Of the allocated memory 20.00 GiB is allocated by PyTorch, and 100.00 MiB is reserved by PyTorch but unallocated. => expandable_segments:True
          torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 640.00 MiB. GPU 0 has a total capacity of 24.00 GiB of which 4.00 MiB is free. Of the allocated memory 20.00 GiB is allocated by PyTorch, and 100.00 MiB is reserved by PyTorch but unallocated. => _dump_snapshot() show who holds it
          CUDA Error: out of memory at /workspace/csrc/cumem_allocator.cpp:62 => Waking takes back what sleeping gave away
          [GPU] Exceeded max size of memory object allocation: requested 8589934592 bytes, but max alloc size supported by device is 4294959104 bytes.Please try to set enable_large_allocations. => OpenVINO's own advice: set enable_large_allocations
          """)
  void whatHelpsIsSaidAndNothingThatDoesNot(String text, String does) throws IOException {
    Board board = board("a.log", (text + "\n").getBytes(UTF_8));
    String told =
        board.runs().entrySet().stream()
            .map(run -> Answers.of(board, run.getKey(), run.getValue(), 0))
            .map(answer -> String.join(" ", answer.actions()))
            .collect(joining());

    assertThat(told)
        .contains(does)
        .doesNotContain("start the process again", "even the empty memory")
        .doesNotContainPattern(SIZE_OF_A_STEP);
  }

  private int check(String row, byte[] text, List<String> wrong) throws IOException {
    Board board = board(row, text);
    int failed = 0;
    for (Map.Entry<RunId, RunStatus> run : board.runs().entrySet()) {
      RunStatus status = run.getValue();
      Answer answer = Answers.of(board, run.getKey(), status, 0);
      List<FailedAllocation> failures = failures(status.failures());
      failed += failures.isEmpty() ? 0 : 1;
      String does = String.join(" ", answer.actions());
      if (!failures.isEmpty() && answer.actions().isEmpty()) {
        wrong.add(row + ": nothing to do");
      }
      if (SIZE_OF_A_STEP.matcher(does).find() && (isEmbedded(row) || !isKnown(answer, failures))) {
        wrong.add(row + ": " + does);
      }
    }
    return failed;
  }

  private static List<FailedAllocation> failures(RunFailures failures) {
    return Stream.concat(
            failures.newest().stream().map(one -> one.allocation()),
            Stream.ofNullable(failures.refused())
                .flatMap(refused -> refused.newest().stream())
                .map(one -> one.allocation()))
        .toList();
  }

  private static boolean isEmbedded(String row) {
    return EMBEDDED.contains(row.split("/", -1)[1]);
  }

  /** Whether the row or a frame says who asked, or most of the memory is of a known content. */
  private static boolean isKnown(Answer answer, List<FailedAllocation> failures) {
    long sum = answer.fills().parts().stream().mapToLong(part -> part.heldAtPeakBytes()).sum();
    return failures.stream().anyMatch(failed -> failed.advice() != null)
        || answer.fills().parts().stream()
            .filter(part -> part.heldAtPeakBytes() > sum / 2)
            .anyMatch(part -> OF_A_STEP.matcher(part.name().toLowerCase(Locale.ROOT)).find());
  }
}
