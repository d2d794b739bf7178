package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The option reference must match the declared options. */
class ConfigurationPageTest {

  private static final String BEGIN = "<!-- generated from the options -->\n";
  private static final Path PAGE = Samples.root().resolve("docs/configuration.md");
  private static final Path GENERATED = Samples.root().resolve("app/target/configuration.md");

  private static Stream<CommandSpec> commands() {
    return Tidemark.commandLine().getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec);
  }

  @Test
  void thePageHoldsEveryOptionAsItIsDeclared() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN);
    assertThat(begin).as("%s has the line %s", PAGE, BEGIN).isNotNegative();
    String generated =
        page.substring(0, begin + BEGIN.length())
            + "\n"
            + ConfigurationPage.sections(Tidemark.commandLine());
    Files.createDirectories(GENERATED.getParent());
    Files.writeString(GENERATED, generated);
    assertThat(page)
        .as(
            "docs/configuration.md differs from the options. Review it and run: "
                + "cp app/target/configuration.md docs/configuration.md")
        .isEqualTo(generated);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionSaysWhatItMeansAndWhatIsAllowed(CommandSpec command) {
    for (OptionSpec option : ConfigurationPage.options(command)) {
      String name = command.name() + " " + option.longestName();
      assertThat(ConfigurationPage.meaning(option))
          .as(name)
          .isNotBlank()
          .doesNotStartWith(ConfigurationPage.ALLOWED)
          .doesNotStartWith(ConfigurationPage.DEFAULT);
      if (option.arity().max() > 0) {
        assertThat(ConfigurationPage.line(option, ConfigurationPage.ALLOWED)).as(name).isNotBlank();
      }
      if (option.arity().max() > 0 && !option.isMultiValue() && option.initialValue() != null) {
        assertThat(ConfigurationPage.line(option, ConfigurationPage.DEFAULT))
            .as(name)
            .isEqualTo(option.defaultValueString());
      }
    }
  }

  @Test
  void everyHelpTextIsThatOfACommandOrAnOption() {
    // Otherwise a text of an option that is gone, or of a misspelled one, stays in the file.
    Set<String> shown =
        Stream.concat(
                Stream.concat(Stream.of(Tidemark.commandLine().getCommandSpec()), commands())
                    .flatMap(ConfigurationPageTest::keys),
                Stream.of("usage.exitCodeListHeading", "usage.exitCodeList"))
            .collect(Collectors.toSet());
    assertThat(ResourceBundle.getBundle("io.tidemark.app.cli.help").keySet())
        .allMatch(key -> shown.contains(key.replaceFirst("\\.\\d$", "")));
  }

  private static Stream<String> keys(CommandSpec command) {
    String own = command.qualifiedName(".") + ".";
    Stream<String> options =
        command.options().stream().map(option -> option.longestName().substring(2));
    Stream<String> texts =
        Stream.concat(
            Stream.of("usage.description", "usage.footer", "usage.exitCodeList"),
            command.positionalParameters().stream().map(PositionalParamSpec::descriptionKey));
    return Stream.concat(options.flatMap(key -> Stream.of(key, own + key)), texts.map(own::concat));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandShowsAnExample(CommandSpec command) {
    assertThat(List.of(command.usageMessage().footer()))
        .anyMatch(line -> line.contains("Example: tidemark " + command.name()));
  }

  @Test
  void thresholdsOfTheReferenceAreTheDefaultsOfTheAlerts() {
    // A default stated in words is not derived from the option's value, so it is computed here.
    CommandSpec streams = Tidemark.commandLine().getSubcommands().get("streams").getCommandSpec();
    SettingsOptions given = new SettingsOptions();
    String words =
        ConfigurationPage.line(streams.findOption("--threshold"), ConfigurationPage.DEFAULT);
    for (String threshold : words.split(" ", -1)) {
      String[] parts = threshold.split("=", 2);
      given.thresholds.put(parts[0], Double.valueOf(parts[1]));
    }
    assertThat(given.thresholds).hasSize(7);
    assertThat(given.value()).isEqualTo(new SettingsOptions().value());
  }
}
