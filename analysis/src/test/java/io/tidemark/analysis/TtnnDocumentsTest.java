package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.line.DocumentFormat;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are one JSON document: detection, damage and size. */
class TtnnDocumentsTest {

  @ParameterizedTest
  @CsvSource({"ttnn-graph,1", "ttrt-memory,1", "tenstorrent,0"})
  void aFileThatIsNotTheDocumentAskedForIsAReject(String format, int rejects) {
    byte[] text = "started\n".getBytes(UTF_8);
    LogAnalysis state =
        LogAnalysis.load(
            "log", new HeapParts(), new Settings(Thresholds.DEFAULT, LogSystems.ALL.only(format)));
    Outcome outcome = state.after(new Slice("life", 0, 8, 1, false, false, 0, 0, text));
    assertThat(outcome.rejects()).hasSize(rejects);
  }

  @Test
  void aDocumentIsNotReadWhereAnotherFormatIsAskedFor() {
    byte[] text = GoldenCase.log("tenstorrent/ttrt-memory");
    LogAnalysis state =
        LogAnalysis.load(
            "log",
            new HeapParts(),
            new Settings(Thresholds.DEFAULT, LogSystems.ALL.only("tenstorrent")));
    Outcome outcome =
        state.after(
            new Slice("life", 0, text.length, LogRun.lines(text), false, false, 0, 0, text));
    assertThat(outcome.events()).isEmpty();
    assertThat(outcome.rejects()).isEmpty();
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
        LogRun.of(
            begin
                + "Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.169"
                + " MB, totalBytesAllocatedPerBank: 1.000 MB, totalBytesFreePerBank: 1020.169 MB,"
                + " largestContiguousBytesFreePerBank: 1020.000 MB}\n");
    assertThat(run.status().formats()).containsExactly("tenstorrent");
    assertThat(run.rejects).isEmpty();
    assertThat(run.memory("DRAM").snapshots()).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tenstorrent/ttrt-memory", "tenstorrent/graph-capture"})
  void damageAnywhereIsCountedAndNeverThrown(String golden) {
    assertDamageIsCounted(GoldenCase.log(golden));
  }

  /** Damages a document at random positions. */
  static void assertDamageIsCounted(byte[] document) {
    Random random = new Random(7);
    int broken = 0;
    for (int i = 0; i < 400; i++) {
      byte[] damaged = Mutations.of(document, document, random);
      LogRun run = LogRun.of(damaged);
      RunStatus.Lines lines = run.status().lines();
      assertThat(lines.read()).isEqualTo(LogRun.lines(damaged));
      assertThat(lines.rejected()).isEqualTo(run.rejects.size());
      broken += run.rejects.isEmpty() ? 0 : 1;
      assertThat(run.rejects).allMatch(reject -> reject.column() >= 1 && reject.line() >= 1);
    }
    assertThat(broken).isGreaterThan(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttrt-memory",
        "tenstorrent/ttrt-broken",
        "tenstorrent/graph-capture",
        "tenstorrent/graph-report",
        "tenstorrent/graph-mesh"
      })
  void theOrderInWhichKindsOfDocumentsAreTriedDoesNotMatter(String golden) {
    List<DocumentFormat> reversed = new ArrayList<>(LogSystems.ALL.formats().documents());
    assertThat(reversed).hasSizeGreaterThan(1);
    Collections.reverse(reversed);
    byte[] document = GoldenCase.log(golden);
    List<LineFormat> lines =
        LogSystems.ALL.systems().stream().flatMap(system -> system.lineFormats().stream()).toList();
    assertThat(GoldenFacts.of(document, new Formats(lines, reversed)))
        .isEqualTo(GoldenFacts.of(document))
        .contains("\"fact\"");
  }

  /** Regression: the column was that of the blanks before the brace. */
  @Test
  void aRejectStandsAtTheBraceThatEndsItsRecord() {
    String indented =
        "{\n  \"0\": {\n    \"dram\": {\"num_banks\": 0, \"total_bytes_per_bank\": 1}\n    }\n}\n";
    assertThat(LogRun.of(indented).rejects)
        .singleElement()
        .returns(4L, Reject::line)
        .returns(5, Reject::column);
  }

  @Test
  void nestingBeyondAllMeasureIsNoDocument() {
    String deep =
        "[\n" + GraphCaptureTest.node(0, "capture_start", "", "") + ",\n" + "[\n".repeat(5_000);
    assertThat(LogRun.of(deep).rejects)
        .extracting(Reject::reason)
        .containsExactly("nested deeper than 64");
    assertThat(LogRun.of("[".repeat(5_000)).rejects).isEmpty();
  }

  @Test
  void aLineThatIsTooLongYieldsNoFigureOfAPart() {
    StringBuilder line = new StringBuilder("[" + GraphCaptureTest.node(0, "capture_start", "", ""));
    String buffer = "\"size\": \"32\", \"type\": \"DRAM\"";
    for (int i = 1; line.length() < Slice.MAX_LINE_BYTES; i++) {
      line.append(", ").append(GraphCaptureTest.node(i, "buffer_allocate", buffer, ""));
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
