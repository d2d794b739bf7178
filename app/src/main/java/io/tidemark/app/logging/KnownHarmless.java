package io.tidemark.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import io.tidemark.model.TextResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Suppresses warnings and errors of libraries that are harmless and need no action. Each is matched
 * by logger, text and exception, so that all other messages of that logger are shown.
 */
public final class KnownHarmless extends Filter<ILoggingEvent> {

  /** Lines of {@code LOGGER | WORDS} or {@code LOGGER | WORDS | EXCEPTION}, below reasons. */
  private static final List<Line> LINES =
      TextResource.lines(KnownHarmless.class, "known-harmless.txt").map(Line::of).toList();

  /**
   * @param words part of the message
   * @param exception the class of the logged exception; {@code null} for none
   */
  private record Line(String logger, String words, @Nullable String exception) {
    static Line of(String text) {
      String[] parts = text.split(" \\| ", 3);
      return new Line(parts[0], parts[1], parts.length < 3 ? null : parts[2]);
    }

    boolean is(ILoggingEvent event) {
      IThrowableProxy thrown = event.getThrowableProxy();
      return event.getLoggerName().equals(logger)
          && (exception == null
              ? thrown == null
              : thrown != null && thrown.getClassName().equals(exception))
          && event.getFormattedMessage().contains(words);
    }
  }

  @Override
  public FilterReply decide(ILoggingEvent event) {
    return LINES.stream().anyMatch(line -> line.is(event)) ? FilterReply.DENY : FilterReply.NEUTRAL;
  }
}
