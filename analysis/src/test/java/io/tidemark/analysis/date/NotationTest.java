package io.tidemark.analysis.date;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotationTest {

  private static final LocalDateTime REFERENCE = LocalDateTime.of(2026, 6, 1, 0, 0);

  private static LogDate read(String line) {
    byte[] bytes = line.getBytes(UTF_8);
    return Notation.read(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2026-06-19 09:26:13.108 | critical | TT_FATAL: x; 2026-06-19T09:26:13.108Z",
        "2026-06-19 09:26:13.058 (  42.412s) [ B96B3140] stubs.inc:81; 2026-06-19T09:26:13.058Z",
        "2025-11-20 20:45:47,960 - INFO - set log file; 2025-11-20T20:45:47.960Z",
        "2021-09-01 16:44:20.175415: W tensorflow/core/c; 2021-09-01T16:44:20.175415Z",
        "2026/05/31 03:11:27 - INFO : TPU-MLIR; 2026-05-31T03:11:27Z",
        "2026-06-19T09:26:13+02:00 x; 2026-06-19T07:26:13Z",
        "2026-06-19T09:26:13.5Z x; 2026-06-19T09:26:13.5Z",
        "I0619 09:26:13.108000 21650 a.cc:1] x; 2026-06-19T09:26:13.108Z",
        "W0000 00:00:1795218093.080760   21678 bfc_; 2026-11-20T23:41:33.080760Z",
        "INFO 06-19 09:25:35 [__init__.py:46] x; 2026-06-19T09:25:35Z",
        "(EngineCore pid=4711) INFO 06-19 09:25:35 x; 2026-06-19T09:25:35Z",
        "[1,0]<stderr>: 2026-06-06 03:15:40,174 - ERROR; 2026-06-06T03:15:40.174Z",
        "[7] 2019-05-29 23:55:55.594693: E external/x; 2019-05-29T23:55:55.594693Z",
        "[rank0]: 2026-06-06 03:15:40,174 x; 2026-06-06T03:15:40.174Z",
        "[rank: 12] 2026-06-06 03:15:40,174 x; 2026-06-06T03:15:40.174Z",
        "[default3]:2026-06-06 03:15:40,174 x; 2026-06-06T03:15:40.174Z",
        "3: 2026-06-06 03:15:40,174 x; 2026-06-06T03:15:40.174Z",
        "[2026-06-06 03:15:40,174] x; 2026-06-06T03:15:40.174Z",
        "[rank0]:[titan] 2026-06-06 03:15:40,174 - root; 2026-06-06T03:15:40.174Z",
        "[06/06 03:15:40 d2.utils.events]: x; 2026-06-06T03:15:40Z",
      })
  void aDateAtTheHeadOfALineIsRead(String line, String instant) {
    assertThat(read(line).near(REFERENCE).millis(ZoneOffset.UTC))
        .isEqualTo(Instant.parse(instant).toEpochMilli());
  }

  @Test
  void eachDateIsWhatThePatternsRead() {
    Random random = new Random(7);
    List<String> dates =
        List.of(
            "2026-06-19 09:26:13.108417 x",
            "2026/06/19T09:26:13Z x",
            "2026-06-19T09:26:13+02:00 x",
            "I0619 09:26:13.108000 21650 a.cc:1] x",
            "W0000 00:00:1795218093.080760   21678 bfc_",
            "INFO 06-19 09:25:35 x",
            "[06/06 03:15:40 d2]: x");
    List<String> before =
        List.of(
            "",
            "",
            "",
            "[",
            "(a pid=1) ",
            "[rank0]: ",
            "3: ",
            "ERROR ",
            "Info ",
            "\u001b[32m",
            " ");
    List<String> marks =
        List.of(
            "\u001b[0m",
            "\u001b[38;5;240m",
            "\u001b[m",
            "\u001b",
            "1",
            "0",
            "-",
            "/",
            " ",
            "T",
            ":",
            ".",
            ",",
            "Z",
            "+",
            "[",
            "x");
    int read = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder line = new StringBuilder();
      line.append(before.get(random.nextInt(before.size())));
      line.append(dates.get(random.nextInt(dates.size())));
      line.setLength(random.nextInt(8, line.length() + 1));
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        int at = random.nextInt(line.length() + 1);
        int end = Math.min(line.length(), at + random.nextInt(2));
        line.replace(at, end, marks.get(random.nextInt(marks.size())));
      }
      byte[] bytes = line.toString().getBytes(UTF_8);
      LogDate date = Notation.byPattern(bytes, 0, bytes.length);
      assertThat(Notation.read(bytes, 0, bytes.length)).describedAs("%s", line).isEqualTo(date);
      read += date == null ? 0 : 1;
    }
    assertThat(read).isGreaterThan(20_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create time: Sun May 31 04:17:32 2026",
        "tests/x.py INFO 06-19 09:25:35 [__init__.py:44] Available",
        "loaded 2026-06-19 09:26:13.108",
        "2026-13-19 09:26:13.108 no such month",
        "2026-06-19 25:26:13 no such hour",
        "09:26:13.108 no day",
        "[step 3] 2026-06-19 09:26:13.108 no rank",
        "",
      })
  void whatALineIsAboutIsNotItsDate(String line) {
    assertThat(read(line)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T00:00, 2026-06-19T09:25:35",
    "2027-01-02T00:00, 2027-06-19T09:25:35",
    "2027-12-01T00:00, 2027-06-19T09:25:35",
    "2026-12-10T00:00, 2026-06-19T09:25:35",
    "2025-12-31T00:00, 2026-06-19T09:25:35",
    "2026-06-01T00:00, 2026-06-19T09:25:35",
  })
  void aDateWithoutAYearIsNearItsReference(LocalDateTime reference, LocalDateTime read) {
    assertThat(read("INFO 06-19 09:25:35 x").near(reference).local()).isEqualTo(read);
  }

  @Test
  void coloursAreNoPartOfADate() {
    assertThat(read("\u001b[32m2026-06-19 09:26:13.108\u001b[0m | x").local())
        .isEqualTo("2026-06-19T09:26:13.108");
  }

  @Test
  void aDateWithoutAZoneIsInTheZoneTold() {
    assertThat(read("2026-06-19 09:26:13.108 x").millis(ZoneOffset.ofHours(2)))
        .isEqualTo(Instant.parse("2026-06-19T07:26:13.108Z").toEpochMilli());
  }
}
