package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.summary.StatusLines.Row;
import io.tidemark.app.watch.Watch.StatusDisplay;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusDisplayTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private static final TerminalSize SMALL = () -> new TerminalSize.Cells(5, 20);

  private static Row row(String run, String kind, String text) {
    return new Row(new RunId(run, 1), kind, text, false);
  }

  private String shown(@Nullable TerminalSize terminal, List<List<Row>> statuses) {
    StatusDisplay display = new StatusDisplay(out, terminal);
    statuses.forEach(display::show);
    return printed();
  }

  /** A wrapped line would take two rows, and the next status would overwrite one of them. */
  private static String clipped(String lines) {
    return "\u001b[?7l" + lines + "\u001b[?7h";
  }

  private static List<List<Row>> twoLooks(String kind) {
    Row b = row("b", "live", "b 1");
    return List.of(List.of(row("a", "live", "a 1"), b), List.of(row("a", kind, "a 2"), b));
  }

  @Test
  void aTerminalShowsTheNewestInPlaceOfTheOld() {
    assertThat(shown(SMALL, twoLooks("live")))
        .isEqualTo(clipped("a 1\nb 1\n") + "\u001b[2A\u001b[J" + clipped("a 2\nb 1\n"));
  }

  @Test
  void aFileGetsOnlyWhatIsOfAnotherKind() {
    assertThat(shown(null, twoLooks("idle"))).isEqualTo("a 1\nb 1\na 2\n");
    assertThat(shown(null, twoLooks("live"))).isEqualTo("a 1\nb 1\n");
  }

  @Test
  void whatIsTheSameIsShownOnce() {
    List<Row> row = List.of(row("a", "live", "a"));
    assertThat(shown(SMALL, List.of(row, row))).isEqualTo(clipped("a\n"));
  }

  @Test
  void theFirstRowsThatFitAreShownAndTheOthersCounted() {
    List<Row> rows = IntStream.range(0, 21).mapToObj(i -> row("r" + i, "live", "r" + i)).toList();
    assertThat(shown(SMALL, List.of(rows))).isEqualTo(clipped("r0\nr1\nr2\nand 18 more\n"));
    assertThat(shown(SMALL, List.of(rows.subList(0, 4)))).isEqualTo(clipped("r0\nr1\nr2\nr3\n"));
  }

  @Test
  void aRowIsCutBehindAWord() {
    assertThat(shown(SMALL, List.of(List.of(row("a", "live", "peak 98.8 % raised by Op")))))
        .isEqualTo(clipped("peak 98.8 % raised…\n"));
    assertThat(shown(SMALL, List.of(List.of(row("a", "live", "exactly twenty cells")))))
        .isEqualTo(clipped("exactly twenty cells\n"));
    assertThat(shown(SMALL, List.of(List.of(row("a", "live", "1 " + "long".repeat(9))))))
        .isEqualTo(clipped("1 longlonglonglongl…\n"));
  }

  @ParameterizedTest
  @CsvSource({"'50 132\n',50,132", "'0 0\n',24,80", "'',24,80", "not a tty,24,80"})
  void theSizeIsWhatSttySays(String said, int rows, int columns) {
    assertThat(TerminalSize.Cells.of(said)).isEqualTo(new TerminalSize.Cells(rows, columns));
  }

  private static BoardBuilder boardOf(RunId run) {
    BoardBuilder builder = new BoardBuilder();
    builder.applyRun(run, status(null));
    return builder;
  }

  private static RunStatus status(@Nullable Long endMillis) {
    return new RunStatus(
        new RunSource("g", 0, null, null, Map.of(), null),
        new ReadLines(List.of("tenstorrent"), new RunStatus.Lines(3, 0, 0, 0, 0), 0, 0),
        new RunTracking(0, false, null),
        RunFailures.NONE,
        null,
        new RunTime(0, endMillis));
  }

  private String printed() {
    String text = bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    bytes.reset();
    return text;
  }

  @Test
  void aChangedBoardIsShownAtTheNextLook() {
    StatusDisplay display = new StatusDisplay(out, null);
    BoardBuilder builder = boardOf(new RunId("a.log", 1));
    display.look(builder.snapshot().board(), 1000);
    assertThat(printed()).startsWith("a.log#1 live: 3 lines");

    builder.applyRun(
        new RunId("b.log", 1), builder.snapshot().board().runs().values().iterator().next());
    display.look(builder.snapshot().board(), 1001);
    assertThat(printed()).startsWith("b.log#1 live: 3 lines");
  }

  /** In a crash loop the next run is there before anybody looks. */
  @Test
  void aRunThatEndedBeforeTheNextLookIsShownOnceThoughANewerOneFollowed() {
    StatusDisplay display = new StatusDisplay(out, null);
    BoardBuilder builder = boardOf(new RunId("a.log", 7));
    builder.applyRun(new RunId("a.log", 5), status(null));
    builder.applyRun(new RunId("a.log", 6), status(500L));
    display.look(builder.snapshot().board(), 1000);
    assertThat(printed()).contains("a.log#7 live", "a.log#5 live").doesNotContain("a.log#6");

    builder.applyRun(new RunId("a.log", 7), status(1001L));
    builder.applyRun(new RunId("a.log", 8), status(1002L));
    builder.applyRun(new RunId("a.log", 9), status(null));
    display.look(builder.snapshot().board(), 1003);
    assertThat(printed())
        .contains("a.log#7 done", "a.log#8 done", "a.log#9 live")
        .doesNotContain("a.log#6");

    builder.applyRun(new RunId("a.log", 9), status(1004L));
    display.look(builder.snapshot().board(), 1005);
    assertThat(printed()).startsWith("a.log#9 done").doesNotContain("a.log#7", "a.log#8");
  }

  @Test
  void anUnchangedBoardIsIdleAfterAMinuteAndThenSilent() {
    StatusDisplay display = new StatusDisplay(out, null);
    Board board = boardOf(new RunId("a.log", 1)).snapshot().board();
    long late = StatusDisplay.LOOK_AGAIN_MILLIS;
    display.look(board, 59_999);
    assertThat(printed()).startsWith("a.log#1 live");

    display.look(board, 60_000);
    assertThat(printed()).as("seen a moment ago").isEmpty();
    display.look(board, 59_999 + late);
    assertThat(printed()).startsWith("a.log#1 no news for 1 min");
    display.look(board, 59_999 + 60_000 + late);
    assertThat(printed()).as("idle for longer").isEmpty();
    // The clock was set back.
    display.look(board, 1000);
    assertThat(printed()).startsWith("a.log#1 live");
  }
}
