package io.tidemark.app.broker;

import static org.apache.kafka.clients.admin.AdminClientConfig.BOOTSTRAP_CONTROLLERS_CONFIG;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
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

  private static final int PATIENCE_SECONDS = 30;

  private StaleRegistration() {}

  /** Starts the controller alone, takes the broker out of its metadata, and stops it again. */
  static void remove(Path logs, int controllerPort)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<String, Object> client =
        Map.of(BOOTSTRAP_CONTROLLERS_CONFIG, NodeProperties.address(controllerPort));
    KafkaRaftServer server =
        new KafkaRaftServer(
            new KafkaConfig(NodeProperties.controller(logs, controllerPort)), Time.SYSTEM);
    server.startup();
    try (Admin admin = Admin.create(client)) {
      admin.unregisterBroker(NodeProperties.NODE).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      // Killed before it was ever registered.
      if (!(e.getCause() instanceof BrokerIdNotRegisteredException)) {
        throw e;
      }
    } finally {
      server.shutdown();
      server.awaitShutdown();
    }
  }
}
