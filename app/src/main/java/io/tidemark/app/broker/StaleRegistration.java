package io.tidemark.app.broker;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.utils.Time;

/**
 * Removes the registration that a killed broker left in its metadata, before the next one starts.
 *
 * <p>A broker that starts with the stale registration leads all partitions until the old session
 * ends, then none for a moment, while it completes the transactions of the killed one. Kafka 4.1 to
 * 4.3 drop the end markers of those transactions in that moment: readers stop there for good
 * although the offsets are committed (KAFKA-20734). Without the registration nothing is led until
 * the new broker is registered, and nothing waits for a session to end.
 */
final class StaleRegistration {

  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A controller is up within a second or two; on a busy machine much later. */
  private static final int ATTEMPT_SECONDS = 10;

  private static final Duration AGAIN = Duration.ofMillis(100);

  private StaleRegistration() {}

  /**
   * Starts the controller alone, removes the broker from its metadata, and stops it again.
   *
   * @param admin properties of a client that reaches the controller
   */
  static void remove(KafkaConfig controller, Map<String, Object> admin) throws Exception {
    KafkaRaftServer server = new KafkaRaftServer(controller, Time.SYSTEM);
    server.startup();
    try {
      // A client caches the controller's versions at its first connection: one client per attempt.
      untilAnswered(PATIENCE, () -> unregister(admin));
    } finally {
      server.shutdown();
      server.awaitShutdown();
    }
  }

  /**
   * Repeats the question while the controller has not yet read its metadata: it then knows neither
   * its version, nor the active controller, nor the broker.
   */
  static void untilAnswered(Duration patience, BrokerAccess.Question question)
      throws InterruptedException, ExecutionException {
    BrokerAccess.untilAnswered(
        patience,
        AGAIN,
        cause ->
            cause instanceof UnsupportedVersionException
                || cause instanceof RetriableException
                || cause instanceof TimeoutException,
        question);
  }

  private static void unregister(Map<String, Object> client)
      throws InterruptedException, ExecutionException {
    try (Admin admin = Admin.create(client)) {
      admin.unregisterBroker(NodeProperties.NODE).all().get(ATTEMPT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new ExecutionException(e);
    } catch (ExecutionException e) {
      // Killed before it was ever registered.
      if (!(e.getCause() instanceof BrokerIdNotRegisteredException)) {
        throw e;
      }
    }
  }
}
