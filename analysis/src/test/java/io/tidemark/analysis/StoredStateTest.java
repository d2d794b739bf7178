package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.RunRetention;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.analysis.store.NewBeginning;
import io.tidemark.analysis.store.OtherVersion;
import io.tidemark.analysis.store.ReadProgress;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.smile.SmileMapper;

/** The stored state of a log with lines of every system, read within the log's last file. */
class StoredStateTest {

  /**
   * The state of this log as the release before stored it, in a layout without names: the store,
   * the key and the bytes of each part. Nothing writes it again.
   */
  private static final String RELEASE = "stored/before-names.txt";

  private byte[] log = {};
  private int half;

  @BeforeEach
  void readLog() throws IOException {
    String[] names = {
      "tenstorrent/runtime",
      "tpumlir/records",
      "tpumlir/bmprofile",
      "zant/allocator",
      "tflm/plans",
      "tenstorrent/device-reports",
      "xla/dump"
    };
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String name : names) {
      all.writeBytes(GoldenCase.log(name));
    }
    log = all.toByteArray();
    half = log.length - GoldenCase.log(names[names.length - 1]).length / 2;
    while (log[half - 1] != '\n') {
      half--;
    }
  }

  private Slice slice(int from, int to) {
    byte[] bytes = Arrays.copyOfRange(log, from, to);
    return new Slice(
        "file", from, bytes.length, LogRun.lines(bytes), false, false, 1_000, 2_000, bytes);
  }

  private HeapParts firstHalf() {
    HeapParts parts = new HeapParts();
    LogAnalysis.load("log", parts).after(slice(0, half));
    return parts;
  }

  private Changes rest(LogAnalysis analysis) {
    analysis.after(slice(half, log.length));
    analysis.end();
    return analysis.changes();
  }

  @Test
  void theLogGoesOnAsIfItHadNeverStopped() {
    LogAnalysis whole = LogAnalysis.load("log", new HeapParts());
    whole.after(slice(0, half));
    LogAnalysis restored = LogAnalysis.load("log", firstHalf());
    assertThat(restored.restartedSections()).isEmpty();
    assertThat(rest(restored)).usingRecursiveComparison().isEqualTo(rest(whole));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "writers",
        "counts",
        "alerts",
        "document",
        "devices",
        "program points",
        "plans",
        "system tenstorrent",
        "system tpu-mlir",
        "system tt-train",
        "system zant",
        "system tflite-micro",
        "system xla"
      })
  void anUnreadableSectionBeginsAnewAndTheLogGoesOn(String tag) {
    HeapParts parts = firstHalf();
    SmileMapper smile = new SmileMapper();
    byte[] hot = Objects.requireNonNull(parts.get(Store.HOT, "log"));
    ObjectNode part = (ObjectNode) smile.readTree(hot);
    ObjectNode sections = (ObjectNode) part.get("sections");
    // The first line of a log shows that its file is no document.
    assertThat(sections.has(tag)).isNotEqualTo(tag.equals("document"));
    sections.put(tag, new byte[] {99});
    parts.put(Store.HOT, "log", smile.writeValueAsBytes(part));

    LogAnalysis restored = LogAnalysis.load("log", parts);
    assertThat(restored.restartedSections()).contains(tag);
    assertThat(rest(restored).runs()).hasSize(1);
    // Sections that depend on a restarted one restart, too.
    boolean alone = !tag.equals("plans") && !tag.equals("devices");
    assertThat(restored.restartedSections().size() == 1).isEqualTo(alone);
    assertThat(LogAnalysis.load("log", parts).restartedSections()).isEmpty();
  }

  @Test
  void aSystemWithoutAFactIsNotStored() {
    HeapParts parts = new HeapParts();
    byte[] line = "INFO: Started server process [4242]\n".getBytes(UTF_8);
    LogAnalysis.load("log", parts)
        .after(new Slice("file", 0, line.length, 1, false, false, 1_000, 2_000, line));
    byte[] hot = Objects.requireNonNull(parts.get(Store.HOT, "log"));
    assertThat(new SmileMapper().readTree(hot).get("sections").propertyNames())
        .filteredOn(tag -> tag.startsWith("system "))
        .containsExactly("system tt-train");
  }

  private static HeapParts ofRelease() throws IOException {
    HeapParts parts = new HeapParts();
    new String(LogRun.resource(RELEASE), UTF_8)
        .lines()
        .forEach(
            line -> {
              String[] fields = line.split(" ", 3);
              parts.put(
                  Store.valueOf(fields[0]),
                  new String(HexFormat.of().parseHex(fields[1]), UTF_8),
                  HexFormat.of().parseHex(fields[2]));
            });
    return parts;
  }

  /** What the job does with a state that cannot be loaded. */
  private static LogAnalysis begunAnew(HeapParts parts) {
    assertThatThrownBy(() -> LogAnalysis.load("log", parts)).isInstanceOf(OtherVersion.class);
    NewBeginning.begin("log", 0, ReadProgress.stored("log", parts), parts);
    return LogAnalysis.load("log", parts);
  }

  @Test
  void aPartWithOtherNamesIsOfAnotherVersionAndACutOneIsDamaged() {
    HeapParts parts = firstHalf();
    SmileMapper smile = new SmileMapper();
    byte[] hot = Objects.requireNonNull(parts.get(Store.HOT, "log"));
    ObjectNode part = (ObjectNode) smile.readTree(hot);
    ObjectNode renamed = smile.createObjectNode().put("position", 7);
    ((ObjectNode) part.get("sections")).put("source", smile.writeValueAsBytes(renamed));
    parts.put(Store.HOT, "log", smile.writeValueAsBytes(part));
    assertThatThrownBy(() -> LogAnalysis.load("log", parts)).isInstanceOf(OtherVersion.class);

    for (int cut : new int[] {1, 3, 40, hot.length / 2, hot.length - 1}) {
      parts.put(Store.HOT, "log", Arrays.copyOf(hot, cut));
      assertThatThrownBy(() -> LogAnalysis.load("log", parts))
          .as("%d bytes", cut)
          .isNotInstanceOf(OtherVersion.class)
          .hasMessage("the stored state is damaged");
    }
    ((ObjectNode) part.get("sections")).put("source", new byte[] {99});
    parts.put(Store.HOT, "log", smile.writeValueAsBytes(part));
    assertThatThrownBy(() -> LogAnalysis.load("log", parts))
        .isNotInstanceOf(OtherVersion.class)
        .hasMessage("the stored state is damaged");
  }

  @Test
  void theStateOfTheReleaseBeforeIsDroppedAndTheNextSliceBeginsTheNextRun() throws IOException {
    HeapParts parts = ofRelease();
    LogAnalysis restored = begunAnew(parts);
    assertThat(restored.changes()).isEqualTo(Changes.NONE);
    assertThat(PartSizes.count(parts)).isEqualTo(1);

    restored.after(slice(half, log.length));
    RunStatus run = restored.changes().runs().get(new RunId("log", 2));
    assertThat(run).isNotNull();
    assertThat(run.gaps()).isZero();
    assertThat(run.lines().fact() + run.lines().ignored() + run.lines().rejected())
        .isEqualTo(LogRun.lines(Arrays.copyOfRange(log, half, log.length)));
    LogAnalysis again = LogAnalysis.load("log", parts);
    assertThat(again.restartedSections()).isEmpty();
    assertThat(again.changes().runs()).containsOnlyKeys(new RunId("log", 2));
  }

  @Test
  void endedRunsOfTheReleaseBeforeKeepTheirNumbersAndStopNothing() throws IOException {
    HeapParts parts = ofRelease();
    byte[] keysOfRelease = {1, 0, 0, 0};
    for (int run = 1; run <= RunRetention.KEPT; run++) {
      parts.put(Store.HOT, "log\0%08d".formatted(run), keysOfRelease);
    }
    LogAnalysis restored = begunAnew(parts);
    restored.after(slice(half, log.length));
    restored.end();
    assertThat(restored.changes().runs()).containsOnlyKeys(new RunId("log", RunRetention.KEPT + 1));
    assertThat(RunRetention.holds(new RunId("log", 1), parts)).isFalse();
    assertThat(RunRetention.holds(new RunId("log", 2), parts)).isTrue();
  }

  private static String ofWorker(int worker, String op) {
    String prefix = "[1," + worker + "]<stdout>:Always | DEBUG | Device ";
    return prefix
        + "memory state before operation "
        + op
        + "\n"
        + prefix
        + "DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.169 MB,"
        + " totalBytesAllocatedPerBank: 1.000 MB, totalBytesFreePerBank: 1020.169 MB,"
        + " largestContiguousBytesFreePerBank: 1020.000 MB}\n";
  }

  @Test
  void aWorkerWhoseRunIsUnreadableBeginsAnotherOne() {
    LogRun run = new LogRun(Settings.DEFAULT);
    run.feedNext("life", (ofWorker(0, "A") + ofWorker(1, "A")).getBytes(UTF_8));
    run.publish();
    String part = "log\0open\0" + "00000002";
    assertThat(run.parts.get(Store.HOT, part)).isNotNull();
    run.parts.put(Store.HOT, part, new byte[] {1, 2, 3});

    LogAnalysis restored = LogAnalysis.load("log", run.parts);
    assertThat(restored.restartedSections()).containsExactly("open\0" + "00000002");
    assertThat(LogAnalysis.load("log", run.parts).restartedSections()).isEmpty();
    run.restart();
    run.feedNext("life", (ofWorker(0, "B") + ofWorker(1, "B")).getBytes(UTF_8));
    run.publish();
    assertThat(run.runs.get(new RunId("log", 1)).snapshots()).isEqualTo(2);
    assertThat(run.runs.get(new RunId("log", 3)).snapshots()).isEqualTo(1);
    assertThat(run.runs.get(new RunId("log", 1)).tracking().turnedAway()).isNull();
  }
}
