package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusDisplayTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String shown(boolean terminal, List<List<String>> statuses) {
    StatusDisplay display = new StatusDisplay(out, terminal);
    statuses.forEach(display::show);
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  /** A line that wraps would be two rows, and the next status would be drawn over one of them. */
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
}
