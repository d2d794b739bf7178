package io.tidemark.app.watch;

import io.tidemark.ingest.IngestConfig;
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
 * @param format the one format that lines are read by, {@code null} for any
 */
public record WatchOptions(
    List<String> logs,
    Path data,
    int port,
    IngestConfig.From from,
    boolean once,
    @Nullable String format) {
  public WatchOptions {
    logs = List.copyOf(logs);
  }
}
