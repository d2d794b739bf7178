package io.tidemark.sink.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlanOrderTest {

  @Test
  void theSecondPlanPrecedesTheTenth() {
    List<String> names =
        List.of("lmem#10 1,1", "lmem#2 1,12", "lmem#2 1,3", "lmem", "lmem#3 1").stream()
            .sorted(PlanOrder.NATURAL)
            .toList();

    assertThat(names)
        .containsExactly("lmem", "lmem#2 1,3", "lmem#2 1,12", "lmem#3 1", "lmem#10 1,1");
  }

  @Test
  void numbersOfAnyLengthAreCompared() {
    assertThat(PlanOrder.NATURAL.compare("a" + "9".repeat(40), "a1" + "0".repeat(40))).isNegative();
  }
}
