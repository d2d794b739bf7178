package io.tidemark.streams;

import java.nio.file.Path;
import java.util.Map;

/**
 * What the streams job is told.
 *
 * @param kafka client properties, {@code bootstrap.servers} among them
 * @param stateDir folder of the state stores, one per instance
 * @param instance name of this instance, stable across its restarts: a restart under the same name
 *     takes its work back at once instead of waiting for a session to end
 */
public record StreamsJobConfig(Map<String, Object> kafka, Path stateDir, String instance) {
  public StreamsJobConfig {
    kafka = Map.copyOf(kafka);
  }
}
