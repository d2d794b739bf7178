package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteOrderMarkTest {

  private static final String MARK = "\ufeff";
  private static final String MEMORY =
      "Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 4.000"
          + " MB, totalBytesAllocatedPerBank: 1.000 MB, totalBytesFreePerBank: 3.000 MB,"
          + " largestContiguousBytesFreePerBank: 3.000 MB}\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        MEMORY,
        "; action = lmem_assign; step = lmem_spec; tag = stamp\n",
        "{\"tensors\": [{\"name\": \"a\"}]}\n",
      })
  void theFirstLineOfAMarkedFileCountsAsIfItStoodBare(String line) {
    LogRun bare = LogRun.of(line.getBytes(UTF_8));
    LogRun marked = LogRun.of((MARK + line).getBytes(UTF_8));
    assertThat(bare.runs).isNotEmpty();
    assertThat(marked.runs.values())
        .extracting(run -> run.lines())
        .isEqualTo(bare.runs.values().stream().map(run -> run.lines()).toList());
    assertThat(marked.usage.values())
        .extracting(use -> use.now())
        .isEqualTo(bare.usage.values().stream().map(use -> use.now()).toList());
  }

  @Test
  void theWholeFileIsRead() {
    LogRun marked = LogRun.of((MARK + MEMORY + MEMORY).getBytes(UTF_8));
    assertThat(marked.runs.firstEntry().getValue().lines().fact()).isEqualTo(2);
  }

  @Test
  void inTheMiddleOfAFileItIsText() {
    LogRun run = LogRun.of((MEMORY + MARK + MEMORY).getBytes(UTF_8));
    assertThat(run.runs.firstEntry().getValue().lines().fact()).isOne();
  }
}
