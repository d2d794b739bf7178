package io.tidemark.app;

import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** How a program reaches its Kafka. */
final class KafkaOptions {

  @Option(names = "--bootstrap-servers", required = true, paramLabel = "HOST:PORT")
  String bootstrapServers = "";

  @Option(names = "--kafka", paramLabel = "KEY=VALUE", description = "any Kafka client property")
  Map<String, String> kafka = new HashMap<>();

  @Option(names = "--no-create-topics", description = "refuse to start when a topic is missing")
  boolean noCreateTopics;

  Map<String, Object> properties() {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("bootstrap.servers", bootstrapServers);
    return properties;
  }
}
