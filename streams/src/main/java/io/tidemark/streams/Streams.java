package io.tidemark.streams;

import io.micrometer.core.instrument.MeterRegistry;

/** The streams job's door: runs the topology until closed. */
public final class Streams implements AutoCloseable {

  private Streams() {}

  /** Starts the job; {@link #running()} tells when it works. */
  public static Streams open(StreamsJobConfig config, MeterRegistry meters) {
    throw new UnsupportedOperationException(config.toString() + meters);
  }

  public boolean running() {
    throw new UnsupportedOperationException();
  }

  /** Rethrows what ended the job, if anything did. */
  public void check() {
    throw new UnsupportedOperationException();
  }

  /** Commits and stops. */
  @Override
  public void close() {}
}
