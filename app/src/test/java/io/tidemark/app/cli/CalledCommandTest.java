package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** A start reads only the options of the called command. */
class CalledCommandTest {

  private static final CommandLine ALL = Tidemark.commandLine();

  private static Set<String> commands() {
    return ALL.getSubcommands().keySet();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCalledCommandIsReadAloneAndIsWhatItIsBesideTheOthers(String name) {
    CommandLine called = Tidemark.commandLine(name, "--help");

    assertThat(called.getSubcommands()).containsOnlyKeys(name);
    assertThat(called.getSubcommands().get(name).getUsageMessage())
        .isEqualTo(ALL.getSubcommands().get(name).getUsageMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "", "wach", "Watch"})
  void whatNamesNoCommandIsAnsweredWithAllOfThem(String word) {
    assertThat(Tidemark.commandLine(word).getUsageMessage()).isEqualTo(ALL.getUsageMessage());
    assertThat(commands()).hasSize(16);
  }
}
