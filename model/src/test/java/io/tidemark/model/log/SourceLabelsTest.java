package io.tidemark.model.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceLabelsTest {

  private static Map<String, String> parsed(String... typed) {
    return SourceLabels.parse("--label", List.of(typed));
  }

  @Test
  void labelsAreSortedByNameAndAValueMayHoldAnything() {
    assertThat(parsed("pod=train-0", "job=a=b \"c\"", "User_1=ü"))
        .containsExactly(
            Map.entry("User_1", "ü"), Map.entry("job", "a=b \"c\""), Map.entry("pod", "train-0"));
    assertThat(SourceLabels.words(parsed("pod=x", "job=y"))).isEqualTo(" [job=y pod=x]");
    assertThat(SourceLabels.words(Map.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "pod, no = in it",
    "=x, its name is not allowed",
    "1pod=x, its name is not allowed",
    "__pod=x, its name is not allowed",
    "a-b=x, its name is not allowed",
    "run=x, the name run is one of Tidemark's own",
    "worker=x, the name worker is one of Tidemark's own",
    "pod=, a value of 0 characters",
  })
  void whatIsNotAllowedIsRefusedWithWhatIs(String typed, String why) {
    assertThatThrownBy(() -> parsed(typed))
        .isInstanceOf(Refusal.class)
        .hasMessage(
            "--label '" + typed + "': " + why + "; want NAME=VALUE, " + SourceLabels.ALLOWED);
  }

  @Test
  void thereIsABoundOnEverything() {
    String longest = "x".repeat(SourceLabels.MAX_VALUE);
    assertThat(parsed("n".repeat(64) + "=" + longest)).hasSize(1);
    assertThatThrownBy(() -> parsed("n".repeat(65) + "=x")).hasMessageContaining("its name");
    assertThatThrownBy(() -> parsed("pod=x" + longest)).hasMessageContaining("129 characters");
    assertThatThrownBy(() -> parsed("pod=a\nb")).hasMessageContaining("control character");
    assertThatThrownBy(() -> parsed("pod=a", "pod=b")).hasMessageContaining("given twice");
    String[] nine = IntStream.range(0, 9).mapToObj(i -> "l" + i + "=x").toArray(String[]::new);
    assertThatThrownBy(() -> parsed(nine)).hasMessageContaining("9 labels");
  }

  @Test
  void joinedLabelsAreAtMostAsManyAsAllowed() {
    Map<String, String> eight = new TreeMap<>();
    for (int i = 0; i < SourceLabels.MOST; i++) {
      eight.put("l" + i, "x");
    }
    assertThat(SourceLabels.joined(eight, Map.of("pod", "a"))).isEqualTo(eight);
    assertThat(SourceLabels.joined(Map.of(), eight)).isEqualTo(eight);
  }
}
