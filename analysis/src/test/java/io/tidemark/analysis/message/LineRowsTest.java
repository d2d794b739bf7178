package io.tidemark.analysis.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.system.tttrain.TtTrain;
import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.analysis.system.zant.Zant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineRowsTest {

  private static final LineRows ROWS = new LineRows(LineRowsTest.class, "=|\\d");

  private static Parsed read(LineRows rows, String line, int indent) {
    byte[] bytes = Bytes.of(line);
    return rows.read(new RowCursor("toy", bytes, 0, 0, null, 0, bytes.length), indent);
  }

  private static RowFact fact(
      String kind,
      String name,
      @Nullable String writer,
      Map<String, String> words,
      Map<String, Long> figures) {
    return new RowFact("toy", kind, name, writer, words, figures);
  }

  @Test
  void tokensAreTextsAndFiguresByTheirNames() {
    assertThat(read(ROWS, "used 2.0KiB of it", 0))
        .isEqualTo(fact("size", "", "", Map.of("of", "it"), Map.of("used", 2048L)));
    assertThat(read(ROWS, "1,024 chunks", 0))
        .isEqualTo(fact("number", "", null, Map.of(), Map.of("id", 1024L)));
    assertThat(read(ROWS, "peak -0.50 MB, more", 0))
        .isEqualTo(fact("figure", "", null, Map.of(), Map.of("peak", -(1L << 19))));
    assertThat(read(ROWS, "a b: c", 2))
        .isEqualTo(fact("text", "now", null, Map.of("name", "a b", "rest", "c"), Map.of()));
    assertThat(read(new LineRows(LineRowsTest.class, "other"), "on cuda:0, now", 0))
        .isEqualTo(fact("token", "", null, Map.of("device", "cuda:0,"), Map.of()));
  }

  @ParameterizedTest
  @CsvSource({"temp (all)   1.0K, temp (all)", "temp 1.0K (50 %), temp"})
  void aPartIsNamedByAllBeforeItsSize(String line, String name) {
    assertThat(read(ROWS, line, 2))
        .isEqualTo(fact("part", "", null, Map.of("name", name), Map.of("bytes", 1024L)));
  }

  @Test
  void aLineIsRejectedBehindWhatIsSurelyItsRow() {
    assertThat(read(ROWS, "used 2x of it", 0)).isEqualTo(new Rejected("toy", 7, "used: broken"));
    assertThat(read(ROWS, "used 99999999T of it", 0))
        .isInstanceOfSatisfying(
            Rejected.class, line -> assertThat(line.reason()).startsWith("used: broken: a figure"));
    assertThat(read(ROWS, "use 2 of it", 0)).isEqualTo(Ignored.IGNORED);
    assertThat(read(ROWS, "12 pages", 0)).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void theIndentTellsRowsApart() {
    assertThat(read(ROWS, "a b: c", 1)).isEqualTo(Ignored.IGNORED);
    assertThat(read(ROWS, "1 chunks", 3)).isEqualTo(Ignored.IGNORED);
    byte[] line = Bytes.of("peak 1");
    assertThat(ROWS.mayRead(line, 0, line.length, 0)).isTrue();
    assertThat(ROWS.mayRead(line, 1, line.length, 0)).isFalse();
    assertThat(ROWS.begins()).containsExactly("used ", "", "peak ", "", "temp");
  }

  @Test
  void anUnknownTypeIsNoRow() {
    LineRows wrong = new LineRows(LineRowsTest.class, "wrong");
    assertThatThrownBy(wrong::compile).hasMessage("no type: {used:bytes}");
  }

  /** A log may never have a line of some row. */
  @ParameterizedTest
  @ValueSource(classes = {Xla.class, TtTrain.class, Zant.class})
  void eachRowOfASystemCanBeMade(Class<?> system) {
    LineRows rows = new LineRows(system, ".*");
    assertThatCode(rows::compile).doesNotThrowAnyException();
    assertThat(rows.begins()).isNotEmpty();
  }
}
