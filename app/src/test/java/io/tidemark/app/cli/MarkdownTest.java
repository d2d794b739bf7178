package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Here;
import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text of a log or of a file name in the Markdown of each command that writes some. */
@Isolated("redirects the standard streams")
class MarkdownTest {

  /** By CommonMark: it ends at the next row of as many backticks. */
  private static final Pattern SPAN = Pattern.compile("(?<!`)(`+)(?!`)(.+?)(?<!`)\\1(?!`)");

  /** A bar of a table, not one that is escaped. */
  private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");

  private static final Pattern MARKED =
      Pattern.compile("[@#&<>\\[\\]*_~`$\\\\!|]|www|://|:\\w+:|GH-|(?i)\\b[0-9a-f]{7,}\\b");

  @TempDir Path folder;

  private Path log(String name, String op) throws Exception {
    String example = Files.readString(Samples.root().resolve("examples/tpu-mlir.log"));
    String text =
        example.replace("op_name = /blocks.0/layer2/Conv_output_0_Conv;", "op_name = " + op + ";");
    return Files.writeString(folder.resolve(name), text, UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@octocat",
        "x@octocat:",
        "#1",
        "GH-1",
        "owner/name#1",
        "www.evil.example",
        "https://evil.example/x",
        "a@evil.example",
        "&lt;b&gt;",
        "<img/src=x>",
        "<!--",
        "[x](https://evil.example)",
        "![x](y)",
        "`",
        "``",
        "a`b``c",
        "```x",
        "a|b",
        "a\\|b",
        "\\",
        "*b*",
        "_i_",
        "~~s~~",
        ":smile:",
        "deadbeef1",
        "1234567",
        "$x$",
        "(@octocat)",
        "(www.evil.example),"
      })
  void textOfALogMakesNothingOnGitHub(String text) throws Exception {
    String name = text.replace('/', '-');
    Path before = log("a " + name + ".log", text);
    Path after = log("b " + name + ".log", text);
    for (Here here :
        List.of(
            Here.run("report", "--markdown", after),
            Here.run("compare", "--markdown", before, after),
            Here.run("history", "--markdown", before, after))) {
      assertThat(here.printed()).describedAs(here.complained()).startsWith("### ");
      List<String> spans = new ArrayList<>();
      here.printed().lines().forEach(line -> check(line, spans));
      assertThat(spans).describedAs(here.printed()).isNotEmpty();
    }
    List<String> spans = new ArrayList<>();
    Here plain = Here.run("report", "--markdown", log("plain.log", text));
    plain.printed().lines().forEach(line -> check(line, spans));
    // The log's own format ends a name at a semicolon.
    String word = text.replaceAll("^\\(|[,;:.)]+$|;.*", "");
    assertThat(spans).as("the op, as it is").anyMatch(span -> span.contains(word));
  }

  private static void check(String line, List<String> spans) {
    boolean table = line.startsWith("|");
    List<String> parts = table ? List.of(BAR.split(line)) : List.of(line.replaceFirst("^### ", ""));
    for (String part : parts) {
      String cell = table ? part.replace("\\|", "|") : part;
      Matcher span = SPAN.matcher(cell);
      while (span.find()) {
        spans.add(span.group(2).replaceFirst("^ (`.*`|`.*|.*`) $", "$1"));
      }
      assertThat(MARKED.matcher(span.replaceAll("x")).find()).as(line).isFalse();
    }
  }
}
