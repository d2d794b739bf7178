package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how long every read of a file fails. Reports the failure once, and once when reads
 * succeed again. Only attempted reads count: without a broker nothing is read, so nothing fails.
 */
public final class ReadFailures {

  private static final Logger LOG = LoggerFactory.getLogger(ReadFailures.class);

  private final String source;
  private @Nullable Long firstMillis;
  private long lastMillis;

  ReadFailures(String source) {
    this.source = source;
  }

  void add(ByteSource file, IOException e, long steadyMillis) {
    lastMillis = steadyMillis;
    if (firstMillis == null) {
      firstMillis = steadyMillis;
      String label = TerminalText.of(file.label());
      LOG.warn("{}: {} cannot be read, trying on: {}", source, label, IoReason.of(e));
    }
  }

  void clear(ByteSource file) {
    if (firstMillis != null) {
      firstMillis = null;
      LOG.warn("{}: {} can be read again", source, TerminalText.of(file.label()));
    }
  }

  /** Restarts the waiting time, because the file or its place has changed. */
  void forget() {
    firstMillis = null;
  }

  public boolean any() {
    return firstMillis != null;
  }

  /**
   * Time from the first to the last of consecutive failed reads; 0 when the last read succeeded.
   */
  public long spanMillis() {
    return firstMillis == null ? 0 : lastMillis - firstMillis;
  }
}
