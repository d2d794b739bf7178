package io.tidemark.analysis.date;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Slice;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTimesTest {

  private static final LogTimes TWO =
      LogTimes.of(
          List.of(new LogTimes.Mark(100, 1_000), new LogTimes.Mark(300, 2_000)), LogTimes.from(0));

  private static Slice slice(long offset, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    int lines = (int) text.lines().count();
    return new Slice("g", offset, bytes.length, lines, false, !text.endsWith("\n"), 7, 7, bytes);
  }

  private static List<LogTimes.Mark> marks(int most, String... lines) {
    Dates dates = new Dates(most);
    dates.add(slice(0, String.join("\n", lines) + "\n"));
    return dates.marks(ZoneOffset.UTC, LocalDateTime.of(2026, 1, 1, 0, 0));
  }

  private static long second(long millis) {
    return millis / 1000 % 60;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 990",
    "90, 999",
    "100, 1000",
    "101, 1005",
    "200, 1500",
    "299, 1995",
    "300, 2000",
    "310, 2001",
    "1300, 2100"
  })
  void betweenDatesTimeRunsWithTheBytesAndOutsideAtTheStatedPace(long offset, long millis) {
    assertThat(TWO.millisAt(offset)).isEqualTo(millis);
  }

  @Test
  void aLongStretchIsCutAtLineEndsAndNothingIsLeftOut() {
    Slice whole = slice(100, "nine more\n".repeat(20));

    List<Slice> cut = TWO.cut(whole, 250);

    assertThat(cut).hasSizeBetween(4, 5);
    long end = whole.offset();
    StringBuilder text = new StringBuilder();
    for (Slice piece : cut) {
      assertThat(piece.offset()).isEqualTo(end);
      assertThat(piece.fromMillis()).isEqualTo(1_000 + 5 * (end - 100));
      assertThat(piece.toMillis() - piece.fromMillis()).isPositive().isLessThanOrEqualTo(300);
      assertThat(piece.lines() * 10L).isEqualTo(piece.length());
      text.append(new String(piece.bytes(), UTF_8));
      end = piece.end();
    }
    assertThat(text).hasToString("nine more\n".repeat(20));
    assertThat(TWO.cut(whole, 1_001)).hasSize(1);
  }

  @Test
  void oneLineIsNeverCut() {
    assertThat(TWO.cut(slice(100, "x".repeat(150) + "\n" + "y".repeat(48) + "\n"), 10)).hasSize(2);
  }

  @Test
  void aLogWithoutADateEndsWithItsFileOrBeginsAsTold() {
    assertThat(LogTimes.until(5_000, 1_000).millisAt(1_000)).isEqualTo(5_000);
    assertThat(LogTimes.until(5_000, 1_000).millisAt(0)).isEqualTo(4_900);
    assertThat(LogTimes.from(5_000).millisAt(0)).isEqualTo(5_000);
    assertThat(LogTimes.from(5_000).millisAt(1_000)).isEqualTo(5_100);
    assertThat(LogTimes.of(List.of(), LogTimes.from(5_000)).dates()).isZero();
  }

  @Test
  void slicesAreCutWhereADateStands() {
    LogTimes times =
        LogTimes.of(
            List.of(new LogTimes.Mark(10, 1_000), new LogTimes.Mark(16, 4_000)), LogTimes.from(0));
    List<Slice> cut = times.cut(slice(8, "a\nb\nc\nd\ne\nf"));
    assertThat(cut).extracting(Slice::offset).containsExactly(8L, 10L, 16L);
    assertThat(cut).extracting(Slice::fromMillis).containsExactly(1_000L, 1_000L, 4_000L);
    assertThat(cut).extracting(Slice::toMillis).containsExactly(1_000L, 4_000L, 4_000L);
    assertThat(cut).extracting(Slice::lines).containsExactly(1, 3, 2);
    assertThat(cut).extracting(Slice::unterminated).containsExactly(false, false, true);
    assertThat(cut.stream().map(part -> new String(part.bytes(), UTF_8)).toList())
        .containsExactly("a\n", "b\nc\nd\n", "e\nf");
  }

  @Test
  void aLineCutToItsLimitStandsForItsWholeLength() {
    Slice head = new Slice("g", 90, 500, 1, true, false, 7, 7, "head".getBytes(UTF_8));
    Slice timed = TWO.cut(head).get(0);
    assertThat(TWO.cut(head)).hasSize(1);
    assertThat(timed.length()).isEqualTo(500);
    assertThat(timed.truncated()).isTrue();
    assertThat(timed.toMillis()).isEqualTo(2_029);
  }

  @Test
  void oneDateOfTheFutureCostsNoOther() {
    List<LogTimes.Mark> marks =
        marks(
            Dates.MOST,
            "2026-06-19 09:00:01.000 a",
            "2031-01-01 00:00:00.000 the clock was wrong",
            "2026-06-19 09:00:02.000 b",
            "2026-06-19 09:00:02.000 c",
            "2026-06-19 08:59:59.000 late from another buffer",
            "2026-06-19 09:00:03.000 d");
    assertThat(marks).extracting(mark -> second(mark.millis())).containsExactly(1L, 2L, 2L, 3L);
  }

  @Test
  void aSecondThatHasBegunSaysNothingNew() {
    List<LogTimes.Mark> marks =
        marks(
            Dates.MOST,
            "2026-06-19 09:25:44.027 a",
            "INFO 06-19 09:25:44 b",
            "INFO 06-19 09:25:44 c",
            "INFO 06-19 09:25:49 d");
    assertThat(marks).extracting(mark -> mark.millis() % 60_000).containsExactly(44_027L, 49_000L);
  }

  @Test
  void ofVeryManyDatesSomeAreKept() {
    String[] lines =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "2026-06-19 09:%02d:%02d.000 x".formatted(i / 60, i % 60))
            .toArray(String[]::new);
    List<LogTimes.Mark> marks = marks(64, lines);
    assertThat(marks).hasSizeBetween(32, 64);
    int length = lines[0].length() + 1;
    assertThat(marks)
        .allSatisfy(
            mark ->
                assertThat(mark.millis() - marks.get(0).millis())
                    .isEqualTo(1_000 * (mark.offset() / length)));
  }
}
