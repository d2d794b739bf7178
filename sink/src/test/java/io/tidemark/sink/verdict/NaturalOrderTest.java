package io.tidemark.sink.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {

  @Test
  void theSecondPlanPrecedesTheTenth() {
    assertThat(List.of("lmem#10 1,1", "lmem#2 1,12", "lmem#2 1,3", "lmem", "lmem#02 1,3"))
        .extracting(String::toString)
        .satisfies(
            names ->
                assertThat(names.stream().sorted(NaturalOrder.INSTANCE))
                    .containsExactly(
                        "lmem", "lmem#2 1,3", "lmem#2 1,12", "lmem#02 1,3", "lmem#10 1,1"));
  }

  @Test
  void numbersOfAnyLengthAreCompared() {
    assertThat(NaturalOrder.INSTANCE.compare("a" + "9".repeat(40), "a1" + "0".repeat(40)))
        .isNegative();
  }
}
