package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the documents of a report's page that no live page has. */
class PageDocumentsTest {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String FIXTURE =
      "app/src/test/resources/io/tidemark/app/report/padded-ops.log";
  private static final String SAMPLE = "SYNTHETIC_operation_level_debug_ansi";

  @TempDir Path folder;

  private Path report(Path log) throws Exception {
    return new Report(LogAtRest.of(List.of(log), Settings.DEFAULT).get(0))
        .write(new ReportParent("--out", folder), LocalDateTime.of(2026, 11, 21, 9, 8, 7), "log")
        .folder()
        .orElseThrow();
  }

  private static JsonNode document(Path report, String key) throws Exception {
    try (InputStream in =
        new GZIPInputStream(Files.newInputStream(report.resolve("page.json.gz")))) {
      return JSON.readTree(in).get("api/v1/" + key);
    }
  }

  private static List<Long> longs(JsonNode column) {
    return StreamSupport.stream(column.spliterator(), false).map(JsonNode::asLong).toList();
  }

  @Test
  void eachOpStandsAtTheSnapshotBeforeItWithItsShapesAndWhatIsAlive() throws Exception {
    Path report = report(Samples.root().resolve(FIXTURE));

    JsonNode operations = document(report, "operations\nrun=padded-ops.log#1");
    JsonNode device = operations.get("devices").get(0);
    assertThat(longs(device.get("snapshot"))).startsWith(0L, 1L, 2L).hasSize(13);
    assertThat(longs(device.get("shapes"))).startsWith(1L, 2L, 3L).endsWith(12L, 3L);
    assertThat(operations.get("shapes").get(2).get("outputs").get(0).asString())
        .isEqualTo("1x96 bf16");
    assertThat(longs(device.get("dram").get("unpaddedBytes"))).startsWith(64L, 192L, 384L);
    assertThat(longs(device.get("dram").get("paddedBytes"))).startsWith(2048L, 6144L, 12_288L);
  }

  @Test
  void aRunWithoutOpLinesHasNoDocumentOfOps() throws Exception {
    String text = LargeLog.PROCESS_STARTS.text(3);
    Path report = report(Files.writeString(folder.resolve("t.log"), text));

    assertThat(document(report, "run\nrun=t.log#3")).isNotNull();
    assertThat(document(report, "operations\nrun=t.log#3")).isNull();
    assertThat(document(report, "modules")).isNull();
  }

  @Test
  void eachRunCountsItsOwnSnapshots() throws Exception {
    String fixture = Files.readString(Samples.root().resolve(FIXTURE));
    String text = fixture + LargeLog.PROCESS_STARTS.text(1) + fixture;
    Path report = report(Files.writeString(folder.resolve("t.log"), text));

    JsonNode second = document(report, "operations\nrun=t.log#2").get("devices").get(0);
    assertThat(longs(second.get("snapshot"))).hasSizeGreaterThanOrEqualTo(13);
    assertThat(second.get("snapshot").get(0).asInt()).isLessThan(3);
  }

  @Test
  void aLongTextIsCutAtALineAndTheRestIsCounted() {
    ModulesDocument.Stage cut =
        ModulesDocument.Stage.of("one\ntwo\nthree\nfour\n", Map.of("a", 1, "b", 3), 10);

    assertThat(cut.text()).isEqualTo("one\ntwo\n");
    assertThat(cut.linesLeftOut()).isEqualTo(2);
    assertThat(cut.locIndex()).containsOnlyKeys("a");
  }

  @Test
  void textsAndWeightsAreThoseOfTheFilesBesideThePage() throws Exception {
    Path report = report(Samples.path("tenstorrent/" + SAMPLE + ".log"));
    JsonNode modules = document(report, "modules");
    JsonNode texts = JSON.readTree(Files.readString(report.resolve(SAMPLE + "_ir.json")));
    JsonNode registry =
        JSON.readTree(Files.readString(report.resolve(SAMPLE + "_inputs_registry.json")));

    assertThat(modules.at("/stages/ttir/text")).isEqualTo(texts.at("/ttir/text"));
    assertThat(modules.at("/stages/ttnn/locIndex")).isEqualTo(texts.at("/ttnn/loc_index"));
    assertThat(modules.get("weightsInAll")).isEqualTo(registry.at("/metadata/total_weights"));
    assertThat(modules.at("/weights/0/bytes").asLong()).isEqualTo(31_850_496);
  }

  @Test
  void paddingOfAnOpIsThatOfTheReference() throws Exception {
    Path report = report(Samples.path("tenstorrent/" + SAMPLE + ".log"));
    JsonNode golden =
        JSON.readTree(Files.readString(Samples.path("tenstorrent/golden_ttswiss_operations.json")));
    List<Long> theirs = new ArrayList<>();
    for (JsonNode op : golden) {
      JsonNode layout = op.get("output_layout_info");
      if (!layout.isNull()) {
        theirs.add(layout.get("padded_bytes").asLong() - layout.get("unpadded_bytes").asLong());
      }
    }

    JsonNode largest =
        document(report, "operations\nrun=" + SAMPLE + ".log#1").at("/largestPadding/0");
    long ours = largest.get("paddedBytes").asLong() - largest.get("unpaddedBytes").asLong();
    assertThat(ours).isEqualTo(theirs.stream().mapToLong(Long::longValue).max().orElseThrow());
  }
}
