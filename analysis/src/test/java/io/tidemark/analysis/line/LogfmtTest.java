package io.tidemark.analysis.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogfmtTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "time=1 msg=\"load C:\\\\xampp\",{\"time\":\"1\"#\"msg\":\"load C:\\\\xampp\"}",
        "ts=1 msg=\"\\\\\\\\x41\",{\"ts\":\"1\"#\"msg\":\"\\\\\\\\x41\"}",
        "ts=1 msg=\"\\x1b[0m \\\\\\x1b\",{\"ts\":\"1\"#\"msg\":\"\\u001b[0m \\\\\\u001b\"}",
      })
  void onlyABackslashThatNoneEscapesBeginsAControlCharacter(String record, String json) {
    byte[] bytes = record.getBytes(UTF_8);
    assertThat(new String(Logfmt.toJson(bytes, 0, bytes.length), UTF_8))
        .isEqualTo(json.replace('#', ','));
  }
}
