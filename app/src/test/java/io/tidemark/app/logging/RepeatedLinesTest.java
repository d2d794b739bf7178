package io.tidemark.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.LogContext;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RepeatedLinesTest {

  private static final String CLIENT = "org.apache.kafka.clients.Metadata";

  private final RepeatedLines lines = new RepeatedLines();
  private Instant now = Instant.ofEpochSecond(1_000);

  private boolean shown(String logger, String pattern, Object... arguments) {
    return shown(Level.WARN, logger, pattern, arguments);
  }

  private boolean shown(Level level, String logger, String pattern, Object... arguments) {
    Logger named = new LoggerContext().getLogger(logger);
    LoggingEvent event = new LoggingEvent(logger, named, level, pattern, null, arguments);
    event.setInstant(now);
    return lines.decide(event) != FilterReply.DENY;
  }

  private long shownOf(int times) {
    return IntStream.range(0, times).filter(i -> shown(CLIENT, "no topic {}", i)).count();
  }

  @Test
  void aClientThatRepeatsItselfIsHeardAFewTimesAMinute() {
    assertThat(shownOf(96_583)).isEqualTo(RepeatedLines.MOST_A_MINUTE);
    now = now.plus(Duration.ofMinutes(1));
    assertThat(shownOf(10)).isEqualTo(RepeatedLines.MOST_A_MINUTE);
  }

  @Test
  void anotherLoggerOrAnotherLevelIsHeardMeanwhile() {
    shownOf(100);
    assertThat(shown(CLIENT, "no topic")).isFalse();
    assertThat(shown(Level.ERROR, CLIENT, "no topic")).isTrue();
    assertThat(shown("org.apache.kafka.clients.NetworkClient", "no topic {}", 1)).isTrue();
  }

  @Test
  void linesWhoseValuesKafkasOwnLoggerFormatsAreCountedTogether() {
    Logger logger = (Logger) LoggerFactory.getLogger("org.apache.kafka.RepeatedLinesTest");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.addFilter(lines);
    log.start();
    logger.setAdditive(false);
    logger.addAppender(log);
    org.slf4j.Logger kafka = new LogContext("[Producer clientId=a] ").logger(logger.getName());
    for (int i = 0; i < 100; i++) {
      kafka.warn("Got error produce response with correlation id {}, attempts left {}", i, 99 - i);
    }
    logger.detachAppender(log);

    assertThat(log.list)
        .hasSize(RepeatedLines.MOST_A_MINUTE)
        .extracting(ILoggingEvent::getMessage)
        .doesNotHaveDuplicates();
  }

  @Test
  void ourOwnLinesAreAllShown() {
    assertThat(IntStream.range(0, 100).allMatch(i -> shown("io.tidemark.app.X", "again"))).isTrue();
  }

  @Test
  void aClockThatJumpsBackSilencesNothing() {
    shownOf(100);
    now = now.minus(Duration.ofDays(1));
    assertThat(shownOf(1)).isEqualTo(1);
  }
}
