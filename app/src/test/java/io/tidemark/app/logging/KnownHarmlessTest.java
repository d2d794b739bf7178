package io.tidemark.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KnownHarmlessTest {

  private static final String SENDER = "org.apache.kafka.clients.producer.internals.Sender";
  private static final String REPLICAS = "kafka.server.ReplicaManager";
  private static final String APPEND =
      "[ReplicaManager broker=1] Error processing append operation on partition x:a-1";

  private static final Filter<ILoggingEvent> CONFIGURED = configured();

  /** The filter as the programs configure it. */
  private static Filter<ILoggingEvent> configured() {
    LoggerContext context = new LoggerContext();
    new ProgramLog().configure(context);
    return context
        .getLogger(Logger.ROOT_LOGGER_NAME)
        .getAppender(ProgramLog.APPENDER)
        .getCopyOfAttachedFiltersList()
        .get(0);
  }

  private static FilterReply reply(String logger, String words, @Nullable Throwable thrown) {
    Logger named = new LoggerContext().getLogger(logger);
    return CONFIGURED.decide(new LoggingEvent(logger, named, Level.WARN, words, thrown, null));
  }

  /** The message of the client's {@code Sender} before a retry, with any error. */
  private static FilterReply repeated(String error) {
    String words =
        "[Producer clientId=p] Got error produce response with correlation id 9 on topic-partition"
            + " a-1, retrying (2147483646 attempts left). Error: %s";
    return reply(SENDER, words.formatted(error), null);
  }

  @ParameterizedTest
  @EnumSource(
      value = Errors.class,
      names = {"CONCURRENT_TRANSACTIONS", "OUT_OF_ORDER_SEQUENCE_NUMBER", "NETWORK_EXCEPTION"})
  void whatAClientRepeatsByItselfIsNotShown(Errors error) {
    assertThat(repeated(error.name())).isEqualTo(FilterReply.DENY);
  }

  @ParameterizedTest
  @EnumSource(
      value = Errors.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CONCURRENT_TRANSACTIONS", "OUT_OF_ORDER_SEQUENCE_NUMBER", "NETWORK_EXCEPTION"})
  void aBrokerInTroubleIsShownThoughItIsAskedAgain(Errors error) {
    assertThat(repeated(error.name())).isEqualTo(FilterReply.NEUTRAL);
    assertThat(repeated(error + ". Error Message: of the broker")).isEqualTo(FilterReply.NEUTRAL);
  }

  /** The program logs a Kafka that stays away, once. */
  @Test
  void aConnectionThatEndsIsNotShown() {
    assertThat(repeated("NETWORK_EXCEPTION. Error Message: Disconnected from node 1"))
        .isEqualTo(FilterReply.DENY);
    String asked =
        "[Producer clientId=p] Received invalid metadata error in produce request on partition a-1"
            + " due to org.apache.kafka.common.errors.%s Going to request metadata update now";
    assertThat(reply(SENDER, asked.formatted("NetworkException: Disconnected from node 1"), null))
        .isEqualTo(FilterReply.DENY);
    assertThat(reply(SENDER, asked.formatted("KafkaStorageException: Disk error"), null))
        .isEqualTo(FilterReply.NEUTRAL);
  }

  @Test
  void theSameAsTheBrokerSeesItIsNotShown() {
    assertThat(reply(REPLICAS, APPEND, new OutOfOrderSequenceException("2")))
        .isEqualTo(FilterReply.DENY);
  }

  @Test
  void aBusyMachineDelaysOurOwnBrokerWithoutLines() {
    String controller = "org.apache.kafka.controller.ReplicationControlManager";
    String overloaded =
        "[QuorumController id=1] processExpiredBrokerHeartbeat: controller event queue overloaded."
            + " Timed out heartbeat from broker 1.";
    String broker = "org.apache.kafka.server.BrokerLifecycleManager";
    assertThat(reply(controller, overloaded, null)).isEqualTo(FilterReply.DENY);
    assertThat(reply(broker, "sending a heartbeat failed: REQUEST_TIMED_OUT", null))
        .isEqualTo(FilterReply.DENY);
    assertThat(reply(controller, "fencing broker 1", null)).isEqualTo(FilterReply.NEUTRAL);
    assertThat(reply(broker, "NOT_CONTROLLER", null)).isEqualTo(FilterReply.NEUTRAL);
  }

  @Test
  void whateverElseTheSameLoggersSayIs() {
    assertThat(reply(SENDER, "Got error produce response, not retriable", null))
        .isEqualTo(FilterReply.NEUTRAL);
    assertThat(reply(REPLICAS, APPEND, new CorruptRecordException("disk")))
        .isEqualTo(FilterReply.NEUTRAL);
    assertThat(reply(REPLICAS, APPEND, null)).isEqualTo(FilterReply.NEUTRAL);
    assertThat(reply("io.tidemark.app.X", "retrying (1", null)).isEqualTo(FilterReply.NEUTRAL);
  }
}
