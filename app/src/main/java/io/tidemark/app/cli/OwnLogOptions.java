package io.tidemark.app.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.tidemark.app.logging.ProgramLog;
import io.tidemark.model.Refusal;
import java.util.Locale;
import java.util.Set;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** How a program writes its own log, which goes to standard error. */
final class OwnLogOptions {

  private static final Set<String> LEVELS = Set.of("error", "warn", "info", "debug");

  @Option(names = "--log-level", paramLabel = "LEVEL")
  String level = "warn";

  @Option(names = "--log-format", paramLabel = "FORMAT")
  String format = "text";

  /**
   * Sets both for this process.
   *
   * @throws Refusal when one is wrong
   */
  void apply() {
    if (!LEVELS.contains(level)) {
      throw new Refusal("--log-level %s: want error, warn, info or debug".formatted(level));
    }
    if (!format.equals("text") && !format.equals("json")) {
      throw new Refusal("--log-format %s: want text or json".formatted(format));
    }
    logger("io.tidemark").setLevel(Level.toLevel(level.toUpperCase(Locale.ROOT)));
    Logger root = logger(Logger.ROOT_LOGGER_NAME);
    if (format.equals("json")
        && root.getAppender(ProgramLog.APPENDER)
            instanceof ConsoleAppender<ILoggingEvent> console) {
      JsonEncoder json = new JsonEncoder();
      json.setContext(root.getLoggerContext());
      json.setWithFormattedMessage(true);
      json.setWithMessage(false);
      json.setWithArguments(false);
      json.start();
      console.setEncoder(json);
    }
  }

  private static Logger logger(String name) {
    return ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(name);
  }
}
