package io.tidemark.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;
import io.tidemark.model.TerminalText;
import io.tidemark.model.TextResource;
import java.util.stream.Collectors;

/**
 * The log of the programs: warnings and errors on standard error. In Java, since reading a file of
 * settings takes a tenth of a second of each start. A file that {@code logback.configurationFile}
 * names replaces it.
 */
public final class ProgramLog extends ContextAwareBase implements Configurator {

  public static final String APPENDER = "STDERR";

  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} - %safe%n%trace{short}";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    // Else warnings about these settings would stand on standard output.
    context.getStatusManager().add(new NopStatusListener());
    ConsoleAppender<ILoggingEvent> errors = new ConsoleAppender<>();
    errors.setContext(context);
    errors.setName(APPENDER);
    errors.setTarget("System.err");
    errors.addFilter(new KnownHarmless());
    errors.addFilter(new RepeatedLines());
    errors.setEncoder(encoder(context));
    errors.start();
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(errors);
    TextResource.lines(ProgramLog.class, "log-levels.txt")
        .map(line -> line.split(" ", 2))
        .forEach(line -> context.getLogger(line[1]).setLevel(Level.toLevel(line[0])));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static LayoutWrappingEncoder<ILoggingEvent> encoder(LoggerContext context) {
    PatternLayout layout = new PatternLayout();
    layout.setContext(context);
    layout.getInstanceConverterMap().put("safe", SafeMessage::new);
    layout.getInstanceConverterMap().put("trace", SafeTrace::new);
    layout.setPattern(PATTERN);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    return encoder;
  }

  /** {@code %safe}: the message on one line, with control characters escaped. */
  private static final class SafeMessage extends MessageConverter {
    @Override
    public String convert(ILoggingEvent event) {
      return TerminalText.line(super.convert(event));
    }
  }

  /**
   * {@code %trace}: the stack trace with each line indented, so that line ends in a message cannot
   * forge another line of the log.
   */
  private static final class SafeTrace extends ThrowableProxyConverter {
    @Override
    protected String throwableProxyToString(IThrowableProxy thrown) {
      return super.throwableProxyToString(thrown)
          .lines()
          .map(line -> "  " + TerminalText.line(line) + System.lineSeparator())
          .collect(Collectors.joining());
    }
  }
}
