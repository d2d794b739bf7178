package io.tidemark.app.pipeline;

import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.generation.SourceProgress;
import io.tidemark.model.meter.StallCheck.Work;

/**
 * The tailer's progress: the bytes shipped. An unfinished last line does not count as pending work.
 */
public final class IngestWork {

  private IngestWork() {}

  /** The work done, and whether more is pending. */
  public static Work of(Ingest ingest) {
    long shipped = ingest.progress().stream().mapToLong(SourceProgress::shippedBytes).sum();
    return new Work(shipped, !ingest.drained());
  }
}
