package io.tidemark.app.logging;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.tidemark.model.TerminalText;

/** {@code %safe} of Tidemark's log: the message on one line, with control characters escaped. */
public final class SafeMessage extends MessageConverter {
  @Override
  public String convert(ILoggingEvent event) {
    return TerminalText.line(super.convert(event));
  }
}
