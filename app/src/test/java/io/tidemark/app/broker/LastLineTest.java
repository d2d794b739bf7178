package io.tidemark.app.broker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidemark.app.broker.EmbeddedBroker.LastLine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LastLineTest {

  @Test
  void nothingIsLoggedAfterIt() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    LoggerContext context = new LoggerContext();
    ListAppender<ILoggingEvent> shown = new ListAppender<>();
    shown.start();
    Logger client = context.getLogger("client");
    client.addAppender(shown);
    client.warn("the broker fails");

    LastLine.print(
        "tidemark: disk full", context, new PrintStream(printed, true, StandardCharsets.UTF_8));
    client.warn("the broker failed");

    assertThat(shown.list)
        .extracting(ILoggingEvent::getMessage)
        .containsExactly("the broker fails");
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines("tidemark: disk full");
  }
}
