package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares our files with those that the reference profiler's code made from the same log. */
class OperationFilesTest {

  private static final JsonMapper OUTSIDE = new JsonMapper();
  private static final String GOLDEN = "tenstorrent/golden_ttswiss_";
  private static final String SAMPLE = "SYNTHETIC_operation_level_debug_ansi";

  /**
   * Wrong in the reference: names collide across programs, and a weight is the first one of its
   * shape.
   */
  private static final Set<String> WRONG_THERE = Set.of("unpadded_memory", "weights");

  /** Banks of each device in the samples. */
  private static final int BANKS = 12;

  @TempDir Path folder;

  private JsonNode read(Path report, String name, String file) throws Exception {
    return OUTSIDE.readTree(Files.readString(report.resolve(name + "_" + file + ".json")));
  }

  private Path report(Path log) throws Exception {
    return new Report(LogAtRest.of(List.of(log), Settings.DEFAULT).get(0))
        .write(new ReportParent("--out", folder), LocalDateTime.of(2026, 11, 21, 9, 8, 7), "log")
        .folder()
        .orElseThrow();
  }

  private static JsonNode golden(String file) throws Exception {
    return OUTSIDE.readTree(Files.readString(Samples.path(GOLDEN + file + ".json")));
  }

  private static void same(JsonNode ours, JsonNode theirs) {
    assertThat(ours).hasSameSizeAs(theirs);
    for (int i = 0; i < theirs.size(); i++) {
      for (String field : theirs.get(i).propertyNames()) {
        assertThat(ours.get(i).has(field)).describedAs(field).isTrue();
        if (!WRONG_THERE.contains(field)) {
          assertThat(ours.get(i).get(field).toString())
              .describedAs("%s of element %d", field, i)
              .isEqualTo(theirs.get(i).get(field).toString());
        }
      }
    }
  }

  @Test
  void theModulesTextsAreThoseThatTheReferenceKeeps() throws Exception {
    Path report = report(Samples.path("tenstorrent/" + SAMPLE + ".log"));
    assertThat(read(report, SAMPLE, "ir")).isEqualTo(golden("ir"));
  }

  @Test
  void weightsStandBesideWhatElseIsHeld() throws Exception {
    Path report = report(Samples.path("tenstorrent/" + SAMPLE + ".log"));
    assertThat(Files.readString(report.resolve("summary.txt")))
        .contains(
            "module 1 declares 2 weights of 30.4 MiB and 1 input of 37.3 MiB, unpadded\n",
            "at the DRAM tidemark of device 0, estimated: weights ");
  }

  @Test
  void aLogWithoutModulesHasNoFileOfThem() throws Exception {
    Path log = Samples.path("tenstorrent/ttmlir_pr5967_v1_debug_level.log");
    Path report = report(log);
    assertThat(report.resolve("ttmlir_pr5967_v1_debug_level_ir.json")).doesNotExist();
    assertThat(Files.readString(report.resolve("summary.txt"))).doesNotContain("weights");
  }

  @Test
  void theReferencesReadersFindTheSameOps() throws Exception {
    Path report = report(Samples.path("tenstorrent/" + SAMPLE + ".log"));
    JsonNode memory = read(report, SAMPLE, "memory");
    assertThat(memory.get("metadata")).isEqualTo(golden("memory").get("metadata"));
    same(memory.get("operations"), golden("memory").get("operations"));
    JsonNode operations = read(report, SAMPLE, "operations");
    same(operations, golden("operations"));
    assertThat(operations.get(7).get("weights"))
        .isEqualTo(golden("operations").get(7).get("weights"));
    assertThat(operations.get(20).get("weights").get(0).get("name").asString())
        .isEqualTo("l__self___norm_layer_weight");
  }

  @Test
  void tensorsAreCountedProgramByProgram() throws Exception {
    Path report = report(Samples.path("tenstorrent/" + SAMPLE + ".log"));
    JsonNode ops = read(report, SAMPLE, "memory").get("operations");
    String first = "/operations/0/unpadded_memory/DRAM";
    assertThat(ops.get(0).get("unpadded_memory").get("DRAM")).isEqualTo(golden("memory").at(first));
    // The graph's result does not exist yet while the graph computes it.
    assertThat(ops.get(1).get("unpadded_memory").get("DRAM").get("num_tensors").asInt()).isOne();
    // conv3d runs while both cached weights and its input are live.
    JsonNode conv = ops.get(14).get("unpadded_memory").get("DRAM");
    assertThat(conv.get("num_tensors").asInt()).isEqualTo(4);
    assertThat(conv.get("padded_bytes").asLong())
        .isEqualTo(49_152 + 31_850_496 + 61_710_336 + 39_075_840);
  }

  @Test
  void everyModulesArgumentsAreRegistered() throws Exception {
    Path report = report(Samples.path("tenstorrent/" + SAMPLE + ".log"));
    JsonNode entries = read(report, SAMPLE, "inputs_registry").get("entries");
    assertThat(entries).hasSize(6);
    JsonNode theirs = golden("inputs_registry").get("entries");
    for (int i = 0; i < theirs.size(); i++) {
      for (String field : theirs.get(i).propertyNames()) {
        assertThat(entries.get(i).get(field)).isEqualTo(theirs.get(i).get(field));
      }
    }
    assertThat(entries.get(3).get("module").asInt()).isOne();
  }

  @Test
  void attributionNamesEachListedOpOnceByItsIndex() throws Exception {
    Path report = report(Samples.path("tenstorrent/" + SAMPLE + ".log"));
    JsonNode rows = read(report, SAMPLE, "attribution");
    JsonNode state = read(report, SAMPLE, "memory").get("operations");

    List<JsonNode> listed = listed(rows);

    assertThat(listed).hasSameSizeAs(state);
    for (int i = 0; i < listed.size(); i++) {
      assertThat(listed.get(i).get("index").asInt()).isEqualTo(i);
      assertThat(listed.get(i).get("op_type")).isEqualTo(state.get(i).get("op_type"));
    }
    // In MiB per bank; the reference attributes it to the following ReshapeOp.
    assertThat(change(listed.get(8))).isCloseTo(288.0, within(1e-3));
    assertThat(listed.get(33).get("change_bytes_per_bank").isNull()).isTrue();
  }

  @Test
  void noOpIsChargedWithWhatWasUploadedBetweenSubmissions() throws Exception {
    String june = "ttxla_run_full_qwen3.6-27b_vllm_oom_ansi";
    JsonNode rows = read(report(Samples.path("tenstorrent/" + june + ".log")), june, "attribution");

    assertThat(listed(rows))
        .extracting(OperationFilesTest::change)
        .allSatisfy(change -> assertThat(Math.abs(change)).isLessThanOrEqualTo(12.5));
    assertThat(rows.valueStream().filter(row -> row.get("index").isNull()))
        .filteredOn(row -> row.get("op_type").asString().equals("(between submissions)"))
        .extracting(OperationFilesTest::change)
        .anySatisfy(change -> assertThat(change).isCloseTo(979.328, within(1e-3)));
  }

  @ParameterizedTest
  @ValueSource(strings = {SAMPLE, "ttxla_run_full_qwen3.6-27b_vllm_oom_ansi"})
  void theRowsOfAnOpAddUpToItsEntryInTheOpTable(String sample) throws Exception {
    Path report = report(Samples.path("tenstorrent/" + sample + ".log"));
    Map<String, Long> sums = new TreeMap<>();
    for (JsonNode row : read(report, sample, "attribution")) {
      JsonNode change = row.get("change_bytes_per_bank");
      if (!change.isNull()) {
        sums.merge(row.get("op_type").asString(), change.get("DRAM").asLong(), Long::sum);
      }
    }
    sums.values().removeIf(sum -> sum == 0);
    Map<String, Long> tables = new TreeMap<>();
    for (JsonNode run : OUTSIDE.readTree(report.resolve("state.json")).get("runs")) {
      for (JsonNode op : run.at("/ops/0/DRAM/ops")) {
        long net = op.get("growthBytes").asLong() - op.get("freedBytes").asLong();
        tables.merge(op.get("op").asString(), net / BANKS, Long::sum);
      }
    }
    tables.values().removeIf(net -> net == 0);
    assertThat(sums).isEqualTo(tables);
  }

  private static List<JsonNode> listed(JsonNode rows) {
    return rows.valueStream()
        .filter(row -> !row.get("index").isNull())
        .sorted(Comparator.comparing(row -> row.get("index").asInt()))
        .toList();
  }

  /** The change in MiB per bank; 0 if unknown. */
  private static double change(JsonNode row) {
    return row.get("change_bytes_per_bank").path("DRAM").asLong(0) / (double) (1 << 20);
  }

  @Test
  void aLogWithoutOpLinesHasRowsOfItsBlocksAlone() throws Exception {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      log.append("Always | INFO | Device memory state before operation ")
          .append(i == 1 ? "DeallocateOp" : "AddOp")
          .append(
              "\nAlways | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 9.000 MB,")
          .append(" totalBytesAllocatedPerBank: ")
          .append(i + 1)
          .append(".000 MB, totalBytesFreePerBank: ")
          .append(8 - i)
          .append(".000 MB,")
          .append(" largestContiguousBytesFreePerBank: 0.000 MB}\n");
    }
    Path file = folder.resolve("plain.log");
    Files.write(file, log.toString().getBytes(StandardCharsets.UTF_8));
    Path report = report(file);
    JsonNode ops = read(report, "plain", "memory").get("operations");
    assertThat(ops).hasSize(2);
    assertThat(ops.get(0).get("mlir_op").isNull()).isTrue();
    assertThat(change(read(report, "plain", "attribution").get(0))).isEqualTo(1.0);
    assertThat(report.resolve("plain_inputs_registry.json")).doesNotExist();
  }
}
