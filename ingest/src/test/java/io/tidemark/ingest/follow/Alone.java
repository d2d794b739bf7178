package io.tidemark.ingest.follow;

import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.own.Owners.Standing;

/** A single tailer, which owns every source. */
public record Alone() implements Owners {

  @Override
  public Standing of(String source) {
    return Standing.OWNED;
  }

  @Override
  public boolean current(long steadyMillis) {
    return true;
  }
}
