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
    RARE.put("How lines are read", List.of(LogOptions.class));
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

  private HelpPage() {}

  /** Sets up the help of each of the commands. */
  static void of(CommandLine tidemark) {
    tidemark.getSubcommands().values().forEach(HelpPage::ofCommand);
  }

  private static void ofCommand(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.addOption(
        OptionSpec.builder(ALL)
            .usageHelp(true)
            .type(boolean.class)
            .description("Show all options and exit.")
            .build());
    spec.addOption(
        OptionSpec.builder(OptionValues.OPTION).paramLabel("FILE").type(String.class).build());
    spec.usageMessage().abbreviateSynopsis(true);
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpPage::options);
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
