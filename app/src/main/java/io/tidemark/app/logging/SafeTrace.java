package io.tidemark.app.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import io.tidemark.model.TerminalText;
import java.util.stream.Collectors;

/**
 * {@code %trace} of Tidemark's log: the stack trace with each line indented, so that line ends in a
 * message cannot forge another line of the log.
 */
public final class SafeTrace extends ThrowableProxyConverter {

  @Override
  protected String throwableProxyToString(IThrowableProxy thrown) {
    return super.throwableProxyToString(thrown)
        .lines()
        .map(line -> "  " + TerminalText.line(line) + System.lineSeparator())
        .collect(Collectors.joining());
  }
}
