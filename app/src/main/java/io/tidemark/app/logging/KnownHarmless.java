package io.tidemark.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Suppresses warnings and errors of libraries that are harmless and need no action. Each is matched
 * by logger, text and exception, so that all other messages of that logger are shown.
 */
public final class KnownHarmless extends Filter<ILoggingEvent> {

  private static final String SENDER = "org.apache.kafka.clients.producer.internals.Sender";

  /**
   * Matched up to the end of the line, since the same text with other errors is serious: missing
   * replicas or a failing disk.
   */
  private static final String REPEATED = " attempts left). Error: ";

  private static final List<Line> LINES =
      List.of(
          // A transaction may begin before the broker has ended the previous one, and its first
          // sends overtake each other. The producer repeats them itself.
          new Line(SENDER, REPEATED + "CONCURRENT_TRANSACTIONS", null),
          new Line(SENDER, REPEATED + "OUT_OF_ORDER_SEQUENCE_NUMBER", null),
          // The same case on the broker's side.
          new Line(
              "kafka.server.ReplicaManager",
              "Error processing append operation on partition ",
              "org.apache.kafka.common.errors.OutOfOrderSequenceException"),
          // On a busy machine, messages of the embedded broker to its controller in the same
          // process are delayed; both repeat them.
          new Line(
              "org.apache.kafka.controller.ReplicationControlManager",
              "processExpiredBrokerHeartbeat: controller event queue overloaded",
              null),
          new Line("org.apache.kafka.server.BrokerLifecycleManager", "REQUEST_TIMED_OUT", null),
          // A client names its connections again when it learns the broker's address.
          new Line(
              "io.micrometer.core.instrument.MeterRegistry",
              "This Gauge has been already registered (MeterId{name='kafka.",
              null),
          // The client throws an exception with the same text, which the program handles.
          new Line(
              "org.apache.kafka.clients.NetworkClient", " failed authentication due to: ", null),
          new Line(
              "org.apache.kafka.clients.admin.internals.AdminMetadataManager",
              "Fatal error during metadata update",
              "org.apache.kafka.common.errors.SaslAuthenticationException"));

  /**
   * @param words part of the message
   * @param exception the class of the logged exception; {@code null} for none
   */
  private record Line(String logger, String words, @Nullable String exception) {
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
