package io.tidemark.ingest.follow;

import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Since when every read of one file fails, reported once and once when it can be read again. */
final class ReadFailures {

  private static final Logger LOG = LoggerFactory.getLogger(ReadFailures.class);

  private final String source;
  private @Nullable Long sinceMillis;

  ReadFailures(String source) {
    this.source = source;
  }

  /** A read failed. */
  void add(ByteSource file, IOException e, long steadyMillis) {
    if (sinceMillis == null) {
      sinceMillis = steadyMillis;
      String label = TerminalText.of(file.label());
      LOG.warn("{}: {} cannot be read, trying on: {}", source, label, IoReason.of(e));
    }
  }

  /** A read succeeded. */
  void clear(ByteSource file) {
    if (sinceMillis != null) {
      sinceMillis = null;
      LOG.info("{}: {} can be read again", source, TerminalText.of(file.label()));
    }
  }

  boolean any() {
    return sinceMillis != null;
  }

  /** When the first one of those in a row failed; empty when the last read succeeded. */
  OptionalLong since() {
    return sinceMillis == null ? OptionalLong.empty() : OptionalLong.of(sinceMillis);
  }
}
