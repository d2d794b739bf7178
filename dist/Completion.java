import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Prints the completion for the command line on the class path: {@code bash}, {@code zsh} or {@code fish}. */
final class Completion {

  private static final String FILES = "FILE|DIR|PROGRAM|FILE\\|DIR|TEXT\\|FILE|NAME\\|FILE";

  public static void main(String[] arguments) throws Exception {
    Method model =
        Class.forName("io.tidemark.app.cli.Tidemark").getDeclaredMethod("commandLine", String[].class);
    model.setAccessible(true);
    CommandLine line = (CommandLine) model.invoke(null, (Object) new String[0]);
    switch (arguments[0]) {
      case "bash" -> System.out.print(AutoComplete.bash("tidemark", line));
      case "zsh" -> zsh(line);
      case "fish" -> fish(line);
      default -> throw new IllegalArgumentException(arguments[0] + ": want bash, zsh or fish");
    }
  }

  private static void zsh(CommandLine line) {
    System.out.println("#compdef tidemark\n_tidemark() {\n  local -a commands\n  commands=(");
    for (CommandLine command : line.getSubcommands().values()) {
      System.out.printf("    %s%n", quoted(command.getCommandName() + ":" + about(command)));
    }
    System.out.println("  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    _files\n    return\n  fi");
    System.out.println("  shift words\n  (( CURRENT-- ))\n  case $words[1] in");
    for (CommandLine command : line.getSubcommands().values()) {
      System.out.printf("    %s) _arguments \\%n", command.getCommandName());
      for (OptionSpec option : command.getCommandSpec().options()) {
        String value = option.arity().max() == 0 ? "" : "=";
        String about = "[" + meaning(option).replaceAll("([\\[\\]:\\\\])", "\\\\$1") + "]";
        String argument =
            value.isEmpty() ? "" : ":" + option.paramLabel().replace(":", "\\:") + ":" + zshValues(option);
        System.out.printf("      %s \\%n", quoted("*" + option.longestName() + value + about + argument));
      }
      System.out.println("      '*:log:_files' ;;");
    }
    System.out.println("    *) _files ;;\n  esac\n}\n_tidemark \"$@\"");
  }

  private static String zshValues(OptionSpec option) {
    List<String> values = values(option);
    return values.isEmpty() ? takesAFile(option) ? "_files" : " " : "(" + String.join(" ", values) + ")";
  }

  private static void fish(CommandLine line) {
    for (CommandLine command : line.getSubcommands().values()) {
      String name = command.getCommandName();
      System.out.printf("complete -c tidemark -n __fish_use_subcommand -a %s -d %s%n", name, quotedInFish(about(command)));
      for (OptionSpec option : command.getCommandSpec().options()) {
        List<String> values = values(option);
        String argument =
            option.arity().max() == 0
                ? ""
                : !values.isEmpty()
                    ? " -x -a " + quotedInFish(String.join(" ", values))
                    : takesAFile(option) ? " -r -F" : " -x";
        System.out.printf(
            "complete -c tidemark -n '__fish_seen_subcommand_from %s' -l %s%s -d %s%n",
            name, option.longestName().substring(2), argument, quotedInFish(meaning(option)));
      }
    }
  }

  private static boolean takesAFile(OptionSpec option) {
    return option.paramLabel().matches(FILES);
  }

  private static List<String> values(OptionSpec option) {
    List<String> values = new ArrayList<>();
    if (option.completionCandidates() != null) {
      option.completionCandidates().forEach(values::add);
    }
    return values;
  }

  private static String about(CommandLine command) {
    return command.getCommandSpec().usageMessage().description()[0].replace(":", ",");
  }

  private static String meaning(OptionSpec option) {
    return option.description().length == 0 ? option.longestName() : option.description()[0];
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static String quotedInFish(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
