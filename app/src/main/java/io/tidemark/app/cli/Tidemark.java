package io.tidemark.app.cli;

import io.tidemark.app.fault.FaultSentences;
import io.tidemark.app.watch.CannotRun;
import io.tidemark.model.BuildVersion;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.io.File;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Exit codes: 0 done, 1 runtime error (broker, disk, a source whose analysis
 * failed), 2 wrong use or configuration, 3 an alert or a growth that an option asks about, 4 a
 * report or history without a figure or a fit without an answer. A watched program's own exit code
 * is returned; 126 if it cannot be executed, 127 if it is not found.
 */
@Command(
    name = "tidemark",
    customSynopsis = {"tidemark LOG...", "       tidemark COMMAND [OPTION...] [LOG...]"},
    mixinStandardHelpOptions = true,
    resourceBundle = "io.tidemark.app.cli.help",
    versionProvider = Tidemark.Versions.class)
public final class Tidemark {

  /** In the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          ReportCommand.class,
          WatchCommand.class,
          DemoCommand.class,
          CompareCommand.class,
          HistoryCommand.class,
          FitCommand.class,
          ReplayCommand.class,
          McpCommand.class,
          MessagesCommand.class,
          TtShmCommand.class,
          DoctorCommand.class,
          IngestCommand.class,
          StreamsCommand.class,
          SinkCommand.class,
          TopicsCommand.class,
          BrokerCommand.class);

  /** Letters that names of files have, and words of a command line have not. */
  private static final Pattern PATH = Pattern.compile("[./*]");

  private static final Set<String> VERSION = Set.of("--version", "-V");

  /** Of this build, and of what runs it. */
  static final class Versions implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String commit = BuildVersion.commit();
      return new String[] {
        "tidemark %s%s, Java %s, Kafka %s"
            .formatted(
                BuildVersion.current(),
                commit.isEmpty() ? "" : " (commit " + commit + ")",
                Runtime.version(),
                BuildVersion.kafka())
      };
    }
  }

  /** Prefix of the line in an option's help that lists its allowed values. */
  private static final String ALLOWED = "allowed: ";

  private Tidemark() {}

  public static void main(String[] args) {
    try {
      StandardOutput out = StandardOutput.install();
      System.exit(out.exitCode(OpenFiles.enough() ? run(args) : 1));
    } catch (LinkageError e) {
      // Some of Kafka's classes can no longer be initialised once a signal ends the process.
      if (!endsAlready()) {
        throw e;
      }
    }
  }

  private static boolean endsAlready() {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread());
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }

  /**
   * The commands with their options, without defaults from the environment. If the first word names
   * a command, only that one is read: reading the options of all takes a tenth of a second.
   */
  static CommandLine commandLine(String... args) {
    List<Class<?>> called =
        COMMANDS.stream()
            .filter(command -> args.length > 0 && args[0].equals(nameOf(command)))
            .toList();
    CommandLine line = new CommandLine(new Tidemark());
    boolean version = args.length == 1 && VERSION.contains(args[0]);
    (called.isEmpty() && !version ? COMMANDS : called).forEach(line::addSubcommand);
    HelpPage.of(line);
    return line;
  }

  /** Derived from the class name, since reading its annotation is slow. */
  private static String nameOf(Class<?> command) {
    return command
        .getSimpleName()
        .replaceFirst("Command$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  /** The words with the command of those that begin with a log. */
  static String[] spelled(String... args) {
    return args.length == 0 || !isLog(args[0])
        ? args
        : Stream.concat(Stream.of("report", "--text"), Stream.of(args)).toArray(String[]::new);
  }

  /** Whether a first word is no command but what a report reads: a file, a glob, or {@code -}. */
  private static boolean isLog(String word) {
    return word.equals("-")
        || (!word.startsWith("-")
            && COMMANDS.stream().noneMatch(command -> word.equals(nameOf(command)))
            && (PATH.matcher(word).find() || new File(word).exists()));
  }

  /** Runs the command line and returns the exit code. */
  public static int run(String... args) {
    if (args.length > 0 && args[0].equals("help")) {
      boolean known =
          args.length > 1 && COMMANDS.stream().anyMatch(one -> args[1].equals(nameOf(one)));
      return known ? run(args[1], "--help") : run(args.length > 1 ? args[1] : "--help");
    }
    return spelledOut(spelled(args));
  }

  private static int spelledOut(String... args) {
    CommandLine line = commandLine(args);
    CommandLine called = args.length == 0 ? null : line.getSubcommands().get(args[0]);
    if (called == null) {
      return execute(line, text -> text, args);
    }
    try {
      OptionValues values =
          new OptionValues(called.getCommandSpec(), Arrays.asList(args), System.getenv());
      // OptionValues implements no type of picocli, or this class would load that before OpenFiles
      // is asked.
      line.setDefaultValueProvider(values::defaultValue);
      return execute(line, values::located, values.arguments());
    } catch (Refusal refused) {
      System.err.println("tidemark: " + sentence(refused));
      return CommandLine.ExitCode.USAGE;
    }
  }

  /**
   * @param located adds the place of a wrong option to a sentence about it
   */
  private static int execute(CommandLine line, UnaryOperator<String> located, String... args) {
    return line
        // An argument of a watched program may begin with {@code @}.
        .setExpandAtFiles(false)
        .setExecutionExceptionHandler(
            (exception, command, result) -> {
              String sentence = sentence(exception);
              System.err.println(
                  "tidemark: "
                      + (exception instanceof Refusal ? located.apply(sentence) : sentence));
              return exitCode(exception);
            })
        .setParameterExceptionHandler((refused, any) -> refuseArguments(refused, located))
        .execute(args);
  }

  private static String sentence(Exception exception) {
    return exception instanceof CannotRun
        ? TerminalText.line(String.valueOf(exception.getMessage()))
        : FaultSentences.of(exception);
  }

  private static int exitCode(Exception exception) {
    if (exception instanceof CannotRun refused) {
      return refused.exitCode();
    }
    return exception instanceof Refusal ? 2 : 1;
  }

  /** Prints picocli's message, escaped: an argument may hold terminal control characters. */
  private static int refuseArguments(ParameterException refused, UnaryOperator<String> located) {
    CommandLine command = refused.getCommandLine();
    PrintWriter err = command.getErr();
    for (Throwable cause = refused.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof Refusal refusal) {
        err.println("tidemark: " + located.apply(sentence(refusal)));
        err.flush();
        return CommandLine.ExitCode.USAGE;
      }
    }
    String allowed = allowed(refused.getArgSpec());
    if (allowed != null && refused.getValue() != null) {
      OptionSpec option = (OptionSpec) refused.getArgSpec();
      String name = option.longestName();
      // Behind the key of a property stands what may be a password.
      String value = Map.class.isAssignableFrom(option.type()) ? "(?s)^([\\w.-]*).*" : "(?s)^(.*)";
      String found = refused.getValue().toString().replaceFirst(value, "$1");
      err.println(
          "tidemark: "
              + located.apply(TerminalText.line("%s %s: want %s".formatted(name, found, allowed))));
      err.flush();
      return CommandLine.ExitCode.USAGE;
    }
    err.println(
        command.getColorScheme().errorText(located.apply(TerminalText.line(message(refused)))));
    if (!suggest(refused, err)) {
      if (command.getParent() == null) {
        command.usage(err, command.getColorScheme());
      } else {
        err.println("tidemark: see " + command.getCommandSpec().qualifiedName() + " --help");
      }
    }
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  /** Picocli's message; the value of an unknown option may be a secret of the meant one. */
  private static String message(ParameterException refused) {
    String message = String.valueOf(refused.getMessage());
    if (refused instanceof UnmatchedArgumentException unmatched) {
      for (String argument : unmatched.getUnmatched()) {
        message = message.replace(argument, argument.replaceFirst("(?s)^(-[^=]*=).*", "$1…"));
      }
    }
    return message;
  }

  /** Prints the option or command that was meant, if one is known. */
  private static boolean suggest(ParameterException refused, PrintWriter err) {
    if (!(refused instanceof UnmatchedArgumentException unmatched)) {
      return false;
    }
    CommandLine command = refused.getCommandLine();
    String word = unmatched.getUnmatched().get(0);
    if (unmatched.isUnknownOption() || command.getParent() != null) {
      Optional<String> meant = Nearest.of(word, command.getCommandSpec().optionsMap().keySet());
      meant.ifPresent(name -> err.println("Did you mean: " + name + "?"));
      return meant.isPresent() || UnmatchedArgumentException.printSuggestions(refused, err);
    }
    Optional<String> meant =
        Nearest.of(word, command.getSubcommands().keySet()).or(() -> Nearest.byPurpose(word));
    meant.ifPresent(name -> err.println("Did you mean: tidemark " + name + "?"));
    return meant.isPresent();
  }

  /** The allowed values from the help of an option; {@code null} if it states none. */
  private static @Nullable String allowed(@Nullable ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)) {
      return null;
    }
    return Arrays.stream(option.description())
        .filter(line -> line.startsWith(ALLOWED))
        .map(line -> line.substring(ALLOWED.length()))
        .findFirst()
        .orElse(null);
  }

  /** The environment variable of an option: {@code TIDEMARK_DATA} of {@code --data}. */
  static String environment(String option) {
    return "TIDEMARK_" + option.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
  }
}
