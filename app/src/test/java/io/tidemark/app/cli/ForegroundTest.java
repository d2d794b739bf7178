package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.ProgramToWatch.Foreground;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForegroundTest {

  @ParameterizedTest
  @CsvSource({
    "42 (java) S 1 42 40 34816 42 4194304, true",
    "42 (a) b) S 1 42 40 34816 42 4194304, true",
    "42 (java) S 1 42 40 34816 77 4194304, false",
    "42 (java) S 1 42 42 0 -1 4194304, false",
  })
  void theGroupsOfTheKernelDecide(String stat, boolean foreground) {
    assertThat(Foreground.ofATerminal(stat)).isEqualTo(foreground);
  }
}
