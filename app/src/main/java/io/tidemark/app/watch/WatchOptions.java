package io.tidemark.app.watch;

import io.tidemark.analysis.Settings;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.sink.history.Endpoint;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code watch} is told.
 *
 * @param logs files, globs and folders
 * @param data folder of the broker and the streams' state
 * @param port of the page and the metrics; 0 takes a free one
 * @param once read to the end, print the summary, be done
 * @param settings what the logs do not tell, and when to alert
 * @param remoteWrite who gets every change at its own time; {@code null} for nobody
 */
public record WatchOptions(
    List<String> logs,
    Path data,
    int port,
    IngestConfig.From from,
    boolean once,
    Settings settings,
    @Nullable Endpoint remoteWrite) {
  public WatchOptions {
    logs = List.copyOf(logs);
  }

  /** With nobody to write to. */
  public WatchOptions(
      List<String> logs,
      Path data,
      int port,
      IngestConfig.From from,
      boolean once,
      Settings settings) {
    this(logs, data, port, from, once, settings, null);
  }
}
