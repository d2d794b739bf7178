package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that are named in the documentation must exist. */
class CasesTest {

  private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");

  @ParameterizedTest
  @ValueSource(strings = {"docs/cases.md", "docs/faults.md", "docs/viewers.md", "docs/promises.md"})
  void everyNamedTestIsThere(String page) throws IOException {
    String text = Files.readString(Samples.root().resolve(page));
    List<MatchResult> named = TEST.matcher(text).results().toList();
    assertThat(named).isNotEmpty();
    for (MatchResult test : named) {
      String source = source(test.group(1));
      assertThat(source).as("%s: %s", page, test.group()).isNotEmpty();
      if (test.group(2) != null) {
        assertThat(source).as("%s: %s", page, test.group()).contains("void " + test.group(2) + "(");
      }
    }
  }

  private static String source(String type) throws IOException {
    for (String module : List.of("model", "analysis", "ingest", "streams", "sink", "app")) {
      Path tests = Samples.root().resolve(module).resolve("src/test/java");
      try (Stream<Path> files = Files.walk(tests)) {
        List<Path> found = files.filter(file -> file.endsWith(type + ".java")).toList();
        if (!found.isEmpty()) {
          return Files.readString(found.get(0));
        }
      }
    }
    return "";
  }
}
