package io.tidemark.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** The tailer's door: follows logs and ships them to {@code tidemark.lines} until closed. */
public final class Ingest implements AutoCloseable {

  private Ingest() {}

  /**
   * Checks the logs, reads the positions shipped so far, and starts following.
   *
   * @throws io.tidemark.model.Refusal when a log is no log: see {@link IngestConfig}
   */
  public static Ingest open(IngestConfig config, MeterRegistry meters) {
    throw new UnsupportedOperationException(config.toString() + meters);
  }

  /** One entry per followed log, by source. */
  public List<Progress> progress() {
    throw new UnsupportedOperationException();
  }

  /** Everything found so far is shipped to its end and acknowledged. */
  public boolean drained() {
    throw new UnsupportedOperationException();
  }

  /** Rethrows what ended the tailer's thread, if anything did. */
  public void check() {
    throw new UnsupportedOperationException();
  }

  /** Stops reading, waits for what is in flight, and keeps the positions. */
  @Override
  public void close() {}
}
