package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.memory.OpChange;
import io.tidemark.model.memory.OpUsage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TtnnFilesSamplesTest {

  private static final String DOCUMENTED = "tenstorrent/ttmlir_ttrt_memory_results_doc.md";
  private static final String ADD = "tt-train/graph_trace_add_sample.json";

  /** Returns the document within the fence of a documentation page. */
  private static String documented() {
    String page = new String(Samples.bytes(DOCUMENTED), UTF_8);
    int fence = page.indexOf("```bash\n") + 8;
    return page.substring(fence, page.indexOf("```", fence));
  }

  @Test
  void theDocumentedOpIsASnapshotOfItsFourMemories() {
    LogRun run = LogRun.of(documented());
    assertThat(run.rejects).isEmpty();
    assertThat(run.status().formats()).containsExactly("ttrt-memory");
    assertThat(run.events)
        .filteredOn(MemoryEvent.Snapshot.class::isInstance)
        .singleElement()
        .extracting(event -> ((MemoryEvent.Snapshot) event).memories())
        .isEqualTo(
            List.of(
                new MemoryView(
                    "DRAM", 12, 12_854_181_504L, 196_608, 12_854_009_472L, 12_853_984_896L),
                new MemoryView("L1", 64, 87_623_680, 0, 87_623_680, 87_623_680L),
                new MemoryView("L1_SMALL", 64, 2_097_152, 0, 2_097_152, 2_097_152L),
                new MemoryView("TRACE", 12, 0, 0, 0, 0L)));
    assertThat(run.op("DRAM", "ttnn.tan").count()).isOne();
    assertThat(run.memory("DRAM").tidemark().raisedBy()).isNull();
    assertThat(run.memory("DRAM").tidemark().culprit().location())
        .isEqualTo("/home/$USER/tt-mlir/test/python/golden/test_ttir_ops.py:74:id(0)");
  }

  @ParameterizedTest
  @CsvSource({
    "L1,49152,0",
    "L1_CB,16384,16384",
    "L1_TOTAL,65536,16384",
    "L1_WITH_INPUTS,96256,47104"
  })
  void theCaptureOfAnAddHasThePeaksThatTheReferenceFinds(String memory, long peak, long end) {
    LogRun run = LogRun.of(Samples.bytes(ADD));
    assertThat(run.rejects).isEmpty();
    assertThat(run.status().formats()).containsExactly("ttnn-graph");
    assertThat(run.memory(memory).tidemark().usedBytes()).isEqualTo(peak);
    assertThat(run.memory(memory).now().usedBytes()).isEqualTo(end);
    assertThat(run.memory(memory).tidemark().raisedBy()).isEqualTo("ttnn::add");
  }

  @Test
  void whatChangesInACaptureBelongsToTheOutermostFunction() {
    LogRun run = LogRun.of(Samples.bytes(ADD));
    assertThat(run.op("L1", "ttnn::add"))
        .isEqualTo(
            new OpUsage("ttnn::add", 1, 0, 49152, new OpChange(49152, 24576, 24576, 0), 49152L));
    assertThat(run.op("L1", Op.BETWEEN_SUBMISSIONS).change().freedBytes()).isEqualTo(24576);
    assertThat(run.memory("L1").tidemark().culprit().location())
        .isEqualTo("ttnn::add > ttnn::prim::binary > Device Operation > create_device_tensor");
    assertThat(run.memory("DRAM").tidemark().raisedBy()).isNull();
    assertThat(run.memory("L1_TOTAL").tidemark().culprit().location())
        .isEqualTo("ttnn::add > ttnn::prim::binary > Device Operation");
  }

  @ParameterizedTest
  @ValueSource(strings = {DOCUMENTED, ADD})
  void damageAnywhereIsCountedAndNeverThrown(String sample) {
    byte[] sound = Samples.bytes(sample);
    TtnnDocumentsTest.assertDamageIsCounted(
        sample.equals(DOCUMENTED) ? documented().getBytes(UTF_8) : sound);
  }
}
