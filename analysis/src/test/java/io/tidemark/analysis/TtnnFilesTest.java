package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.model.Diagnosis;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.MemoryView;
import io.tidemark.model.Op;
import io.tidemark.model.OpChange;
import io.tidemark.model.OpUsage;
import io.tidemark.model.Reject;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Samples;
import io.tidemark.model.Slice;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TtnnFilesTest {

  private static final String DOCUMENTED = "tenstorrent/ttmlir_ttrt_memory_results_doc.md";
  private static final String ADD = "tt-train/graph_trace_add_sample.json";

  private static LogRun read(String text) {
    return LogRun.of(text.getBytes(UTF_8));
  }

  /** The document within the fence of a page of documentation. */
  private static String documented() {
    String page = new String(Samples.bytes(DOCUMENTED), UTF_8);
    int fence = page.indexOf("```bash\n") + 8;
    return page.substring(fence, page.indexOf("```", fence));
  }

  private static MemoryUsage usage(LogRun run, String memory) {
    return run.usage.get("log#1 0 " + memory);
  }

  private static RunStatus status(LogRun run) {
    return run.runs.firstEntry().getValue();
  }

  /** An op of a device with one bank of DRAM of 1000 bytes. */
  private static String ran(int key, String op, int used) {
    return """
    "%d": {
        "loc": "loc(\\"model.py:%d\\")",
        "debug_str": "%%0 = \\"ttnn.%s\\"(%%arg0) : (tensor<1xf32>) -> tensor<1xf32>",
        "dram": {
            "num_banks": 1,
            "total_bytes_per_bank": 1000,
            "total_bytes_allocated_per_bank": %d,
            "total_bytes_free_per_bank": %d,
            "largest_contiguous_bytes_free_per_bank": 10,
            "block_table": [{"allocated": "yes", "size": "1"}]
        }
    }\
    """
        .formatted(key, key, op, used, 1000 - used);
  }

  @Test
  void theDocumentedOpIsASnapshotOfItsFourMemories() {
    LogRun run = read(documented());
    assertThat(run.rejects).isEmpty();
    assertThat(status(run).formats()).containsExactly("ttrt-memory");
    assertThat(run.events)
        .filteredOn(MemoryEvent.Snapshot.class::isInstance)
        .singleElement()
        .extracting(event -> ((MemoryEvent.Snapshot) event).memories())
        .isEqualTo(
            List.of(
                new MemoryView(
                    "DRAM", 12, 12_854_181_504L, 196_608, 12_854_009_472L, 12_853_984_896L),
                new MemoryView("L1", 64, 87_623_680, 0, 87_623_680, 87_623_680),
                new MemoryView("L1_SMALL", 64, 2_097_152, 0, 2_097_152, 2_097_152),
                new MemoryView("TRACE", 12, 0, 0, 0, 0)));
    assertThat(run.op("DRAM", "ttnn.tan").count()).isOne();
    assertThat(usage(run, "DRAM").tidemark().raisedBy()).isNull();
    assertThat(usage(run, "DRAM").tidemark().location())
        .isEqualTo("/home/$USER/tt-mlir/test/python/golden/test_ttir_ops.py:74:id(0)");
  }

  @Test
  void whatAnOpChangedIsItsOwnSinceMemoryIsTakenAfterIt() {
    LogRun run =
        read(
            "{\n"
                + String.join(
                    ",\n",
                    ran(0, "to_device", 100),
                    ran(1, "matmul", 700),
                    ran(2, "deallocate", 300),
                    ran(3, "matmul", 500))
                + "\n}\n");
    assertThat(run.op("DRAM", "ttnn.matmul"))
        .isEqualTo(new OpUsage("ttnn.matmul", 2, 500, 700, new OpChange(800, 600, 0, 0)));
    assertThat(run.op("DRAM", "ttnn.deallocate").change().freedBytes()).isEqualTo(400);
    assertThat(run.op("DRAM", "ttnn.to_device").growthBytes()).isZero();
    assertThat(usage(run, "DRAM").tidemark().usedBytes()).isEqualTo(700);
    assertThat(usage(run, "DRAM").tidemark().raisedBy()).isEqualTo("ttnn.matmul");
    assertThat(usage(run, "DRAM").tidemark().before()).isNull();
    assertThat(usage(run, "DRAM").tidemark().location()).isEqualTo("model.py:1");
  }

  @Test
  void layoutOfTheTextIsNoMatter() {
    String indented = "{\n" + ran(0, "add", 5) + ",\n" + ran(1, "add", 9) + "\n}";
    String compact = indented.replaceAll("\\n *", "");
    String odd = indented.replace("\": ", "\"\n:\n").replace(",\n", "\n,\n");
    for (String text : List.of(compact, compact + "\n\n", odd)) {
      LogRun run = read(text);
      assertThat(run.rejects).as(text).isEmpty();
      assertThat(usage(run, "DRAM").tidemark().usedBytes()).isEqualTo(9);
      assertThat(run.op("DRAM", "ttnn.add").growthBytes()).isEqualTo(4);
    }
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
    assertThat(status(run).formats()).containsExactly("ttnn-graph");
    assertThat(usage(run, memory).tidemark().usedBytes()).isEqualTo(peak);
    assertThat(usage(run, memory).now().usedBytes()).isEqualTo(end);
    assertThat(usage(run, memory).tidemark().raisedBy()).isEqualTo("ttnn::add");
  }

  @Test
  void whatChangesInACaptureBelongsToTheOutermostFunction() {
    LogRun run = LogRun.of(Samples.bytes(ADD));
    assertThat(run.op("L1", "ttnn::add"))
        .isEqualTo(new OpUsage("ttnn::add", 1, 0, 49152, new OpChange(49152, 24576, 24576, 0)));
    assertThat(run.op("L1", Op.BETWEEN_SUBMISSIONS).change().freedBytes()).isEqualTo(24576);
    assertThat(usage(run, "L1").tidemark().location())
        .isEqualTo("ttnn::add > ttnn::prim::binary > Device Operation > create_device_tensor");
    assertThat(usage(run, "DRAM").tidemark().raisedBy()).isNull();
    assertThat(usage(run, "L1_TOTAL").tidemark().location())
        .isEqualTo("ttnn::add > ttnn::prim::binary > Device Operation");
  }

  private static String node(int counter, String type, String params, String connections) {
    return """
    {"arguments": [], "connections": [%s], "counter": %d, "node_type": "%s", "params": {%s}}\
    """
        .formatted(connections, counter, type, params);
  }

  private static String newer(String... nodes) {
    return """
    {
      "buffer_pages": [{"address": 1, "bank_id": 0}],
      "devices": [{"device_id": 3, "num_dram_channels": 12, "dram_size_per_channel": 1000,
        "worker_l1_size": 900, "cb_limit": 800}],
      "graph": [
    %s
      ],
      "metadata": {"rank": 0},
      "version": 1
    }
    """
        .formatted(String.join(",\n", nodes));
  }

  @Test
  void aNewerCaptureCountsPagesPerCoreAndDevices() {
    String buffer = "\"device_id\": 3, \"size\": %d, \"type\": \"%s\"";
    String l1 = buffer.formatted(1000, "L1") + ", \"page_size\": 32, \"num_cores\": 4";
    LogRun run =
        read(
            newer(
                node(0, "capture_start", "", "1"),
                node(1, "function_start", "\"name\": \"ttnn::matmul\"", "2"),
                node(2, "buffer", buffer.formatted(5000, "DRAM"), ""),
                node(3, "buffer_allocate", buffer.formatted(5000, "DRAM"), "2"),
                node(4, "buffer", l1, ""),
                node(5, "buffer_allocate", l1, "4"),
                node(6, "circular_buffer_allocate", "\"device_id\": 3, \"size\": 100", ""),
                node(
                    7,
                    "circular_buffer_allocate",
                    "\"device_id\": 3, \"size\": 256, \"globally_allocated\": \"1\"",
                    ""),
                node(8, "circular_buffer_deallocate_all", "\"device_id\": 3", "1"),
                node(9, "function_end", "\"name\": \"ttnn::matmul\"", ""),
                node(10, "buffer_deallocate", l1, "4")));
    assertThat(run.rejects).isEmpty();
    MemoryUsage dram = run.usage.get("log#1 3 DRAM");
    assertThat(dram.now())
        .isEqualTo(new MemoryView("DRAM", 1, 12_000, 5_000, 7_000, MemoryView.UNKNOWN));
    // 32 pages on 4 cores: 8 pages of 32 bytes on each.
    assertThat(run.usage.get("log#1 3 L1").tidemark().usedBytes()).isEqualTo(256);
    assertThat(run.usage.get("log#1 3 L1").now().usedBytes()).isZero();
    assertThat(run.usage.get("log#1 3 L1_CB").tidemark().usedBytes()).isEqualTo(100);
    assertThat(run.usage.get("log#1 3 L1_TOTAL").tidemark().usedBytes()).isEqualTo(356);
    assertThat(run.usage.get("log#1 3 L1_TOTAL").now().capacityBytes()).isEqualTo(800);
  }

  @Test
  void whyAFunctionWasAbortedIsToldAsTheLogWouldTellIt() {
    LogRun run =
        read(
            "["
                + node(1, "function_start", "\"name\": \"ttnn::add\"", "")
                + ","
                + node(
                    2,
                    "function_end",
                    "\"name\": \"ttnn::add\", \"aborted\": \"true\", \"abort_reason\":"
                        + " \"TT_FATAL\\n"
                        + "Out of Memory: Not enough space to allocate 4096 B DRAM buffer across 2"
                        + " banks, where each bank needs to store 2048 B, but bank size is only"
                        + " 1024 B\"",
                    "")
                + "]");
    assertThat(status(run).failures().newest())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.bank().neededPerBank()).isEqualTo(2048);
              assertThat(failure.diagnosis()).isEqualTo(Diagnosis.LARGER_THAN_AN_EMPTY_BANK);
            });
  }

  @Test
  void aFileThatBreaksIsOneRejectWithItsPlace() {
    String broken = "{\n" + ran(0, "add", 5) + ",\n\"1\": {\"loc\": oops}\n}\n";
    LogRun run = read(broken);
    assertThat(run.rejects).hasSize(1);
    Reject reject = run.rejects.get(0);
    assertThat(reject.format()).isEqualTo("ttrt-memory");
    assertThat(reject.reason()).isEqualTo("no JSON here");
    assertThat(reject.line()).isEqualTo(14);
    assertThat(reject.column()).isBetween(14, 19);
    assertThat(usage(run, "DRAM").now().usedBytes()).isEqualTo(5);
    assertThat(status(run).lines().rejected()).isOne();
    assertThat(status(run).lines().read()).isEqualTo(15);
  }

  @Test
  void aFileThatBreaksInItsFirstRecordIsARejectToo() {
    LogRun run = read("{\n" + ran(0, "add", 5).replace("1000,", "1000"));
    assertThat(run.rejects).extracting(Reject::line).containsExactly(8L);
    assertThat(run.rejects).extracting(Reject::format).containsExactly("ttrt-memory");
  }

  @ParameterizedTest
  @CsvSource({"ttnn-graph,1", "ttrt-memory,1", "tenstorrent,0"})
  void whatIsToldToBeADocumentIsARejectWhereItIsNone(String format, int rejects) {
    byte[] text = "started\n".getBytes(UTF_8);
    LogAnalysis state =
        LogAnalysis.load(
            "log", new HeapParts(), new Settings(format, Thresholds.DEFAULT, LogSystems.ALL));
    Outcome outcome = state.after(new Slice("life", 0, 8, 1, false, false, 0, 0, text));
    assertThat(outcome.rejects()).hasSize(rejects);
  }

  @Test
  void aDocumentIsNotReadWhereAnotherFormatIsTold() {
    byte[] text = documented().getBytes(UTF_8);
    LogAnalysis state =
        LogAnalysis.load(
            "log",
            new HeapParts(),
            new Settings("tenstorrent", Thresholds.DEFAULT, LogSystems.ALL));
    Outcome outcome =
        state.after(
            new Slice("life", 0, text.length, LogRun.lines(text), false, false, 0, 0, text));
    assertThat(outcome.events()).isEmpty();
    assertThat(outcome.rejects()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"num_banks\": 1 | \"num_banks\": 0 | op 1: dram lacks a figure",
        "\"num_banks\": 1 | \"num_banks\": 70000 | op 1: dram lacks a figure",
        "\"total_bytes_free_per_bank\": 991 | \"x\": 1 | op 1: dram lacks a figure",
        "\"total_bytes_per_bank\": 1000 | \"total_bytes_per_bank\": 10000000000000 "
            + "| op 1: dram lacks a figure",
        "\"total_bytes_per_bank\": 1000 | \"total_bytes_per_bank\": -1 | op 1: dram lacks a figure"
      })
  void anOpThatLacksAFigureIsARejectAndTheNextIsRead(String sound, String broken, String reason) {
    LogRun run =
        read(
            "{\n"
                + ran(0, "add", 5)
                + ",\n"
                + ran(1, "sub", 9).replace(sound, broken)
                + ",\n"
                + ran(2, "mul", 7)
                + "\n}\n");
    assertThat(run.rejects).extracting(Reject::reason).containsExactly(reason);
    assertThat(usage(run, "DRAM").tidemark().usedBytes()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[2026-01-01 10:00:00] started\n",
        "{\"level\": \"info\", \"message\": \"started\"}\n",
        "\n",
        "[\n",
        "{\"0\": {\"dram\": 1}}\n"
      })
  void aLogThatBeginsLikeADocumentIsReadAsALog(String begin) {
    LogRun run =
        read(
            begin
                + "Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12,"
                + " totalBytesPerBank: 1021.169 MB, totalBytesAllocatedPerBank: 1.000 MB,"
                + " totalBytesFreePerBank: 1020.169 MB, largestContiguousBytesFreePerBank: 1020.000"
                + " MB}\n");
    assertThat(status(run).formats()).containsExactly("tenstorrent");
    assertThat(run.rejects).isEmpty();
    assertThat(usage(run, "DRAM").snapshots()).isOne();
  }

  private static final String DETAILED =
      """
      ,DRAM
      ,Total allocatable (B):,12000
      ,Total allocated (B):,2400
      ,Total free (B):,9600
      FreeListOpt allocator info:
      segregated free blocks by size:
        Size class 0: (1024 - 2048) blocks:\s
      ,L1
      ,Total allocatable (B):,64000
      ,Total allocated (B):,0
      ,Total free (B):,64000
      """;
  private static final String SUMMARY =
      """
      , Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)
      ,1000,200,800,700
      ,1000,0,1000,1000
      """;

  @Test
  void theReportsOfADeviceAreOneSnapshotOverAllBanks() {
    LogRun run = read(DETAILED + SUMMARY);
    assertThat(usage(run, "DRAM").now())
        .isEqualTo(new MemoryView("DRAM", 12, 12_000, 2_400, 9_600, 8_400));
    assertThat(usage(run, "L1").now())
        .isEqualTo(new MemoryView("L1", 64, 64_000, 0, 64_000, 64_000));
    assertThat(status(run).snapshots()).isOne();
    assertThat(status(run).formats()).containsExactly("ttnn-report");
  }

  @Test
  void aSummaryAloneTellsOfOneBank() {
    assertThat(usage(read(SUMMARY), "DRAM").now())
        .isEqualTo(new MemoryView("DRAM", 1, 1_000, 200, 800, 700));
  }

  @Test
  void theOldSummaryIsInKibibytes() {
    String old = SUMMARY.replace("(B)", "(KB)");
    assertThat(usage(read(old), "DRAM").now())
        .isEqualTo(new MemoryView("DRAM", 1, 1_024_000, 204_800, 819_200, 716_800));
  }

  @Test
  void programsOfASummaryAreItsOps() {
    String programs =
        """
        Program ID, Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)
        7,1000,200,800,700
        ,500,0,500,500
        8,1000,600,400,400
        ,500,0,500,500
        """;
    LogRun run = read(programs);
    assertThat(run.op("DRAM", "program 8").growthBytes()).isEqualTo(400);
    assertThat(usage(run, "DRAM").tidemark().raisedBy()).isEqualTo("program 8");
  }

  @Test
  void aSummaryWithOtherColumnsIsAReject() {
    LogRun run = read(", Total Allocatable Size (B), Total Allocated (MB)\n,1000,200,800,700\n");
    assertThat(run.rejects)
        .extracting(Reject::reason)
        .containsExactly("a summary's heading with other columns");
    assertThat(run.usage).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {DOCUMENTED, ADD})
  void damageAnywhereIsCountedAndNeverThrown(String sample) {
    byte[] sound = Samples.bytes(sample);
    byte[] text = sample.equals(DOCUMENTED) ? documented().getBytes(UTF_8) : sound;
    Random random = new Random(7);
    int broken = 0;
    for (int i = 0; i < 400; i++) {
      byte[] damaged = Mutations.of(text, text, random);
      LogRun run = LogRun.of(damaged);
      RunStatus.Lines lines = status(run).lines();
      assertThat(lines.read()).isEqualTo(LogRun.lines(damaged));
      assertThat(lines.rejected()).isEqualTo(run.rejects.size());
      broken += run.rejects.isEmpty() ? 0 : 1;
      assertThat(run.rejects).allMatch(reject -> reject.column() >= 1 && reject.line() >= 1);
    }
    assertThat(broken).isGreaterThan(100);
  }

  @Test
  void aCaptureOfAnyLengthTakesLittleState() {
    StringBuilder nodes = new StringBuilder("[\n");
    String buffer = "\"size\": \"32\", \"type\": \"L1\"";
    for (int i = 0; i < 60_000; i += 3) {
      String name = "\"name\": \"" + "f".repeat(300) + i + "\", \"more\": " + i;
      nodes.append(node(i, "function_start", name, "")).append(",\n");
      nodes.append(node(i + 1, "buffer", buffer, "")).append(",\n");
      nodes.append(node(i + 2, "buffer_allocate", buffer, "" + (i + 1))).append(",\n");
    }
    LogRun run = read(nodes.toString());
    assertThat(run.rejects).isEmpty();
    assertThat(usage(run, "L1").now().usedBytes()).isEqualTo(20_000 * 32);
    assertThat(run.parts.bytes()).isLessThan(400_000);
  }

  @Test
  void nestingBeyondAllMeasureIsNoDocument() {
    String deep = "[\n" + node(0, "capture_start", "", "") + ",\n" + "[\n".repeat(5_000);
    assertThat(read(deep).rejects)
        .extracting(Reject::reason)
        .containsExactly("nested deeper than 64");
    assertThat(read("[".repeat(5_000)).rejects).isEmpty();
  }

  @Test
  void aLineThatIsTooLongTellsNoFigureOfAPart() {
    StringBuilder line = new StringBuilder("[" + node(0, "capture_start", "", ""));
    String buffer = "\"size\": \"32\", \"type\": \"DRAM\"";
    for (int i = 1; line.length() < Slice.MAX_LINE_BYTES; i++) {
      line.append(", ").append(node(i, "buffer_allocate", buffer, ""));
    }
    byte[] head = line.substring(0, Slice.MAX_LINE_BYTES).getBytes(UTF_8);
    LogAnalysis state = LogAnalysis.load("log", new HeapParts());
    Outcome outcome =
        state.after(new Slice("life", 0, head.length * 4L, 1, true, true, 0, 0, head));
    assertThat(outcome.rejects())
        .extracting(Reject::reason)
        .containsExactly(
            "longer than 256 KiB and read by its head only: write it indented,"
                + " as python3 -m json.tool FILE > FILE.pretty does");
    assertThat(outcome.events()).isEmpty();
  }
}
