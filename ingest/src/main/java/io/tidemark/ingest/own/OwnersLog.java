package io.tidemark.ingest.own;

import io.tidemark.model.log.OwnerRecord;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The records of {@code tidemark.owners}, of all tailers in one order. */
public interface OwnersLog {

  interface Reader {
    void onRecord(String key, OwnerRecord record);

    /** A record without a value. */
    void onTombstone(String key);

    /** A record that no tailer writes. */
    void onRefused(String key);
  }

  /** Reads the records since the last call; waits for them at most {@code patience}. */
  void poll(Duration patience, Reader reader);

  /**
   * Writes a record; {@code null} is a tombstone.
   *
   * @return whether it was accepted; if not, it must be written again later
   */
  boolean write(String key, @Nullable OwnerRecord record);

  /** A record to be written; a tombstone if it has no value. */
  record Write(String key, @Nullable OwnerRecord value) {}
}
