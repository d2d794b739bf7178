package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.TextResource;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

  @ParameterizedTest
  @CsvSource({"port,port,0", "prot,port,1", "por,port,1", "ports,port,1", "pxrt,port,1", "a,bc,2"})
  void mistakesAreCounted(String typed, String meant, int mistakes) {
    assertThat(Nearest.mistakes(typed, meant)).isEqualTo(mistakes);
  }

  @Test
  void aPurposeHasOneCommandAndNoWordThatIsACommand() {
    Set<String> commands = Tidemark.commandLine().getSubcommands().keySet();
    List<String> words =
        TextResource.lines(Nearest.class, "purposes.txt")
            .flatMap(
                line -> {
                  assertThat(commands).contains(line.split(" ", -1)[0]);
                  return Stream.of(line.split(" ", -1));
                })
            .toList();
    assertThat(words).doesNotHaveDuplicates().hasSizeGreaterThan(commands.size());
    assertThat(Nearest.byPurpose("gate")).contains("compare");
    assertThat(Nearest.byPurpose("zebra")).isEmpty();
  }

  @Test
  void theNearestIsMeantIfItIsNear() {
    List<String> known = List.of("--data", "--port", "--report");
    assertThat(Nearest.of("--prot", known)).contains("--port");
    assertThat(Nearest.of("--zebra", known)).isEmpty();
    assertThat(Nearest.of("x", List.of("y"))).as("every letter is wrong").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "watch --prot a.log,Did you mean: --port?",
    "wathc a.log,Did you mean: tidemark watch?",
    "report --tetx a.log,Did you mean: --text?",
    "diff a.log b.log,Did you mean: tidemark compare?",
    "analyze,Did you mean: tidemark report?",
    "tail a.log,Did you mean: tidemark watch?",
    "zebra,tidemark LOG..."
  })
  void theCommandLineNamesIt(String typed, String meant) {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      assertThat(Tidemark.run(typed.split(" "))).isEqualTo(2);
    } finally {
      System.setErr(before);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains(meant);
  }
}
