package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpPageTest {

  private static List<String> commands() {
    return List.copyOf(Tidemark.commandLine().getSubcommands().keySet());
  }

  private static String help(String command, String option) {
    CommandLine line = Tidemark.commandLine(command);
    line.parseArgs(command, option);
    return line.getSubcommands().get(command).getUsageMessage();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void allOptionsAreShownWhenAllAreAskedFor(String command) {
    String all = help(command, "--help-all");
    for (OptionSpec option :
        Tidemark.commandLine(command).getSubcommands().get(command).getCommandSpec().options()) {
      assertThat(all).containsPattern(option.longestName() + "[= \\n\\[]");
    }
    assertThat(all).contains("Exit codes:").doesNotContain("More with --help-all");
  }

  @Test
  void theHelpHoldsTheCommonOptionsAndSaysWhereTheOthersAre() {
    String watch = help("watch", "--help");
    assertThat(watch.indexOf("--once")).isBetween(0, watch.indexOf("More with --help-all"));
    assertThat(watch)
        .contains("Options:", "TIDEMARK_PORT of --port", "alerts, what is served")
        .contains("  3   a critical alert is active at the end")
        .doesNotContain("--chip", "--remote-write", "--threshold");
    assertThat(help("sink", "--help")).as("required").contains("--bootstrap-servers");
    assertThat(help("report", "--help")).contains("  4   no log states memory");
  }

  @Test
  void theTopHelpHoldsWholeSentences() {
    assertThat(Tidemark.commandLine().getUsageMessage().replaceAll("\\s+", " "))
        .contains("or as samples without one.", "TIDEMARK_DATA of --data", "Exit codes: 0 done")
        .contains("Usage: tidemark LOG...", "tidemark LOG is tidemark report --text LOG.");
    // The list shows the first of the lines that a command's own help has.
    for (CommandLine command : Tidemark.commandLine().getSubcommands().values()) {
      assertThat(command.getCommandSpec().usageMessage().description()[0])
          .as(command.getCommandName())
          .matches("[A-Z].*\\.");
    }
  }

  @Test
  void theListBeginsWithWhatANewcomerNeedsAndEndsWithThePartsOfAFleet() {
    assertThat(commands()).startsWith("report", "watch", "demo", "compare").endsWith("broker");
  }

  @Test
  void helpIsACommandToo() {
    assertThat(Tidemark.run("help", "watch")).isZero();
    assertThat(Tidemark.run("help")).isZero();
    assertThat(Tidemark.run("help", "nonsense")).isEqualTo(2);
  }
}
