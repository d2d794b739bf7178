package io.tidemark.app.pipeline;

import io.tidemark.analysis.run.Settings;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.sink.SinkConfig.Receivers;
import io.tidemark.sink.page.Listen;
import java.nio.file.Path;

/**
 * The options of {@code watch}.
 *
 * @param ingest options of the tailer; the broker is the embedded one
 * @param data folder of the broker and the streams' state
 * @param listen address of the page and the metrics
 * @param settings values that the logs do not state, and thresholds of alerts
 * @param receivers what is sent of the runs
 * @param kafkaMeters the meters of Kafka's clients that are served
 */
public record AllInOneConfig(
    IngestConfig ingest,
    Path data,
    Listen listen,
    Settings settings,
    Receivers receivers,
    KafkaMeters kafkaMeters) {

  /** Without receivers, and with the page on the loopback {@code port}. */
  public AllInOneConfig(IngestConfig ingest, Path data, int port, Settings settings) {
    this(ingest, data, new Listen("127.0.0.1", port), settings, Receivers.NONE, KafkaMeters.SHOWN);
  }
}
