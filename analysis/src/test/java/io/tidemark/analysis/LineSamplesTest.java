package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Unprefixed;
import io.tidemark.analysis.message.FactFigures;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import io.tidemark.analysis.system.tpumlir.TpuMlir;
import io.tidemark.model.event.FailedAllocation;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shared logs: known counts, and every line against the grammar of the descriptions. */
class LineSamplesTest {

  private static final String LAST_DRAWN = ".*\\r(?=[^\\r]*[^\\r\\s])|\\r+$";

  /** A message as the fact of the described grammar; plans are described by their rows alone. */
  private static Parsed allocation(Parsed parsed) {
    if (!(parsed instanceof MessageFact fact)) {
      return parsed;
    }
    if (fact.message().kind() != Kind.FAILURE) {
      return Parsed.Ignored.IGNORED;
    }
    FailedAllocation failure = FactFigures.failure(fact);
    // The grammar has the mesh of a trace region as its place.
    boolean trace = failure.memory().equals("TRACE");
    return new AllocationFailed(
        "0",
        failure.memory(),
        failure.shortage(),
        failure.diagnosis(),
        trace ? null : failure.where(),
        fact.raised());
  }

  @ParameterizedTest
  @CsvSource({
    "ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log, 758, 3032, 0, 0, 2",
    "ttxla_mochi_conv1_norm2_program_level_plain.log, 3, 12, 69, 13, 0",
    "ttxla_all_gather_mesh2x4_ansi_1.log, 0, 0, 11, 2, 0",
    "ttmlir_pr5967_v1_debug_level.log, 1, 2, 0, 0, 0",
    "SYNTHETIC_operation_level_debug_ansi.log, 69, 276, 69, 13, 1",
    "oom_errors.txt, 0, 0, 0, 0, 15",
  })
  void everyRuntimeLineIsCounted(
      String file, long headers, long views, long ops, long programs, long failures) {
    Map<Class<?>, Long> counts = counts("tenstorrent/" + file);
    long programLines =
        counts.getOrDefault(TenstorrentFact.ProgramStarted.class, 0L)
            + counts.getOrDefault(TenstorrentFact.ProgramFinished.class, 0L);
    assertThat(counts.getOrDefault(TenstorrentFact.MemoryHeader.class, 0L)).isEqualTo(headers);
    assertThat(counts.getOrDefault(TenstorrentFact.MemoryViewLine.class, 0L)).isEqualTo(views);
    assertThat(counts.getOrDefault(TenstorrentFact.OpStarted.class, 0L)).isEqualTo(ops);
    assertThat(programLines).isEqualTo(programs);
    assertThat(counts.getOrDefault(AllocationFailed.class, 0L)).isEqualTo(failures);
    assertThat(counts).doesNotContainKeys(KeyValueRecord.class, Rejected.class);
  }

  @ParameterizedTest
  @CsvSource({
    "reconstructed/A_depthnet_8settings.log, 320, 304, 0",
    "reconstructed/D_all_lmem_assign_steps_bm1688.log, 45, 9, 0",
    "reconstructed/E_mixed_debug_types_with_noise.log, 115, 52, 0",
    "reconstructed/F_edge_cases.log, 20, 20, 2",
    "real/block_0.compile.log, 0, 0, 0",
    "real/block_cache_0.bmodel.net_0.profile.txt, 0, 0, 0",
    "real/model_tool_info.log, 0, 0, 0",
  })
  void everyDebugRecordIsCounted(String file, long records, long placements, long rejected) {
    List<Parsed> parsed = Lines.of("tpu-mlir/" + file).stream().map(Lines::parse).toList();
    assertThat(parsed).filteredOn(KeyValueRecord.class::isInstance).hasSize((int) records);
    assertThat(parsed)
        .filteredOn(p -> p instanceof KeyValueRecord r && "iteration_result".equals(r.value("tag")))
        .hasSize((int) placements);
    assertThat(parsed).filteredOn(Rejected.class::isInstance).hasSize((int) rejected);
    assertThat(parsed).noneMatch(TenstorrentFact.class::isInstance);
  }

  @Test
  void everyHardNameIsKeptWholeAndBothBrokenLinesTellWhere() {
    List<Parsed> parsed =
        Lines.of("tpu-mlir/reconstructed/F_edge_cases.log").stream().map(Lines::parse).toList();
    assertThat(parsed.subList(0, 20))
        .extracting(p -> ((KeyValueRecord) p).value("op_name"))
        .containsExactly(
            "123",
            "1e5",
            "1.5",
            "conv_0x1f",
            "a(b)",
            "(b)a",
            "x[0]",
            "foo|bar",
            "model/a/Relu;model/b/Conv",
            "a=b",
            "a b",
            "名字",
            "it's",
            "a\"b",
            "onnx::Conv_123",
            "StatefulPartitionedCall:0",
            "single_record_of_setting_B",
            "first_record_of_setting_C",
            "hold_no_oneloop_wrap",
            "bank_conflict_allowed");
    assertThat(parsed.subList(20, 22))
        .containsExactly(
            new Rejected(TpuMlir.RECORDS, 100, "the remark never ends"),
            new Rejected(TpuMlir.RECORDS, 422, "two records in one line"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tenstorrent/ttxla_all_gather_mesh2x4_ansi_1.log",
        "tenstorrent/ttmlir_pr5967_v1_debug_level.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/oom_errors.txt",
        "tpu-mlir/reconstructed/A_depthnet_8settings.log",
        "tpu-mlir/reconstructed/D_all_lmem_assign_steps_bm1688.log",
        "tpu-mlir/reconstructed/E_mixed_debug_types_with_noise.log",
        "tpu-mlir/reconstructed/F_edge_cases.log",
        "tpu-mlir/real/block_0.compile.log",
        "tpu-mlir/real/block_cache_0.bmodel.net_0.profile.txt",
        "tpu-mlir/real/model_tool_info.log",
        "tpu-mlir/real/block_0.layer_group_cache.json"
      })
  void everyLineSaysWhatTheDescribedGrammarReadsInIt(String file) {
    for (byte[] line : Lines.of(file)) {
      String text =
          SpecOracle.ANSI
              .matcher(new String(line, StandardCharsets.UTF_8))
              .replaceAll("")
              .replaceAll(LAST_DRAWN, "");
      Object expected = SpecOracle.tenstorrent(text);
      if (expected instanceof AllocationFailed failed && failed.memory().equals("TRACE")) {
        expected =
            new AllocationFailed(
                "0", "TRACE", failed.shortage(), failed.diagnosis(), null, failed.raised());
      }
      if (expected instanceof AllocationFailed failed && Lines.parse(line) instanceof Unprefixed) {
        expected = failed.asRaised();
      }
      if (expected == null) {
        expected = KeyValueOracle.keyValue(text);
      }
      if (expected == null) {
        expected = BmProfileOracle.fact(text);
      }
      Parsed parsed = allocation(Lines.vouched(line));
      Object published = parsed instanceof KeyValueRecord record ? record.items() : parsed;
      assertThat(parsed instanceof Fact ? published : null).as(text).isEqualTo(expected);
    }
  }

  @Test
  void aTrainersSummaryIsCountedLineByLine() {
    assertThat(kinds("tt-train/pr50909_excerpt.log"))
        .containsEntry("summary", 1L)
        .containsEntry("heading", 5L)
        .containsEntry("dram", 5L)
        .containsEntry("cumulative", 5L)
        .containsEntry("l1", 5L)
        .doesNotContainKey("totals");
    assertThat(kinds("tt-train/memory_tracking_doc_tinyllama.txt")).containsEntry("heading", 6L);
  }

  private static Map<String, Long> kinds(String sample) {
    Map<String, Long> kinds = new HashMap<>();
    for (byte[] line : Lines.of(sample)) {
      if (allocation(Lines.vouched(line)) instanceof RowFact fact) {
        kinds.merge(fact.kind(), 1L, Long::sum);
      }
    }
    return kinds;
  }

  private static Map<Class<?>, Long> counts(String sample) {
    Map<Class<?>, Long> counts = new HashMap<>();
    for (byte[] line : Lines.of(sample)) {
      counts.merge(allocation(Lines.vouched(line)).getClass(), 1L, Long::sum);
    }
    return counts;
  }
}
