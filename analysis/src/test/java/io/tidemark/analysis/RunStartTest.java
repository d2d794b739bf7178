package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.run.RunStatus;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A run begins at the time of its log, else when it is read; it also has the file it is read from.
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

  private static SliceOrigin origin(@Nullable ZoneId zone) {
    return new SliceOrigin("box", Map.of(), zone, null);
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
        "2026-06-19 09:26:13.108 | critical | TT_FATAL: x; 2026-06-19T00:26:13.108Z",
        "2026-06-19T09:26:13.108Z starts; 2026-06-19T09:26:13.108Z",
        "(Worker_TP1 pid=202) INFO 06-19 09:25:35 [core.py:1] x; 2026-06-19T00:25:35Z",
        "INFO 12-19 09:25:35 [core.py:1] a date without a year is past; 2025-12-19T00:25:35Z",
      })
  void aRunBeginsAtTheFirstDateOfItsLog(String line, Instant begin) {
    read("no date here\n" + line + "\n2026-08-08 08:08:08.000 | info | later\n", origin(TOKYO));

    assertThat(start(1)).isEqualTo(begin);
  }

  @Test
  void theFirstDateMayComeAfterARestart() {
    read("no date here\n", origin(TOKYO));
    assertThat(start(1)).isEqualTo(READ);

    read("2026-06-19 09:26:13.108 | info | x\n", origin(TOKYO));
    assertThat(start(1)).isEqualTo(Instant.parse("2026-06-19T00:26:13.108Z"));

    read("2026-06-18 09:26:13.108 | info | a clock set back\n", origin(TOKYO));
    assertThat(start(1)).isEqualTo(Instant.parse("2026-06-19T00:26:13.108Z"));
  }

  @ParameterizedTest
  @CsvSource({"no date here", "2027-06-19 09:26:13.108 | a date of the future"})
  void aLogWithoutAPastDateBeginsWhenItIsRead(String line) {
    read(line + "\n", origin(TOKYO));

    assertThat(start(1)).isEqualTo(READ);
  }

  @Test
  void aDateFarBelowTheFirstLinesIsNoBegin() {
    for (int i = 0; i < 5; i++) {
      read("no date here, and none for long\n".repeat(2000), origin(TOKYO));
    }
    read("2026-06-19 09:26:13.108 | info | x\n", origin(TOKYO));

    assertThat(start(1)).isEqualTo(READ);
  }

  @Test
  void aReplayHasItsOwnTimes() {
    read("2026-06-19 09:26:13.108 | info | x\n", origin(null));

    assertThat(start(1)).isEqualTo(READ);
  }

  @Test
  void eachRunOfAFileBeginsAtADateOfItsOwn() {
    String first = SUMMARY.formatted("2026-06-19 09:00:00.000 | first");
    String undated = SUMMARY.formatted("no date");
    String last = SUMMARY.formatted("2026-06-19 11:00:00.000 | last");
    read(first + undated + last, origin(ZoneOffset.UTC));

    assertThat(List.of(start(1), start(2), start(3)))
        .containsExactly(
            Instant.parse("2026-06-19T09:00:00Z"), READ, Instant.parse("2026-06-19T11:00:00Z"));
  }

  @Test
  void aRunKnowsTheNewestSizeOfItsFileAfterARestartToo() {
    read("one\n", new SliceOrigin("box", Map.of(), TOKYO, new FileStatus(400, 7L)));
    read("two\n", new SliceOrigin("box", Map.of(), TOKYO, new FileStatus(500, null)));
    assertThat(runs.get(1).source().file()).isEqualTo(new FileStatus(500, null));
    assertThat(runs.get(1).source().unreadBytes()).isEqualTo(492);

    read("three\n", origin(null));
    assertThat(runs.get(1).source().file()).isEqualTo(new FileStatus(500, null));
  }
}
