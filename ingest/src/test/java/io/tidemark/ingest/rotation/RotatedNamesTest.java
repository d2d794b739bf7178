package io.tidemark.ingest.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RotatedNamesTest {

  private final Pattern rotated = RotatedNames.of("a.log");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.log.1",
        "a.log-20260821",
        "a.log.2026-08-21T10:00",
        "a-2026-08-21.log",
        "a.3.log",
        "a.log.bak",
        "a.log.old",
        "a.log~",
        "a.log.1~",
        "a.bak.log",
        "a.log-2026-08-21+02:00"
      })
  void aNumberADateOrABackupsEndingIsARotation(String name) {
    assertThat(rotated.matcher(name).matches()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.log", "a.log.1.gz", "b.log.1", "a.log.gz", "a-rank0.log"})
  void anotherNameIsNot(String name) {
    assertThat(rotated.matcher(name).matches()).isFalse();
  }
}
