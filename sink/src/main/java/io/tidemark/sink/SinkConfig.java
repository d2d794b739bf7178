package io.tidemark.sink;

import io.tidemark.sink.history.Endpoint;
import io.tidemark.sink.page.Listen;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the sink is told.
 *
 * @param kafka client properties, {@code bootstrap.servers} among them
 * @param listen where the page and the scrape are
 * @param remoteWrite who gets every change at its own time; {@code null} for nobody
 * @param stalledAfter how long records may wait before the sink is not well
 */
public record SinkConfig(
    Map<String, Object> kafka,
    Listen listen,
    @Nullable Endpoint remoteWrite,
    Duration stalledAfter) {

  /** Long past what a restart of the broker takes. */
  public static final Duration STALLED_AFTER = Duration.ofSeconds(30);

  public SinkConfig {
    kafka = Map.copyOf(kafka);
  }

  /** With nobody to write to. */
  public SinkConfig(Map<String, Object> kafka, Listen listen) {
    this(kafka, listen, null);
  }

  /** Not well after {@link #STALLED_AFTER}. */
  public SinkConfig(Map<String, Object> kafka, Listen listen, @Nullable Endpoint remoteWrite) {
    this(kafka, listen, remoteWrite, STALLED_AFTER);
  }
}
