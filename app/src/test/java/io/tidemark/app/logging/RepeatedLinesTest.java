package io.tidemark.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepeatedLinesTest {

  private static final String CLIENT = "org.apache.kafka.clients.Metadata";

  private final RepeatedLines lines = new RepeatedLines();
  private Instant now = Instant.ofEpochSecond(1_000);

  private boolean shown(String logger, String pattern, Object... arguments) {
    Logger named = new LoggerContext().getLogger(logger);
    LoggingEvent event = new LoggingEvent(logger, named, Level.WARN, pattern, null, arguments);
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
  void somethingElseIsHeardMeanwhile() {
    shownOf(100);
    assertThat(shown(CLIENT, "another thing")).isTrue();
    assertThat(shown("org.apache.kafka.clients.NetworkClient", "no topic {}", 1)).isTrue();
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
