package io.tidemark.app.pipeline;

import io.tidemark.analysis.run.Settings;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.sink.history.Endpoint;
import io.tidemark.sink.page.Listen;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code watch}.
 *
 * @param ingest options of the tailer; the broker is the embedded one
 * @param data folder of the broker and the streams' state
 * @param listen address of the page and the metrics
 * @param settings values that the logs do not state, and thresholds of alerts
 * @param remoteWrite the receiver of every change at its own time; {@code null} for none
 * @param kafkaMeters the meters of Kafka's clients that are served
 */
public record AllInOneConfig(
    IngestConfig ingest,
    Path data,
    Listen listen,
    Settings settings,
    @Nullable Endpoint remoteWrite,
    KafkaMeters kafkaMeters) {

  /** Without remote write, and with the page on the loopback {@code port}. */
  public AllInOneConfig(IngestConfig ingest, Path data, int port, Settings settings) {
    this(ingest, data, new Listen("127.0.0.1", port), settings, null, KafkaMeters.SHOWN);
  }
}
