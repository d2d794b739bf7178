package io.tidemark.model.wire;

import java.util.Map;
import org.apache.kafka.common.serialization.Serde;

/**
 * A topic with its key and value types, so that name, layout and schema stay together.
 *
 * @param partitions fixed for the life of the topic, since a key must stay on its partition
 * @param config topic configuration that differs from the broker's
 */
public record Topic<K, V>(
    String name, int partitions, Map<String, String> config, Serde<K> key, Serde<V> value) {
  public Topic {
    config = Map.copyOf(config);
  }
}
