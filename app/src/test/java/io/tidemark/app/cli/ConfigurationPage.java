package io.tidemark.app.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The generated part of docs/configuration.md: a section per command, a row per option. It is
 * derived from the lines of an option's description: the meaning, {@code allowed: …} and {@code
 * default: …}.
 */
final class ConfigurationPage {

  static final String ALLOWED = "allowed: ";
  static final String DEFAULT = "default: ";
  private static final String NONE = "–";

  private ConfigurationPage() {}

  /** The sections of all commands, in the order of {@code tidemark --help}. */
  static String sections(CommandLine tidemark) {
    return tidemark.getSubcommands().values().stream()
        .map(command -> section(command.getCommandSpec()))
        .collect(Collectors.joining("\n"));
  }

  /** A command's own options, without {@code --help} and {@code --version}. */
  static List<OptionSpec> options(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !option.usageHelp() && !option.versionHelp())
        .toList();
  }

  /** The line of the description with this beginning, which is removed; empty if there is none. */
  static String line(ArgSpec argument, String beginning) {
    return Arrays.stream(argument.description())
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()))
        .findFirst()
        .orElse("");
  }

  private static String section(CommandSpec command) {
    List<String> lines = new ArrayList<>();
    lines.add("## tidemark " + command.name());
    lines.add("");
    lines.add(String.join(" ", command.usageMessage().description()));
    lines.add("");
    for (PositionalParamSpec argument : command.positionalParameters()) {
      lines.add("- `%s`: %s".formatted(argument.paramLabel(), meaning(argument)));
    }
    if (!command.positionalParameters().isEmpty()) {
      lines.add("");
    }
    lines.add("| option | variable | default | allowed | meaning |");
    lines.add("|---|---|---|---|---|");
    options(command).forEach(option -> lines.add(row(option)));
    return String.join("\n", lines) + "\n";
  }

  private static String row(OptionSpec option) {
    boolean flag = option.arity().max() == 0;
    String name = option.longestName() + (flag ? "" : " " + option.paramLabel());
    return "| `%s` | `%s` | %s | %s | %s |"
        .formatted(
            cell(name),
            Tidemark.environment(option.longestName()),
            cell(flag ? "off" : byDefault(option)),
            cell(flag ? "flag" : line(option, ALLOWED)),
            cell(meaning(option)));
  }

  private static String byDefault(OptionSpec option) {
    if (option.required()) {
      return "required";
    }
    String text = line(option, DEFAULT);
    return text.isEmpty() ? NONE : text;
  }

  /** The first line of the description. */
  static String meaning(ArgSpec argument) {
    return argument.description().length == 0 ? "" : argument.description()[0];
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
