package io.tidemark.app.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The generated part of docs/configuration.md: a row per option, once for all commands that share
 * it. It is derived from the lines of an option's description: the meaning, {@code allowed: …} and
 * {@code default: …}.
 */
final class ConfigurationPage {

  static final String ALLOWED = "allowed: ";
  static final String DEFAULT = "default: ";
  private static final String NONE = "–";

  private ConfigurationPage() {}

  /** The rows that several commands share, then a section per command with its other rows. */
  static String sections(CommandLine tidemark) {
    Map<String, Set<String>> commands = new LinkedHashMap<>();
    for (CommandLine command : tidemark.getSubcommands().values()) {
      for (OptionSpec option : options(command.getCommandSpec())) {
        commands
            .computeIfAbsent(row(option), row -> new LinkedHashSet<>())
            .add("`" + command.getCommandName() + "`");
      }
    }
    List<String> shared = new ArrayList<>();
    shared.add("## Options of several commands\n");
    shared.add("| option | commands | default | allowed | meaning |");
    shared.add("|---|---|---|---|---|");
    commands.forEach(
        (row, names) -> {
          if (names.size() > 1) {
            int end = row.indexOf(" | ");
            shared.add(
                row.substring(0, end) + " | " + String.join(", ", names) + row.substring(end));
          }
        });
    return String.join("\n", shared)
        + "\n\n"
        + tidemark.getSubcommands().values().stream()
            .map(command -> section(command.getCommandSpec(), commands))
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

  private static String section(CommandSpec command, Map<String, Set<String>> commands) {
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
    List<String> own =
        options(command).stream()
            .map(ConfigurationPage::row)
            .filter(row -> commands.getOrDefault(row, Set.of()).size() == 1)
            .toList();
    if (!own.isEmpty()) {
      lines.add("| option | default | allowed | meaning |");
      lines.add("|---|---|---|---|");
      lines.addAll(own);
    }
    return String.join("\n", lines) + "\n";
  }

  private static String row(OptionSpec option) {
    boolean flag = option.arity().max() == 0;
    String name = option.longestName() + (flag ? "" : " " + option.paramLabel());
    return "| `%s` | %s | %s | %s |"
        .formatted(
            cell(name),
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
