package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For how long every read of one file fails, reported once and once when it can be read again. Only
 * reads that were tried say so: while the broker is away nothing is read, and nothing fails.
 */
public final class ReadFailures {

  private static final Logger LOG = LoggerFactory.getLogger(ReadFailures.class);

  private final String source;
  private @Nullable Long firstMillis;
  private long lastMillis;

  ReadFailures(String source) {
    this.source = source;
  }

  /** A read failed. */
  void add(ByteSource file, IOException e, long steadyMillis) {
    lastMillis = steadyMillis;
    if (firstMillis == null) {
      firstMillis = steadyMillis;
      String label = TerminalText.of(file.label());
      LOG.warn("{}: {} cannot be read, trying on: {}", source, label, IoReason.of(e));
    }
  }

  /** A read succeeded. */
  void clear(ByteSource file) {
    if (firstMillis != null) {
      firstMillis = null;
      LOG.warn("{}: {} can be read again", source, TerminalText.of(file.label()));
    }
  }

  /** It is read elsewhere, or is somewhere else: the wait for it begins anew. */
  void forget() {
    firstMillis = null;
  }

  /** The last read failed. */
  public boolean any() {
    return firstMillis != null;
  }

  /** From the first to the last of those in a row that failed; 0 when the last read succeeded. */
  public long spanMillis() {
    return firstMillis == null ? 0 : lastMillis - firstMillis;
  }
}
