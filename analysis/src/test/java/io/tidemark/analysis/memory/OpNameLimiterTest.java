package io.tidemark.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.event.Op;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpNameLimiterTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 800, 10_000})
  void theNamesTurnedAwayAreCountedOnceEach(int many) {
    OpNameLimiter names = new OpNameLimiter();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < AdmissionLimits.MOST_OPS + many; i++) {
        String op = "Op%06d".formatted(i);
        assertThat(names.admit(op)).isEqualTo(i < AdmissionLimits.MOST_OPS ? op : Op.OTHER);
      }
    }
    assertThat(names.overflow()).isCloseTo(many, within(many / 20L + (many > 10 ? 5 : 0)));
  }

  @Test
  void aLongNameEndsInEightDigitsOfItsHash() {
    int found = 0;
    for (int i = 0; found < 3; i++) {
      String name = "x".repeat(150) + i;
      if (name.hashCode() >>> 28 == 0) {
        found++;
        assertThat(OpNameLimiter.cut(name))
            .isEqualTo("x".repeat(119) + "~" + String.format("%08x", name.hashCode()));
      }
    }
  }
}
