package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTextTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00, 0x07, 0x08, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0xad, 0x061c,
        0x200b, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e,
        0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xd800, 0xdfff, 0xfeff
      })
  void whatWouldSteerATerminalIsEscaped(int steering) {
    String name = "a" + Character.toString(steering) + "b";

    assertThat(TerminalText.of(name)).isEqualTo("a\\u%04x".formatted(steering) + "b");
  }

  @Test
  void beyondSixteenBitsBothHalvesAreEscaped() {
    assertThat(TerminalText.of("a" + Character.toString(0xe0001) + "b"))
        .isEqualTo("a\\udb40\\udc01b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AddOp", "a b", "größe", "\u6f22\u5b57", "\uD83D\uDE00", "\\u001b"})
  void whatIsOnlyShownStaysAsItIs(String text) {
    assertThat(TerminalText.of(text)).isEqualTo(text);
  }

  @Test
  void noTextIsADash() {
    assertThat(TerminalText.of(null)).isEqualTo("-");
    assertThat(TerminalText.line(null)).isEqualTo("-");
  }

  @Test
  void aMessageCannotForgeASecondLine() {
    assertThat(TerminalText.line("first\r\n12:00:00 ERROR forged\n"))
        .isEqualTo("first 12:00:00 ERROR forged");
    assertThat(TerminalText.line("a\u2028b\u0085c\td\u001b[2J"))
        .isEqualTo("a\\u2028b\\u0085c\td\\u001b[2J");
  }

  @Test
  void escapingTwiceIsEscapingOnce() {
    String once = TerminalText.of("\u001b]0;owned\u0007\u202e");

    assertThat(TerminalText.of(once)).isEqualTo(once);
  }
}
