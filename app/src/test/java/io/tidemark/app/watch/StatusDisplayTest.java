package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;

class StatusDisplayTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String shown(boolean terminal, List<List<String>> statuses) {
    Watch.StatusDisplay display = new Watch.StatusDisplay(out, terminal);
    statuses.forEach(display::show);
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  /** A wrapped line would take two rows, and the next status would overwrite one of them. */
  private static String clipped(String lines) {
    return "\u001b[?7l" + lines + "\u001b[?7h";
  }

  @Test
  void aTerminalShowsTheNewestInPlaceOfTheOld() {
    assertThat(shown(true, List.of(List.of("a 1", "b 1"), List.of("a 2", "b 1"))))
        .isEqualTo(clipped("a 1\nb 1\n") + "\u001b[2A\u001b[J" + clipped("a 2\nb 1\n"));
  }

  @Test
  void aFileGetsOnlyWhatChanged() {
    assertThat(shown(false, List.of(List.of("a 1", "b 1"), List.of("a 2", "b 1"))))
        .isEqualTo("a 1\nb 1\na 2\n");
  }

  @Test
  void whatIsTheSameIsShownOnce() {
    assertThat(shown(true, List.of(List.of("a"), List.of("a")))).isEqualTo(clipped("a\n"));
  }

  private static BoardBuilder boardOf(RunId run) {
    BoardBuilder builder = new BoardBuilder();
    builder.applyRun(
        run,
        new RunStatus(
            new RunSource("g", 0, null, null, Map.of(), null),
            new ReadLines(List.of("tenstorrent"), new RunStatus.Lines(3, 0, 0, 0, 0), 0, 0),
            new RunTracking(0, false, null),
            RunFailures.NONE,
            null,
            new RunTime(0, null)));
    return builder;
  }

  private String printed() {
    String text = bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    bytes.reset();
    return text;
  }

  @Test
  void aChangedBoardIsShownAtTheNextLook() {
    Watch.StatusDisplay display = new Watch.StatusDisplay(out, false);
    BoardBuilder builder = boardOf(new RunId("a.log", 1));
    display.look(builder.snapshot().board(), 1000);
    assertThat(printed()).startsWith("a.log#1 live: 3 lines");

    builder.applyRun(
        new RunId("b.log", 1), builder.snapshot().board().runs().values().iterator().next());
    display.look(builder.snapshot().board(), 1001);
    assertThat(printed()).startsWith("b.log#1 live: 3 lines");
  }

  @Test
  void theIdleMinutesOfAnUnchangedBoardGrow() {
    Watch.StatusDisplay display = new Watch.StatusDisplay(out, false);
    Board board = boardOf(new RunId("a.log", 1)).snapshot().board();
    long late = Watch.StatusDisplay.LOOK_AGAIN_MILLIS;
    display.look(board, 59_999);
    assertThat(printed()).startsWith("a.log#1 live");

    display.look(board, 60_000);
    assertThat(printed()).as("seen a moment ago").isEmpty();
    display.look(board, 59_999 + late);
    assertThat(printed()).startsWith("a.log#1 idle 1 min");
    // The clock was set back.
    display.look(board, 1000);
    assertThat(printed()).startsWith("a.log#1 live");
  }
}
