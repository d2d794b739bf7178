package io.tidemark.analysis.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One pass finds the same as a search for each text. */
class NeedlesTest {

  private static final List<String> TEXTS =
      List.of(
          "memory state", "memory stage", "before operation", "abababab", "bababab", "aaaaaaaab");

  private final Needles needles = new Needles(TEXTS);

  @Test
  void itFindsTheFirstOfAllTexts() {
    Random random = new Random(7);
    int found = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = text(random).getBytes(US_ASCII);
      int from = random.nextInt(4);
      int to = bytes.length - random.nextInt(4);
      int first = first(new String(bytes, from, to - from, US_ASCII));
      int expected = first < 0 ? -1 : from + first;
      assertThat(needles.find(bytes, from, to)).isEqualTo(expected);
      if (expected >= 0) {
        String needle = TEXTS.get(needles.which(bytes, expected, to));
        assertThat(new String(bytes, expected, to - expected, US_ASCII)).startsWith(needle);
        found++;
      }
    }
    assertThat(found).isGreaterThan(10_000);
  }

  /** Creates text mostly from letters of the searched texts, with pieces of these texts. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder("----");
    int parts = random.nextInt(12);
    for (int i = 0; i < parts; i++) {
      String needle = TEXTS.get(random.nextInt(TEXTS.size()));
      switch (random.nextInt(3)) {
        case 0 -> text.append("ab".charAt(random.nextInt(2)));
        case 1 -> text.append(needle, 0, random.nextInt(needle.length()));
        default -> text.append(needle, random.nextInt(needle.length() / 2), needle.length());
      }
    }
    return text.append("----").toString();
  }

  private static int first(String text) {
    return TEXTS.stream().mapToInt(text::indexOf).filter(at -> at >= 0).min().orElse(-1);
  }

  @Test
  void whichNeedsTheWholeText() {
    byte[] bytes = "memory state".getBytes(US_ASCII);
    assertThat(needles.which(bytes, 0, bytes.length)).isZero();
    assertThat(needles.which(bytes, 0, bytes.length - 1)).isEqualTo(-1);
    assertThat(needles.which(bytes, 0, 2)).isEqualTo(-1);
    assertThat(needles.which(bytes, 1, bytes.length)).isEqualTo(-1);
  }

  @Test
  void aTextShorterThanAGramIsRefused() {
    assertThatThrownBy(() -> new Needles(List.of("long enough", "abc")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("abc");
  }
}
