package io.tidemark.app.pipeline;

import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.Progress;
import io.tidemark.model.meter.StallCheck.Work;

/** The tailer's progress: what it shipped. A line that waits for its end is no work yet. */
public final class IngestWork {

  private IngestWork() {}

  /** What it did, and whether there is more to do. */
  public static Work of(Ingest ingest) {
    long shipped = ingest.progress().stream().mapToLong(Progress::shippedBytes).sum();
    return new Work(shipped, !ingest.drained());
  }
}
