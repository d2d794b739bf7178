package io.tidemark.app.cli;

import io.tidemark.app.broker.BrokerAccess;
import io.tidemark.model.wire.Topic;
import java.time.Duration;
import java.util.List;
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

  /**
   * Waits for the broker, creates missing topics and checks existing ones, then asks another
   * question; all of it is repeated if the broker becomes unreachable.
   *
   * @param own the topics that the program uses
   */
  void awaitTopics(List<Topic<?, ?>> own, Optional<Duration> patience, BrokerAccess.Question then)
      throws InterruptedException, ExecutionException {
    client.awaitTopics(properties(), own, patience, then);
  }

  Map<String, Object> properties() {
    return client.properties(bootstrapServers);
  }
}
