package io.tidemark.sink.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelValueTest {

  @Test
  void whatFitsStaysAsItIs() {
    assertThat(SeriesKey.LabelValue.of("x".repeat(128))).isEqualTo("x".repeat(128));
  }

  @Test
  void longTextsAreCutAndStayDistinct() {
    String one = SeriesKey.LabelValue.of("x".repeat(200) + "1");
    String other = SeriesKey.LabelValue.of("x".repeat(200) + "2");

    assertThat(one).hasSize(128).isNotEqualTo(other).matches("x{111}~[0-9a-f]{16}");
    assertThat(SeriesKey.LabelValue.of("x".repeat(200) + "1")).isEqualTo(one);
  }

  @Test
  void aCharacterIsNotCutInTwo() {
    String cut = SeriesKey.LabelValue.of("x".repeat(110) + "\uD83D\uDE00".repeat(50));

    assertThat(cut).matches("x{110}~[0-9a-f]{16}");
  }

  @Test
  void whatWouldSteerATerminalOrBreakALineIsEscaped() {
    assertThat(SeriesKey.LabelValue.of("Add\u001b[2J\n# HELP x\u202e\ud800"))
        .isEqualTo("Add\\u001b[2J\\u000a# HELP x\\u202e\\ud800");
  }
}
