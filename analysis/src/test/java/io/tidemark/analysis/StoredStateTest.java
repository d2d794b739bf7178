package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.PlannedBuffer;
import io.tidemark.model.Slice;
import io.tidemark.model.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * The stored state of a log with lines of every system, as written by each release: {@code
 * stored/<version>.txt}, one part per line. A file is kept when the layout changes, and a new one
 * is added.
 */
class StoredStateTest {

  private static final String NEWEST = "11";

  private static final List<String> LOGS =
      List.of(
          "tenstorrent/runtime",
          "tpumlir/records",
          "tpumlir/bmprofile",
          "zant/allocator",
          "tflm/plans",
          "tenstorrent/device-reports",
          "xla/dump");

  private static byte[] log() throws IOException {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    for (String name : LOGS) {
      log.writeBytes(GoldenCase.log(name));
    }
    return log.toByteArray();
  }

  /** Returns the position of storage: within the dump, whose pages are stored separately. */
  private static int half(byte[] log) throws IOException {
    int at = log.length - GoldenCase.log(LOGS.get(LOGS.size() - 1)).length / 2;
    while (log[at - 1] != '\n') {
      at--;
    }
    return at;
  }

  private static Slice slice(byte[] log, int from, int to) {
    byte[] bytes = Arrays.copyOfRange(log, from, to);
    return new Slice(
        "file", from, bytes.length, LogRun.lines(bytes), false, false, 1_000, 2_000, bytes);
  }

  private static List<String> parts(HeapParts parts) {
    List<String> lines = new ArrayList<>();
    for (Store store : Store.values()) {
      parts.scan(
          store,
          "",
          (key, bytes) ->
              lines.add(
                  store
                      + " "
                      + HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8))
                      + " "
                      + HexFormat.of().formatHex(bytes)));
    }
    return lines;
  }

  private static HeapParts read(List<String> lines) {
    HeapParts parts = new HeapParts();
    for (String line : lines) {
      String[] fields = line.split(" ", 3);
      parts.put(
          Store.valueOf(fields[0]),
          new String(HexFormat.of().parseHex(fields[1]), StandardCharsets.UTF_8),
          HexFormat.of().parseHex(fields[2]));
    }
    return parts;
  }

  private static List<String> golden(String version) throws IOException {
    return new String(LogRun.resource("stored/" + version + ".txt"), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"9", "10", "10-workers", "11-net", "11-highs", NEWEST})
  void aReleasesStateIsReadAndTheLogGoesOnAsIfItHadNeverStopped(String version) throws IOException {
    byte[] log = log();
    LogAnalysis whole = LogAnalysis.load("log", new HeapParts());
    whole.after(slice(log, 0, half(log)));
    whole.after(slice(log, half(log), log.length));
    whole.end();

    LogAnalysis restored = LogAnalysis.load("log", read(golden(version)));
    restored.after(slice(log, half(log), log.length));
    restored.end();

    assertThat(restored.restartedSections()).isEmpty();
    boolean older = !version.equals(NEWEST);
    Changes changes = restored.changes();
    Changes expected = whole.changes();
    // Writers exist since the third version, held bytes since the fifth, highs since the last.
    assertThat(older ? withoutContents(changes) : changes)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*worker", older ? ".*\\.(held|highs).*" : "none")
        .isEqualTo(older ? withoutContents(expected) : expected);
  }

  /** Removes what releases up to 10 lacked: buffer contents and conflicting buffers. */
  private static Changes withoutContents(Changes changes) {
    Map<PlanKey, PlanRecord> plans = new HashMap<>();
    changes.plans().forEach((key, record) -> plans.put(key, withoutContents(record)));
    return new Changes(
        changes.runs(),
        changes.usage(),
        changes.ops(),
        changes.timelines(),
        plans,
        changes.alerts(),
        changes.gone());
  }

  private static PlanRecord withoutContents(PlanRecord record) {
    if (record instanceof PlanRecord.Page page) {
      return new PlanRecord.Page(
          page.intervals().stream().map(StoredStateTest::withoutContents).toList(), page.offset());
    }
    ObjectNode summary = Json.MAPPER.valueToTree(record);
    summary.remove("instructions");
    summary.withArray("findings").forEach(found -> ((ObjectNode) found).remove("partners"));
    summary.withArray("peakOwners").forEach(owner -> ((ObjectNode) owner).remove("opName"));
    return Json.MAPPER.treeToValue(summary, PlanRecord.class);
  }

  private static MemoryEvent.Interval withoutContents(MemoryEvent.Interval interval) {
    PlannedBuffer buffer = interval.buffer();
    return interval.with(new PlannedBuffer(buffer.name(), buffer.op(), buffer.bufferClass()));
  }

  @Test
  void aChangedLayoutNeedsAVersionAndAFileOfItsOwn() throws IOException {
    byte[] log = log();
    HeapParts parts = new HeapParts();
    LogAnalysis.load("log", parts).after(slice(log, 0, half(log)));
    if ("write".equals(System.getProperty("tidemark.golden"))) {
      Path folder = Path.of("src/test/resources/io/tidemark/analysis/stored");
      Files.write(folder.resolve(NEWEST + ".txt"), parts(parts));
      return;
    }
    assertThat(parts(parts)).isEqualTo(golden(NEWEST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "counts",
        "quoted lines",
        "alerts",
        "document",
        "formats",
        "devices",
        "program points",
        "plans",
        "system tenstorrent",
        "system tpu-mlir",
        "system tt-train",
        "system zant",
        "system tflite-micro",
        "system xla",
        "system ttnn"
      })
  void aSectionOfAnotherVersionBeginsAnewAndTheLogGoesOn(String tag) throws IOException {
    byte[] log = log();
    HeapParts parts = read(golden(NEWEST));
    byte[] hot = Objects.requireNonNull(parts.get(Store.HOT, "log"));
    hot[versionOf(tag, hot)] = 99;
    parts.put(Store.HOT, "log", hot);

    LogAnalysis restored = LogAnalysis.load("log", parts);
    restored.after(slice(log, half(log), log.length));
    restored.end();

    assertThat(restored.restartedSections()).contains(tag);
    assertThat(restored.changes().runs()).hasSize(1);
    // Sections that depend on a restarted one restart, too.
    boolean alone = !tag.equals("plans") && !tag.equals("devices");
    assertThat(restored.restartedSections().size() == 1).isEqualTo(alone);
  }

  /** After the tag come the section's length, of one byte or more, and its version. */
  private static int versionOf(String tag, byte[] hot) {
    String text = new String(hot, StandardCharsets.ISO_8859_1);
    int at = text.indexOf((char) (2 * tag.length()) + tag) + 1 + tag.length();
    while (hot[at] < 0) {
      at++;
    }
    return at + 1;
  }
}
