package io.tidemark.app.cli;

import io.tidemark.app.cli.ClientOptions.PatienceOption;
import io.tidemark.app.cli.MetricsOptions.KafkaMetricsOption;
import io.tidemark.app.cli.MetricsOptions.StallOption;
import io.tidemark.app.cli.SinkCommand.ScopeOptions;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * The help of the commands: the common options; with {@code --help-all} the others too, in groups.
 */
final class HelpPage {

  private static final String ALL = "--help-all";

  /** Classes of rare options, by the heading of their group. */
  private static final Map<String, List<Class<?>>> RARE = new LinkedHashMap<>();

  static {
    RARE.put("How lines are read", List.of(LogOptions.class, SizeOptions.class));
    RARE.put("How logs are followed", List.of(FollowOptions.class));
    RARE.put("Alerts", List.of(SettingsOptions.class));
    RARE.put(
        "What is served",
        List.of(
            MetricsOptions.class,
            WebOptions.class,
            PageOptions.class,
            StallOption.class,
            ScopeOptions.class,
            KafkaMetricsOption.class));
    RARE.put("Its own log", List.of(OwnLogOptions.class));
    RARE.put("Remote write", List.of(RemoteWriteOptions.class));
    RARE.put("Kafka", List.of(ClientOptions.class, PatienceOption.class));
  }

  private static final Map<String, String> EXIT_CODES =
      Map.of(
          "watch",
              "a critical alert is active at the end, or a plan does not fit (--fail-on-alert)",
          "compare", "B is worse than A, or what --max-growth asks about grew by more",
          "history", "the newest run is bad");

  private HelpPage() {}

  /** Sets up the help of each of the commands. */
  static void of(CommandLine tidemark) {
    tidemark.getSubcommands().forEach(HelpPage::of);
  }

  private static void of(String name, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.addOption(
        OptionSpec.builder(ALL)
            .usageHelp(true)
            .type(boolean.class)
            .description("Show all options and exit.")
            .build());
    spec.addOption(
        OptionSpec.builder(OptionValues.OPTION).paramLabel("FILE").type(String.class).build());
    spec.usageMessage()
        .abbreviateSynopsis(true)
        .exitCodeListHeading("Exit codes:%n")
        .exitCodeList(exitCodes(name));
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpPage::options);
  }

  private static Map<String, String> exitCodes(String command) {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "done");
    codes.put("1", "an error while it ran: broker, disk, output, a log whose analysis failed");
    codes.put("2", "wrong use or configuration");
    if (EXIT_CODES.containsKey(command)) {
      codes.put("3", EXIT_CODES.get(command));
    }
    if (command.equals("report")) {
      codes.put("4", "no log states memory");
    }
    if (command.equals("history")) {
      codes.put("4", "no log states memory, or the newest one does not");
    }
    if (command.equals("fit")) {
      codes.put("4", "the runs do not show what fits; the output says why");
    }
    if (command.equals("watch")) {
      codes.put("4", "no log states memory (--fail-on-alert with --once or -)");
      codes.put("*", "with -- PROGRAM its own; 126 not executable, 127 not found");
    }
    return codes;
  }

  private static String options(Help help) {
    List<OptionSpec> common = new ArrayList<>();
    Map<String, List<OptionSpec>> rare = new LinkedHashMap<>();
    RARE.keySet().forEach(heading -> rare.put(heading, new ArrayList<>()));
    help.commandSpec().options().forEach(option -> group(option, rare, common).add(option));
    rare.values().removeIf(List::isEmpty);
    StringBuilder text = new StringBuilder("Options:\n").append(list(help, common));
    ParseResult parsed = help.commandSpec().commandLine().getParseResult();
    if (parsed != null && parsed.hasMatchedOption(ALL)) {
      rare.forEach(
          (heading, options) -> text.append(heading).append(":\n").append(list(help, options)));
    } else if (!rare.isEmpty()) {
      text.append("More with --help-all: ")
          .append(String.join(", ", rare.keySet()).toLowerCase(Locale.ROOT))
          .append(".\n");
    }
    return text.append("Each option is also a variable: ")
        .append(Tidemark.environment(common.get(0).longestName()))
        .append(" of ")
        .append(common.get(0).longestName())
        .append(".\n")
        .toString()
        .replace("\n", System.lineSeparator());
  }

  private static List<OptionSpec> group(
      OptionSpec option, Map<String, List<OptionSpec>> rare, List<OptionSpec> common) {
    boolean mayBeRare = !option.required() && !option.longestName().equals("--device-memory");
    if (mayBeRare && option.userObject() instanceof Member member) {
      for (Map.Entry<String, List<Class<?>>> group : RARE.entrySet()) {
        if (group.getValue().contains(member.getDeclaringClass())) {
          return rare.getOrDefault(group.getKey(), common);
        }
      }
    }
    return common;
  }

  /** In the order of their declaration. */
  private static String list(Help help, List<OptionSpec> options) {
    Layout layout = help.createDefaultLayout();
    layout.addOptions(options, help.parameterLabelRenderer());
    return layout.toString();
  }
}
