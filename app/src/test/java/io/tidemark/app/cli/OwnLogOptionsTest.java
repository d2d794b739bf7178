package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Isolated("it changes the log of the process")
class OwnLogOptionsTest {

  private final OwnLogOptions options = new OwnLogOptions();

  private String logged(String level, String format) {
    options.level = level;
    options.format = format;
    options.apply();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(bytes, true, UTF_8));
    try {
      LoggerFactory.getLogger("io.tidemark.app.cli.OwnLog").info("a line\n of two");
    } finally {
      System.setErr(before);
    }
    return bytes.toString(UTF_8);
  }

  @AfterEach
  void asItIsByDefault() {
    logged("warn", "text");
  }

  @Test
  void aLineHasDateAndZone() {
    assertThat(logged("info", "text"))
        .matches(
            "(?s)\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) INFO  OwnLog - a line.*");
    assertThat(logged("warn", "text")).isEmpty();
  }

  @Test
  void asJsonALineIsAnObject() {
    String line = logged("info", "json");

    assertThat(line).hasLineCount(1);
    JsonNode object = new JsonMapper().readTree(line);
    assertThat(object.get("formattedMessage").asString()).isEqualTo("a line\n of two");
    assertThat(object.get("level").asString()).isEqualTo("INFO");
    assertThat(object.get("timestamp").isNumber()).isTrue();
  }

  @Test
  void otherWordsAreRefused() {
    assertThatThrownBy(() -> logged("loud", "text"))
        .isInstanceOf(Refusal.class)
        .hasMessage("--log-level loud: want error, warn, info or debug");
    assertThatThrownBy(() -> logged("info", "xml"))
        .isInstanceOf(Refusal.class)
        .hasMessage("--log-format xml: want text or json");
  }
}
