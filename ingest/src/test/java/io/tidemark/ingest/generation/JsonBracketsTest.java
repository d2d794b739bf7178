package io.tidemark.ingest.generation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBracketsTest {

  private static JsonBrackets of(String text) {
    JsonBrackets brackets = new JsonBrackets();
    brackets.add(text.getBytes(US_ASCII), text.length());
    return brackets;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " \t\r\n{\"a\": [1, {\"b\": 2}]} \n",
        "{\"}\": \"\\\"}\"}",
        "{\"a\": \"\\\\\"}"
      })
  void anObjectEndsAtItsOwnBracket(String text) {
    assertThat(of(text).closed()).isTrue();
    assertThat(of(text).closedObject()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[[1], [2]]", "[{\"a\": 1}]", "[\"]\"]"})
  void anArrayEndsToo(String text) {
    assertThat(of(text).closed()).isTrue();
    assertThat(of(text).closedObject()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"a\": [1}",
        "{\"a\": \"}",
        "[1/5]",
        "[INFO]",
        "{a}",
        "{{}}",
        "{[]}",
        "x{}",
        "{} x",
        "{}{}",
        "{\"a\n\": 1}"
      })
  void anyOtherTextDoesNotEnd(String text) {
    assertThat(of(text).closed()).isFalse();
    assertThat(of(text).closedObject()).isFalse();
  }

  @Test
  void aTextMayComeInPieces() {
    JsonBrackets brackets = of("{\"a");
    brackets.add("\": 1}####".getBytes(US_ASCII), 5);

    assertThat(brackets.closedObject()).isTrue();
  }

  @Test
  void aTextWithoutItsBeginningDoesNotEnd() {
    JsonBrackets brackets = new JsonBrackets();
    brackets.giveUp();
    brackets.add("{}".getBytes(US_ASCII), 2);

    assertThat(brackets.closed()).isFalse();
  }
}
