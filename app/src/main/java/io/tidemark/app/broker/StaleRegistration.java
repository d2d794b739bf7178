package io.tidemark.app.broker;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.utils.Time;

/**
 * Takes back the registration that a killed broker left in its metadata, before the next one
 * starts.
 *
 * <p>A broker that starts beside it believes itself the leader of everything until the old session
 * ends, and loses that while it finishes what the killed one had begun to commit. Kafka 4.1 to 4.3
 * then take the partitions for deleted and write them no end of their transaction: readers stop
 * there for good, past offsets that are committed (KAFKA-20734). Without it nobody leads until the
 * new broker is registered, and nobody waits for a session to end.
 */
final class StaleRegistration {

  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A controller is up within a second or two; on a busy machine much later. */
  private static final int ATTEMPT_SECONDS = 10;

  private static final long AGAIN_MILLIS = 100;

  private StaleRegistration() {}

  /**
   * Starts the controller alone, takes the broker out of its metadata, and stops it again.
   *
   * @param admin properties of a client that reaches the controller
   */
  static void remove(KafkaConfig controller, Map<String, Object> admin) throws Exception {
    KafkaRaftServer server = new KafkaRaftServer(controller, Time.SYSTEM);
    server.startup();
    try {
      // A client keeps what a controller could when it connected: each attempt has its own.
      untilAnswered(PATIENCE, () -> unregister(admin));
    } finally {
      server.shutdown();
      server.awaitShutdown();
    }
  }

  /** One question to the controller. */
  @FunctionalInterface
  interface Attempt {
    void ask() throws Exception;
  }

  /**
   * Asks again while the controller is up and its metadata not yet read: it then knows neither its
   * version, nor who is active, nor the broker.
   *
   * @throws Exception what the last attempt failed with, when patience has ended
   */
  static void untilAnswered(Duration patience, Attempt attempt) throws Exception {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        attempt.ask();
        return;
      } catch (Exception e) {
        if (!isEarly(e) || System.nanoTime() - deadlineNanos > 0) {
          throw e;
        }
      }
      Thread.sleep(AGAIN_MILLIS);
    }
  }

  private static boolean isEarly(Exception e) {
    Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
    return cause instanceof UnsupportedVersionException
        || cause instanceof RetriableException
        || cause instanceof java.util.concurrent.TimeoutException;
  }

  private static void unregister(Map<String, Object> client) throws Exception {
    try (Admin admin = Admin.create(client)) {
      admin.unregisterBroker(NodeProperties.NODE).all().get(ATTEMPT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      // Killed before it was ever registered.
      if (!(e.getCause() instanceof BrokerIdNotRegisteredException)) {
        throw e;
      }
    }
  }
}
