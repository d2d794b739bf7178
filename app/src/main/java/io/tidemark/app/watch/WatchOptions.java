package io.tidemark.app.watch;

import io.tidemark.analysis.Settings;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.sink.history.Endpoint;
import io.tidemark.sink.page.Listen;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code watch} is told.
 *
 * @param logs files, globs and folders
 * @param data folder of the broker and the streams' state
 * @param listen where the page and the metrics are
 * @param once read to the end, print the summary, be done
 * @param settings what the logs do not tell, and when to alert
 * @param remoteWrite who gets every change at its own time; {@code null} for nobody
 */
public record WatchOptions(
    List<String> logs,
    Path data,
    Listen listen,
    IngestConfig.From from,
    boolean once,
    Settings settings,
    @Nullable Endpoint remoteWrite) {
  public WatchOptions {
    logs = List.copyOf(logs);
  }

  /** With nobody to write to, the page on this machine's {@code port} alone. */
  public WatchOptions(
      List<String> logs,
      Path data,
      int port,
      IngestConfig.From from,
      boolean once,
      Settings settings) {
    this(logs, data, new Listen("127.0.0.1", port), from, once, settings, null);
  }
}
