package io.tidemark.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoTest {

  private final List<String> asked = new ArrayList<>();

  private Memo<Integer> lengths(int places) {
    return new Memo<>(
        places,
        text -> {
          asked.add(text);
          return text.isEmpty() ? null : text.length();
        });
  }

  @Test
  void aTextThatComesAgainIsNotAskedAgain() {
    Memo<Integer> lengths = lengths(64);
    for (int i = 0; i < 3; i++) {
      assertThat(lengths.of("abc")).isEqualTo(3);
      assertThat(lengths.of("")).isNull();
    }
    assertThat(asked).containsExactly("abc", "");
  }

  @Test
  void textsOfOnePlaceDoNotTakeTheResultsOfEachOther() {
    Memo<Integer> lengths = lengths(1);
    for (int i = 0; i < 2; i++) {
      assertThat(lengths.of("a")).isEqualTo(1);
      assertThat(lengths.of("bb")).isEqualTo(2);
    }
    assertThat(asked).containsExactly("a", "bb", "a", "bb");
  }

  @Test
  void aLongTextIsNotHeld() {
    String text = "x".repeat(4097);
    Memo<Integer> lengths = lengths(1);
    assertThat(lengths.of("a")).isEqualTo(1);
    assertThat(lengths.of(text)).isEqualTo(4097);
    assertThat(lengths.of("a")).isEqualTo(1);
    assertThat(asked).containsExactly("a", text);
  }
}
