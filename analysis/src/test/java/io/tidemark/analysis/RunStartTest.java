package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.log.SliceOrigin.Found;
import io.tidemark.model.run.RunStatus;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A run begins at the first date of a log that was there before, else when it is read; it also has
 * the file it is read from.
 */
class RunStartTest {

  private static final ZoneId TOKYO = ZoneId.of("Asia/Tokyo");
  private static final Instant READ = Instant.parse("2026-11-22T12:00:00Z");

  private static final String SUMMARY =
      """
      === Memory Usage Summary ===
      %s
      --- ENTRY ---
        DRAM: Segment Peak 10.00 MB, Allocations 10.00 MB, Deallocations 5.00 MB, Segment Change +5.00 MB
        DRAM: Cumulative Peak 10.00 MB, Cumulative Current 5.00 MB
        L1: Peak CB 0.50 MB, Peak Buffer 0.25 MB, Peak Total 0.75 MB
      """;

  private final HeapParts parts = new HeapParts();
  private final Map<Integer, RunStatus> runs = new TreeMap<>();
  private long offset;

  /** Lines that were in their file before; it was changed when it was read. */
  private static SliceOrigin found(@Nullable ZoneId zone) {
    return found(zone, READ);
  }

  private static SliceOrigin found(@Nullable ZoneId zone, Instant changed) {
    FileStatus file = new FileStatus(0, changed.toEpochMilli());
    return new SliceOrigin("box", Map.of(), zone, file).found(Found.OLD);
  }

  private static SliceOrigin asWritten() {
    return found(TOKYO).found(null);
  }

  private boolean isUndated() {
    return runs.get(1).lacksDate();
  }

  /** Reads each slice with a state that was stored and loaded, as after a restart. */
  private void read(String text, SliceOrigin origin) {
    byte[] bytes = text.getBytes(UTF_8);
    int lines = (int) text.lines().count();
    long millis = READ.toEpochMilli();
    Slice slice = new Slice("g", offset, bytes.length, lines, false, false, millis, millis, bytes);
    offset = slice.end();
    LogAnalysis log = LogAnalysis.load("a.log", parts, Settings.DEFAULT);
    log.after(slice.from(origin));
    log.changes().runs().forEach((run, status) -> runs.put(run.number(), status));
  }

  private Instant start(int run) {
    return Instant.ofEpochMilli(runs.get(run).startMillis());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2026-06-19 09:26:13.108 | critical | TT_FATAL: x; 2026-08-08; 2026-06-19T00:26:13.108Z",
        "2026-06-19T09:26:13.108Z starts; 2026-08-08; 2026-06-19T09:26:13.108Z",
        "(Worker_TP1 pid=202) INFO 06-19 09:25:35 [core.py:1] x; 2026-08-08; 2026-06-19T00:25:35Z",
        "INFO 12-19 09:25:35 [core.py:1] in the year before; 12-20; 2025-12-19T00:25:35Z",
      })
  void aRunBeginsAtTheFirstDateOfItsLog(String line, String later, Instant begin) {
    read("no date here\n" + line + "\n" + later + " 08:08:08.000 later\n", found(TOKYO));

    assertThat(start(1)).isEqualTo(begin);
    assertThat(isUndated()).isFalse();
  }

  @Test
  void theFirstDateMayComeAfterARestart() {
    read("no date here\n", found(TOKYO));
    assertThat(start(1)).isEqualTo(READ);
    assertThat(isUndated()).isTrue();

    read("2026-06-19 09:26:13.108 | info | x\n", found(TOKYO));
    assertThat(start(1)).isEqualTo(Instant.parse("2026-06-19T00:26:13.108Z"));
    assertThat(isUndated()).isFalse();

    read("2026-06-18 09:26:13.108 | info | a clock set back\n", found(TOKYO));
    assertThat(start(1)).isEqualTo(Instant.parse("2026-06-19T00:26:13.108Z"));
  }

  @ParameterizedTest
  @CsvSource({"no date here", "2027-06-19 09:26:13.108 | a date of the future"})
  void aLogWithoutAPastDateWasWrittenBeforeTheLastChangeOfItsFile(String line) {
    Instant changed = READ.minusSeconds(3600);
    read(line + "\n", found(TOKYO, changed));

    assertThat(start(1)).isEqualTo(changed);
    assertThat(isUndated()).isTrue();

    read("it goes on\n", asWritten());
    assertThat(isUndated()).as("this line was read as it was written").isFalse();
  }

  @Test
  void aLineThatIsReadAsItIsWrittenNeedsNoDate() {
    read("2026-06-19 09:26:13.108 | info | a container's clock in another zone\n", asWritten());

    assertThat(start(1)).isEqualTo(READ);
  }

  @Test
  void aCopiedLogEndedWithItsLastDate() {
    read("2026-06-19 09:26:13.108 | info | x\n", found(ZoneOffset.UTC));

    FileStatus file = runs.get(1).source().file();
    assertThat(Instant.ofEpochMilli(file.changedMillis()))
        .isBetween(Instant.parse("2026-06-19T09:26:13Z"), Instant.parse("2026-06-19T09:26:14Z"));
  }

  @Test
  void aLogInAnotherZoneWasChangedWhenItsFileWas() {
    read("2026-11-22 03:26:13.108 | info | x\n", found(ZoneOffset.UTC));

    FileStatus file = runs.get(1).source().file();
    assertThat(Instant.ofEpochMilli(file.changedMillis())).isEqualTo(READ);
  }

  @Test
  void aLogThatGrewLongBehindItsLastDateEndedWithTheLastChangeOfItsFile() {
    Instant changed = READ.minusSeconds(3600);
    String tail = "a line without a date\n".repeat(300);
    read("2026-11-21 19:26:13.108 | info | x\n" + tail, found(ZoneOffset.UTC, changed));

    FileStatus file = runs.get(1).source().file();
    assertThat(Instant.ofEpochMilli(file.changedMillis())).isEqualTo(changed);
    assertThat(start(1)).isEqualTo(Instant.parse("2026-11-21T19:26:13.108Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-22 03:00:00, 2026-11-22T12:00:00Z, a container in another zone",
    "2026-06-19 09:26:13, 2026-06-19T09:26:13Z, a copy",
    "no date at all here, 2026-11-22T12:00:00Z, as it was written"
  })
  void aNewFileIsReadAsItIsWrittenUnlessItIsACopy(String line, Instant begin, String why) {
    read(line + " starts\n", found(ZoneOffset.UTC).found(Found.FRESH));

    assertThat(start(1)).as(why).isEqualTo(begin);
    assertThat(isUndated()).isFalse();
  }

  @Test
  void aReplayHasItsOwnTimes() {
    read("2026-06-19 09:26:13.108 | info | x\n", found(null));

    assertThat(start(1)).isEqualTo(READ);
  }

  @Test
  void eachRunOfAFileBeginsAtADateOfItsOwn() {
    String first = SUMMARY.formatted("2026-06-19 09:00:00.000 | first");
    String undated = SUMMARY.formatted("no date");
    String last = SUMMARY.formatted("2026-06-19 11:00:00.000 | last");
    read(first + undated + last, found(ZoneOffset.UTC));

    assertThat(start(1)).isEqualTo(Instant.parse("2026-06-19T09:00:00Z"));
    assertThat(start(2))
        .as("between the dates before and behind it")
        .isBetween(Instant.parse("2026-06-19T09:05:00Z"), Instant.parse("2026-06-19T10:55:00Z"));
    assertThat(start(3))
        .isBetween(Instant.parse("2026-06-19T10:30:00Z"), Instant.parse("2026-06-19T11:00:00Z"));
  }

  @Test
  void aRunKnowsTheNewestSizeOfItsFileAfterARestartToo() {
    read("one\n", new SliceOrigin("box", Map.of(), TOKYO, new FileStatus(400, 7L)));
    read("two\n", new SliceOrigin("box", Map.of(), TOKYO, new FileStatus(500, null)));
    assertThat(runs.get(1).source().file()).isEqualTo(new FileStatus(500, null));
    assertThat(runs.get(1).source().unreadBytes()).isEqualTo(492);

    read("three\n", new SliceOrigin("box", Map.of()));
    assertThat(runs.get(1).source().file()).isEqualTo(new FileStatus(500, null));
  }
}
