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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The project's pages must link to each other, and the index must list each decision. */
class PagesTest {

  private static final Path ROOT = Samples.root();
  private static final Path DECISIONS = ROOT.resolve("docs/decisions");
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]+)(?:#[^)]*)?\\)");
  private static final int MOST_LINES = 15;

  private static Stream<Path> pages() throws IOException {
    Stream<Path> all = Stream.empty();
    for (String folder :
        List.of(".", "docs", "docs/decisions", "app", "model", "sink", "streams")) {
      all = Stream.concat(all, markdown(ROOT.resolve(folder)).stream());
    }
    return all;
  }

  private static List<Path> markdown(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsToAFile(Path page) throws IOException {
    for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
      assertThat(page.resolveSibling(link.group(1))).as("link of %s", page).exists();
    }
  }

  @Test
  void everyDecisionIsInTheIndexByItsTitle() throws IOException {
    List<String> index = Files.readAllLines(ROOT.resolve("DECISIONS.md"));
    for (Path page : markdown(DECISIONS)) {
      String title = Files.readAllLines(page).get(0).replaceFirst("^# ", "");
      assertThat(index)
          .as("DECISIONS.md names %s once", page.getFileName())
          .containsOnlyOnce("- [%s](docs/decisions/%s)".formatted(title, page.getFileName()));
    }
  }

  @Test
  void aDecisionIsAtMostFifteenLines() throws IOException {
    for (Path page : markdown(DECISIONS)) {
      assertThat(Files.readAllLines(page)).as(page.toString()).hasSizeLessThanOrEqualTo(MOST_LINES);
    }
  }
}
