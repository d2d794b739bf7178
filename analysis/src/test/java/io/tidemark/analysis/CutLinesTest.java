package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results of lines of which only the first 256 KiB are read. */
class CutLinesTest {

  /** The outcome of the line, and its reject. */
  private record Cut(RunStatus.Lines lines, List<Reject> rejects) {}

  private static Cut cut(String beginning, String filling) {
    StringBuilder line = new StringBuilder(beginning);
    while (line.length() < Slice.MAX_LINE_BYTES) {
      line.append(filling);
    }
    byte[] head = Arrays.copyOf(line.toString().getBytes(UTF_8), Slice.MAX_LINE_BYTES);
    LogAnalysis state = LogAnalysis.load("log", new HeapParts());
    Outcome outcome =
        state.after(new Slice("life", 0, head.length * 2L, 1, true, false, 0, 0, head));
    RunStatus status = state.changes().runs().values().iterator().next();
    return new Cut(status.lines(), outcome.rejects());
  }

  /** A beginning, its continuation, and the result: a fact, or the format of the reject. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        // An op is printed with its constants; its name stands before them.
        "Always | INFO | Executing operation: %1 = \"ttnn.constant\"() <{value = dense<\"0x~00FF~fact",
        "Always | INFO | Executing operation: %1 = \"~ttnn~tenstorrent",
        "Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 4.000 MB,"
            + " totalBytesAllocatedPerBank: 1.000 MB, totalBytesFreePerBank: 3.000 MB,"
            + " largestContiguousBytesFreePerBank: 3.000 MB} ~x~fact",
        "Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: ~1~tenstorrent",
        "Always | INFO | Starting execution of program: ~main~tenstorrent",
        "; action = lmem_assign; step = ~x~tpu-mlir",
        "; action = lmem_assign; step = lmem_spec; tag = stamp ~ ~tpu-mlir",
        "; action = lmem_assign; remark = \"~x~tpu-mlir",
        "; action = profile; x = 1~; x = 1~tpu-mlir",
        "[bmprofile] global_layer: layer_id=1 layer_type=Conv layer_name=~x~bmprofile",
        "[bmprofile] tensor_id=1 is_in=1 shape=[~1x~bmprofile",
        "global,0,4096,4096,R,0,1,1,coeff,~x~fact",
        "=== Memory Usage Summary ===~=~ignored",
        "{\"tensors\": [~{\"name\": \"a\"},~json",
        "{\"dependencies\": [~{\"name\": \"a\"},~json",
        "Arena: ~x~ignored",
        "allocation 1: size 64, output shape is |(~f32[4],~xla-dump",
        "allocation 1: size 64, ~x~xla-dump",
        "W bfc_allocator.cc:1] Allocator (GPU_0_bfc) ran out of memory trying to allocate"
            + " 1000B (rounded to 1024)requested by op ~x~fact",
        "XlaRuntimeError: RESOURCE_EXHAUSTED: OOM when allocating tensor with shape[~1,~xla-log",
        "W bfc_allocator.cc:1] Allocator (GPU_0_bfc) ran out of memory trying to allocate 1.0GiB. The caller"
            + " indicates that this is not a failure ~x~fact",
        ",DRAM~,~ignored",
        "{\"name\": \"~x~json",
        "[~1,~json",
        "2026-06-19 09:00:01 INFO ~x~ignored"
      })
  void ofALineThatWasCutOnlyWhatItsEndCannotChangeIsTold(
      String beginning, String filling, String left) {
    Cut cut = cut(beginning, filling);
    String found =
        cut.lines().fact() == 1
            ? "fact"
            : cut.rejects().stream().map(Reject::format).findFirst().orElse("ignored");
    assertThat(found).isEqualTo(left);
    assertThat(cut.lines().rejected()).isEqualTo(cut.rejects().size());
    assertThat(cut.lines().read()).isEqualTo(1);
  }

  @Test
  void theReasonNamesTheLimit() {
    assertThat(cut("; action = lmem_assign; step = ", "x").rejects())
        .extracting(Reject::reason)
        .containsExactly("longer than 256 KiB: only its head is read");
    // An error in the head is an error whatever follows.
    assertThat(cut("Always | INFO | Executing operation: %0 ", "x").rejects())
        .extracting(Reject::reason)
        .containsExactly("operation: no ' = ' after its results");
  }
}
