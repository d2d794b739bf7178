package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Here;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/** Questions about a log with a bad end are answered in the text of its report. */
class TenQuestionsTest {

  private static final List<String> QUESTIONS =
      List.of("state", "memory", "asked", "there", "holds", "by", "on", "do", "worse");

  static Stream<JsonNode> logs() throws IOException {
    try (InputStream in = TenQuestionsTest.class.getResourceAsStream("questions.toml")) {
      return new TomlMapper().readTree(in).get("log").valueStream();
    }
  }

  @ParameterizedTest
  @MethodSource("logs")
  void theReportAnswersThem(JsonNode log) {
    Path cases = Samples.path("SOURCES.md").getParent().resolveSibling("cases");
    Path file = cases.resolve(log.get("file").asString());
    assertThat(Files.isRegularFile(file)).as("%s", file).isTrue();

    String told = Here.run("report", "--text", file).printed().replaceAll("\\s+", " ");

    for (String question : QUESTIONS) {
      texts(log, question).forEach(fact -> assertThat(told).as(question).contains(fact));
    }
    texts(log, "no").forEach(fact -> assertThat(told).doesNotContainIgnoringCase(' ' + fact));
  }

  private static Stream<String> texts(JsonNode log, String key) {
    JsonNode value = log.path(key);
    return value.isString()
        ? Stream.of(value.asString())
        : value.valueStream().map(JsonNode::asString);
  }
}
