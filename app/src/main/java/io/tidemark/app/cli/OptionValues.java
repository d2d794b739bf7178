package io.tidemark.app.cli;

import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Values of options that are not on the command line: those of its variable, else of the file that
 * {@code --options} names.
 */
final class OptionValues {

  static final String OPTION = "--options";

  /** {@code --data DIR}, {@code data=DIR} or {@code TIDEMARK_DATA=DIR}. */
  private static final Pattern LINE =
      Pattern.compile("(?:--|TIDEMARK_)?([A-Za-z][A-Za-z0-9_-]*)(?:\\s*[=\\s]\\s*(.*))?");

  private final CommandSpec command;
  private final List<String> whole;

  /** Those before a program that is watched. */
  private final List<String> typed;

  private final Map<String, String> variables;
  private final List<Line> lines = new ArrayList<>();
  private String file = "";

  private record Line(int number, OptionSpec option, String value) {}

  /**
   * Reads the file, if one is named.
   *
   * @param whole the command's name and its arguments
   * @throws Refusal when the file cannot be read, or a line of it is no option of the command
   */
  OptionValues(CommandSpec command, List<String> whole, Map<String, String> variables) {
    this.command = command;
    int end = whole.indexOf("--");
    this.whole = whole;
    this.typed = end < 0 ? whole : whole.subList(0, end);
    this.variables = variables;
    String named = named();
    if (named != null) {
      file = TerminalText.of(named);
      read(named);
    }
  }

  private @Nullable String named() {
    for (int i = 0; i < typed.size(); i++) {
      if (typed.get(i).startsWith(OPTION + "=")) {
        return typed.get(i).substring(OPTION.length() + 1);
      }
      if (typed.get(i).equals(OPTION) && i + 1 < typed.size()) {
        return typed.get(i + 1);
      }
    }
    return variables.get(Tidemark.environment(OPTION));
  }

  private void read(String named) {
    try {
      int number = 0;
      for (String line : Files.readAllLines(Path.of(named))) {
        number++;
        if (!line.isBlank() && !line.strip().startsWith("#")) {
          add(number, line.strip());
        }
      }
    } catch (IOException | InvalidPathException e) {
      String why = e instanceof IOException io ? IoReason.of(io) : "no path";
      throw new Refusal(
          "%s '%s': %s; want a readable file with an option on each line"
              .formatted(OPTION, file, why));
    }
  }

  private void add(int number, String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw refusal(number, "is no option; want NAME=VALUE, or # and a comment");
    }
    String name = "--" + parts.group(1).replace('_', '-').toLowerCase(Locale.ROOT);
    OptionSpec option = command.findOption(name);
    if (option == null || option.usageHelp() || option.versionHelp() || name.equals(OPTION)) {
      // A text like no option may be a key: it is not shown.
      throw refusal(
          number,
          Nearest.of(name, command.optionsMap().keySet())
              .map(
                  meant ->
                      "%s is no option of %s; did you mean %s?"
                          .formatted(TerminalText.of(name), command.name(), meant))
              .orElse("no option of %s; want NAME=VALUE".formatted(command.name())));
    }
    String value = parts.group(2) == null && option.arity().max() == 0 ? "true" : parts.group(2);
    if (value == null || value.isEmpty()) {
      throw refusal(number, name + ": want a value, " + option.paramLabel());
    }
    for (Line before : lines) {
      if (before.option().equals(option) && !option.isMultiValue()) {
        throw refusal(number, "%s is on line %d, too".formatted(name, before.number()));
      }
    }
    lines.add(new Line(number, option, value));
  }

  private Refusal refusal(int number, String why) {
    return new Refusal("%s '%s', line %d: %s".formatted(OPTION, file, number, why));
  }

  /** The arguments with those of options that may be repeated, which have no default value. */
  String[] arguments() {
    List<String> all = new ArrayList<>(whole.subList(0, 1));
    for (OptionSpec option : command.options()) {
      if (option.isMultiValue() && !isTyped(option)) {
        String variable = variables.get(Tidemark.environment(option.longestName()));
        Stream<String> values =
            variable == null ? ofFile(option).map(Line::value) : split(option, variable);
        values.forEach(value -> all.add(option.longestName() + "=" + value));
      }
    }
    all.addAll(whole.subList(1, whole.size()));
    return all.toArray(String[]::new);
  }

  /** A comma may be part of a pattern and of a header; lines always separate. */
  private static Stream<String> split(OptionSpec option, String variable) {
    String label = option.paramLabel();
    String comma =
        label.contains("=")
            ? "|,(?=[A-Za-z_][A-Za-z0-9_.-]*=)"
            : (label.equals("REGEX") || label.contains(":")) ? "" : "|,";
    return Arrays.stream(variable.split("\\R" + comma, -1))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }

  private boolean isTyped(OptionSpec option) {
    return Arrays.stream(option.names())
        .anyMatch(name -> typed.stream().anyMatch(t -> t.equals(name) || t.startsWith(name + "=")));
  }

  private Stream<Line> ofFile(OptionSpec option) {
    return lines.stream().filter(line -> line.option().equals(option));
  }

  /** The value of an option that the command line does not name; {@code null} for none. */
  @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.isMultiValue()) {
      return null;
    }
    String variable = variables.get(Tidemark.environment(option.longestName()));
    return variable == null ? ofFile(option).findFirst().map(Line::value).orElse(null) : variable;
  }

  /** The sentence about a wrong option, with the line of the file that has it. */
  String located(String sentence) {
    for (Line line : lines) {
      String name = line.option().longestName();
      boolean counts =
          !isTyped(line.option()) && !variables.containsKey(Tidemark.environment(name));
      if (counts
          && (sentence.contains(line.value()) || ofFile(line.option()).count() == 1)
          && Pattern.compile(Pattern.quote(name) + "(?![a-z-])").matcher(sentence).find()) {
        return "%s (%s '%s', line %d)".formatted(sentence, OPTION, file, line.number());
      }
    }
    return sentence;
  }
}
