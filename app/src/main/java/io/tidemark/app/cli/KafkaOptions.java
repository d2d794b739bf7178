package io.tidemark.app.cli;

import io.tidemark.app.broker.BrokerAccess;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The connection of a program to its Kafka broker. */
final class KafkaOptions {

  @Option(names = "--bootstrap-servers", required = true, paramLabel = "HOST:PORT")
  String bootstrapServers = "";

  @Mixin ClientOptions client = new ClientOptions();

  /** Waits for the broker, then creates missing topics and checks existing ones. */
  void awaitTopics(Optional<Duration> patience) throws InterruptedException, ExecutionException {
    awaitTopics(patience, () -> {});
  }

  /**
   * The same, followed by another question; both are repeated if the broker becomes unreachable.
   */
  void awaitTopics(Optional<Duration> patience, BrokerAccess.Question then)
      throws InterruptedException, ExecutionException {
    client.awaitTopics(properties(), patience, then);
  }

  Map<String, Object> properties() {
    return client.properties(bootstrapServers);
  }
}
