package io.tidemark.sink;

import io.tidemark.sink.page.Listen;
import java.util.Map;

/**
 * What the sink is told.
 *
 * @param kafka client properties, {@code bootstrap.servers} among them
 * @param listen where the page and the scrape are
 */
public record SinkConfig(Map<String, Object> kafka, Listen listen) {
  public SinkConfig {
    kafka = Map.copyOf(kafka);
  }
}
