package io.tidemark.sink;

import io.tidemark.sink.history.Endpoint;
import io.tidemark.sink.page.Listen;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the sink is told.
 *
 * @param kafka client properties, {@code bootstrap.servers} among them
 * @param listen where the page and the scrape are
 * @param remoteWrite who gets every change at its own time; {@code null} for nobody
 */
public record SinkConfig(Map<String, Object> kafka, Listen listen, @Nullable Endpoint remoteWrite) {
  public SinkConfig {
    kafka = Map.copyOf(kafka);
  }

  /** With nobody to write to. */
  public SinkConfig(Map<String, Object> kafka, Listen listen) {
    this(kafka, listen, null);
  }
}
