package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The advice of a row. */
class FilledTextTest {

  private static final String ROWS =
      """
      writer = "demo"

      [[message]]
      name = "pool"
      is = "failure"
      text = 'the small pool of {device} has no {needed}[: {fits:text}.]'
      advice = "%s"
      examples = [
        { line = 'the small pool of t7 has no 2 KiB: try 9.', reads = { device = "t7", needed = "2 KiB", fits = "try 9" } },
      ]
      """;

  private static Catalogue read(String advice) {
    return Catalogue.builtInAnd(Map.of("demo.toml", ROWS.formatted(advice).getBytes(UTF_8)));
  }

  private static @Nullable String advice(String advice, String line) {
    return FactFigures.failure((MessageFact) read(advice).read(line)).advice();
  }

  @Test
  void theAdviceOfARowHasTheFiguresAndWordsOfItsMessage() {
    String advice = "Raise the pool of {device} by {needed} ({fits}).";
    assertThat(advice(advice, "E1 x.cc:1] the small pool of t7 has no 2 KiB: try 9."))
        .isEqualTo("Raise the pool of t7 by 2.00 KiB (try 9).");
    assertThat(advice(advice, "E1 x.cc:1] the small pool of t7 has no 2 KiB")).isNull();
    assertThat(advice("Ask.", "E1 x.cc:1] the small pool of t7 has no 2 KiB")).isEqualTo("Ask.");
  }

  @Test
  void aFieldThatThereIsNotIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("Raise it to {colour}."))
        .withMessageStartingWith(
            "demo.toml: message pool: field = \"colour\": want one of [needed,");
  }
}
