package io.tidemark.analysis.system.tflm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.run.LogSystems;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TflmFormatTest {

  private static Parsed parse(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return LogSystems.ALL.formats().parse(bytes, 0, bytes.length);
  }

  @Test
  void aBufferAndARowOfTheMapAreRead() {
    assertThat(parse("0 (id=0): size=10, offset=0, first_used=0 last_used=1"))
        .isEqualTo(new TflmFact.Buffer(0, 10, 0, 0, 1));
    assertThat(parse("* (id=70): size=10, offset=-1, first_used=-1 last_used=-1"))
        .isEqualTo(new TflmFact.Buffer(70, 10, -1, -1, -1));
    assertThat(parse(" 0: " + "0".repeat(70) + "!".repeat(10) + " (1k)"))
        .isEqualTo(new TflmFact.MapRow(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 (id=0): size=10, offset=zero",
        "0 (id=0): size=10, offset=0, first_used=0",
        "0 (id=0): size=-10, offset=0, first_used=0 last_used=1",
        "0 (id=0): size=10000000000000000, offset=0, first_used=0 last_used=1"
      })
  void aBrokenBufferIsRejected(String line) {
    assertThat(parse(line))
        .isEqualTo(new Rejected("tflite-micro", 7, "no buffer of a plan after (id="));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A (id=5) connected",
        "- (id=17): up again after 3 s",
        "3 (id=x): size of it unknown",
        "12: all done (64k)"
      })
  void proseThatNamesAnIdIsLeftAlone(String line) {
    assertThat(parse(line)).isEqualTo(Ignored.IGNORED);
  }
}
