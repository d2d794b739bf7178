package io.tidemark.sink;

import java.util.Map;

/**
 * What the sink is told.
 *
 * @param kafka client properties, {@code bootstrap.servers} among them
 * @param host address to listen on, loopback unless the user asks otherwise
 * @param port to listen on; 0 takes a free one
 */
public record SinkConfig(Map<String, Object> kafka, String host, int port) {
  public SinkConfig {
    kafka = Map.copyOf(kafka);
  }
}
