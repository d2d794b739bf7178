package io.tidemark.streams.source;

import io.tidemark.analysis.store.ReadProgress;
import io.tidemark.model.log.Slice;

/** A source that failed too often. The bytes of its dropped slices are a gap of its failed run. */
final class IgnoredSource {

  private final ReadProgress progress;
  private final int lastRun;
  private FailedRun failed;

  IgnoredSource(FailedRun failed, ReadProgress progress, int lastRun) {
    this.failed = failed;
    this.progress = progress;
    this.lastRun = lastRun;
  }

  /** Drops a slice, unless it begins a new generation. */
  boolean drop(Slice slice) {
    boolean known = progress.knows(slice.generation());
    if (known) {
      failed = failed.withMissing(progress.pass(slice), progress);
    }
    return known;
  }

  FailedRun failed() {
    return failed;
  }

  ReadProgress progress() {
    return progress;
  }

  int lastRun() {
    return lastRun;
  }
}
