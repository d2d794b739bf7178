package io.tidemark.analysis.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class WrappersTest {

  @Test
  void moreRowsThanBitsAreRefused() {
    assertThat(Wrappers.byFirst(rows(64))['x']).isEqualTo(-1);
    assertThatThrownBy(() -> Wrappers.byFirst(rows(65)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("65 rows of wrappers: want at most 64, a bit of a long each");
  }

  private static WrapperTemplate[] rows(int count) {
    return Collections.nCopies(count, new WrapperTemplate("x#: ", Mark.NOTHING))
        .toArray(WrapperTemplate[]::new);
  }
}
