package io.tidemark.app;

import io.tidemark.app.broker.BrokerAccess;
import io.tidemark.app.broker.TopicSetup;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a program reaches its Kafka. */
final class KafkaOptions {

  @Option(names = "--bootstrap-servers", required = true, paramLabel = "HOST:PORT")
  String bootstrapServers = "";

  @Mixin ClientOptions client = new ClientOptions();

  @Option(names = "--no-create-topics", description = "refuse to start when a topic is missing")
  boolean noCreateTopics;

  /** Waits for the broker and makes the topics, or checks them. */
  void awaitTopics(Optional<Duration> patience) throws InterruptedException, ExecutionException {
    Map<String, Object> kafka = properties();
    BrokerAccess.await(kafka, patience, () -> TopicSetup.ensure(kafka, !noCreateTopics));
  }

  Map<String, Object> properties() {
    return client.properties(bootstrapServers);
  }
}
