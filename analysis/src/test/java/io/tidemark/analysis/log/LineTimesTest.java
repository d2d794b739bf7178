package io.tidemark.analysis.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Times of lines of which only some state a time, read long after they were written. */
class LineTimesTest {

  private static final long READ_MILLIS = Instant.parse("2026-11-22T12:00:00Z").toEpochMilli();
  private static final SliceOrigin TAILED =
      new SliceOrigin(null, Map.of(), ZoneOffset.UTC, new FileStatus(0, READ_MILLIS));
  private static final RunId RUN = new RunId("log", 1);
  private static final MemoryKey DRAM = new MemoryKey(RUN, "0", "DRAM");

  private final HeapParts parts = new HeapParts();
  private final Map<MemoryKey, MemoryUsage> usage = new HashMap<>();
  private final Map<MemoryKey, MemoryTimeline> timelines = new HashMap<>();
  private final Map<AlertKey, Alert> alerts = new HashMap<>();
  private final Map<RunId, Long> starts = new HashMap<>();
  private LogAnalysis log = LogAnalysis.load("log", parts);
  private String file = "first";
  private long next;

  private static String block(double usedMb) {
    return "Always | DEBUG | Device memory state before operation AddOp\n"
        + ("Always | DEBUG | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank:"
                + " 100.000 MB, totalBytesAllocatedPerBank: %.3f MB, totalBytesFreePerBank: %.3f"
                + " MB, largestContiguousBytesFreePerBank: %.3f MB}\n")
            .formatted(usedMb, 100 - usedMb, 100 - usedMb);
  }

  /** The same block as a container runtime writes it. */
  private static String block(String time, double usedMb) {
    return block(usedMb)
        .lines()
        .map(
            line ->
                "{\"log\":\"%s\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-20T%s.0Z\"}\n"
                    .formatted(line, time))
        .collect(Collectors.joining());
  }

  private static long millis(String time) {
    return Instant.parse("2026-11-20T" + time + "Z").toEpochMilli();
  }

  private void read(String text) {
    read(text, SliceOrigin.UNKNOWN);
  }

  /** Reads lines that were in their file, last changed now, before it was read. */
  private void find(String text) {
    read(text, TAILED.found(SliceOrigin.Found.OLD));
  }

  /** Reads lines as a tailer that follows their file. */
  private void follow(String text) {
    read(text, TAILED);
  }

  private void read(String text, SliceOrigin origin) {
    byte[] bytes = text.getBytes(UTF_8);
    log.after(
        new Slice(file, next, bytes.length, 1, false, false, READ_MILLIS, READ_MILLIS + 1, bytes)
            .from(origin));
    next += bytes.length;
    Changes changes = log.changes();
    usage.putAll(changes.usage());
    timelines.putAll(changes.timelines());
    alerts.putAll(changes.alerts());
    changes.runs().forEach((run, status) -> starts.put(run, status.startMillis()));
  }

  private void restart() {
    log = LogAnalysis.load("log", parts);
  }

  private long newest(RunId run) {
    return Objects.requireNonNull(usage.get(new MemoryKey(run, "0", "DRAM"))).timeMillis();
  }

  @Test
  void firstLinesWithoutATimeDoNotPinThoseThatStateTheirs() {
    read("a banner\n" + block("10:00:00", 1) + block("10:00:07", 2));
    assertThat(newest(RUN)).isEqualTo(millis("10:00:07"));
    assertThat(starts).containsEntry(RUN, millis("10:00:00"));
  }

  @Test
  void figuresBeforeTheFirstStatedTimeDoNotPinItEitherThroughARestart() {
    read(block(1));
    assertThat(newest(RUN)).isGreaterThanOrEqualTo(READ_MILLIS);
    restart();
    read(block("10:00:00", 2));
    assertThat(newest(RUN)).isEqualTo(millis("10:00:00"));
    restart();
    read(block("10:00:07", 3) + block("10:00:05", 4) + block(5));
    assertThat(newest(RUN)).as("what is stated does not run back").isEqualTo(millis("10:00:07"));

    read(block("10:00:08", 4) + block("10:00:09", 4));
    MemoryTimeline timeline = Objects.requireNonNull(timelines.get(DRAM));
    assertThat(timeline.byTime().from()).isEqualTo(millis("10:00:00"));
    assertThat(timeline.byTime().leastBytes().get(0)).isEqualTo(12L << 20);
  }

  @Test
  void anAlertOfFiguresBeforeTheFirstStatedTimeEndsByTheLogsOwnTime() {
    read(block(99.5));
    read(block("10:00:00", 1));
    read(block("11:00:00", 1) + block("11:00:01", 1));
    Alert alert =
        Objects.requireNonNull(alerts.get(new AlertKey(RUN, AlertRule.CRITICAL, "0", "DRAM")));
    assertThat(alert.startMillis()).isEqualTo(millis("10:00:00"));
    assertThat(alert.endMillis()).isBetween(millis("10:00:00"), millis("11:00:00"));
  }

  @Test
  void whatWasInTheFileBeforeHappenedAtItsDatesThroughARestart() {
    find("2026-11-20 10:00:00 starts\n" + block(1) + "2026-11-20 10:00:10 step\n");
    assertThat(newest(RUN)).isBetween(millis("10:00:00"), millis("10:00:10"));
    restart();
    find(block(99.5) + "no date\n".repeat(10));
    assertThat(newest(RUN)).isBetween(millis("10:00:10"), millis("10:00:11"));
    find("2026-11-20 10:05:00 step\n" + block(2) + block(2));
    assertThat(newest(RUN)).isBetween(millis("10:05:00"), millis("10:05:01"));
    Alert alert =
        Objects.requireNonNull(alerts.get(new AlertKey(RUN, AlertRule.CRITICAL, "0", "DRAM")));
    assertThat(alert.startMillis()).isBetween(millis("10:00:10"), millis("10:00:11"));
    assertThat(alert.active()).isFalse();

    follow(block(3));
    assertThat(newest(RUN)).as("read as it was written").isGreaterThanOrEqualTo(READ_MILLIS);
    restart();
    find(block(4));
    assertThat(newest(RUN)).as("written while nobody read").isGreaterThanOrEqualTo(READ_MILLIS);
  }

  @Test
  void aDateThatALogNamesSeldomIsNotThatOfTheLinesBeforeIt() {
    find("2026-11-20 10:00:00 starts\n");
    find(block(1) + "no date\n".repeat(1000) + "2026-11-20 11:00:00 step\n" + block(2));
    MemoryTimeline timeline = Objects.requireNonNull(timelines.get(DRAM));
    assertThat(timeline.byTime().from()).isBetween(millis("10:00:00"), millis("10:30:00"));
    assertThat(newest(RUN)).isBetween(millis("11:00:00"), millis("11:00:01"));
  }

  /** A copy has the date of its own; a log of hours without a date grew until its last change. */
  @Test
  void whatIsLongUndatedAtTheEndOfACopiedFileIsNotOfTheDateOfTheCopy() {
    find("2026-11-01 10:00:00 starts\n" + "no date\n".repeat(1000) + block(1));
    assertThat(Instant.ofEpochMilli(newest(RUN)))
        .isBetween(Instant.parse("2026-11-01T10:00:00Z"), Instant.parse("2026-11-01T10:00:02Z"));
  }

  @Test
  void whatIsLongUndatedAtTheEndOfAFileGrewUntilItsLastChange() {
    find("2026-11-21 20:00:00 starts\n" + "no date\n".repeat(1000) + block(1));
    assertThat(newest(RUN)).isBetween(READ_MILLIS - 3_600_000, READ_MILLIS);
  }

  @Test
  void aDateWithoutAYearIsInTheYearOfThoseBefore() {
    find("2024-06-19 10:00:00 starts\n");
    find("INFO 06-20 10:00:00 step\n" + block(1));
    assertThat(Instant.ofEpochMilli(newest(RUN)))
        .isBetween(Instant.parse("2024-06-20T10:00:00Z"), Instant.parse("2024-06-20T10:00:01Z"));
  }

  @Test
  void aDateBehindTheLastChangeOfTheFileIsThatOfAnotherClock() {
    find("2026-11-22 11:59:00 starts\n2026-11-22 13:59:00 step\n" + block(1));
    assertThat(newest(RUN)).isBetween(READ_MILLIS - 60_000, READ_MILLIS);
    follow(block(2));
    assertThat(newest(RUN)).isBetween(READ_MILLIS, READ_MILLIS + 1);
  }

  @Test
  void aNextFilesStatedTimesGoOnFromThoseOfTheOneBeforeThroughARestart() {
    read(block("10:00:07", 1));
    file = "second";
    next = 0;
    read("a banner\n");
    restart();
    read(block("10:00:05", 1));
    assertThat(newest(new RunId("log", 2))).isEqualTo(millis("10:00:07"));
    read(block("10:00:09", 1));
    assertThat(newest(new RunId("log", 2))).isEqualTo(millis("10:00:09"));
  }
}
