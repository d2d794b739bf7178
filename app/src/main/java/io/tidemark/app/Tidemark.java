package io.tidemark.app;

import io.tidemark.app.fault.Sentences;
import io.tidemark.model.Refusal;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line. Exit codes: 0 done, 1 runtime error (broker, disk, a source whose analysis
 * failed), 2 wrong use or configuration.
 */
@Command(
    name = "tidemark",
    description = "Follows accelerator memory logs through Kafka to Prometheus.",
    mixinStandardHelpOptions = true,
    version = "tidemark 0.1.0",
    subcommands = {
      WatchCommand.class,
      IngestCommand.class,
      StreamsCommand.class,
      SinkCommand.class,
      BrokerCommand.class,
      TopicsCommand.class,
      SourcesCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      ReplayCommand.class,
      SimulateCommand.class
    })
public final class Tidemark {

  private Tidemark() {}

  public static void main(String[] args) {
    System.exit(OpenFiles.enough() ? run(args) : 1);
  }

  /** Answers the exit code. */
  static int run(String... args) {
    return new CommandLine(new Tidemark())
        .setDefaultValueProvider(
            (argument) ->
                argument instanceof CommandLine.Model.OptionSpec option
                    ? System.getenv(environment(option.longestName()))
                    : null)
        .setExecutionExceptionHandler(
            (exception, command, result) -> {
              System.err.println("tidemark: " + Sentences.of(exception));
              return exception instanceof Refusal ? 2 : 1;
            })
        .execute(args);
  }

  /** {@code --data} is {@code TIDEMARK_DATA}. */
  static String environment(String option) {
    return "TIDEMARK_" + option.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
  }
}
