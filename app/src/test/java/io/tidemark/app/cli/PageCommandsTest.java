package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each command of the pages has options and arguments that the program takes. */
class PageCommandsTest {

  /** A line of a block, or a text of its own; of a pipe or a redirection only its begin. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:^(?:\\$ )?|`|\\| |\\./|bin/)tidemark ((?:'[^']*'|[^`'|>#&\n\\\\]|\\\\\n)+)", 8);

  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"\\\\]+)");

  private static Stream<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of("", "docs", "ingest", "streams", "sink", "grafana")) {
      try (Stream<Path> files = Files.list(Samples.root().resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages.stream().filter(page -> !commands(page).isEmpty());
  }

  private static List<List<String>> commands(Path page) {
    String text;
    try {
      text = Files.readString(page);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return COMMAND
        .matcher(text)
        .results()
        .map(
            command ->
                WORD.matcher(command.group(1).replaceAll(" 2$| \\($", ""))
                    .results()
                    .map(word -> word.group().replaceAll("^['\"]|['\"]$", ""))
                    .toList())
        .filter(words -> !words.contains("…") && !words.get(0).equals("COMMAND"))
        // A command's name alone is a mention of it.
        .filter(words -> words.size() > 1 && !words.get(words.size() - 1).equals("--"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyCommandOfAPageIsTaken(Path page) {
    for (List<String> words : commands(page)) {
      assertThatNoException()
          .as("%s: tidemark %s", page, words)
          .isThrownBy(
              () ->
                  Tidemark.commandLine().parseArgs(Tidemark.spelled(words.toArray(String[]::new))));
    }
    assertThat(commands(page)).isNotEmpty();
  }
}
