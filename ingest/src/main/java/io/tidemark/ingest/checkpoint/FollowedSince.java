package io.tidemark.ingest.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.content.PipeSource;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.model.log.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Since when each entry of the list of logs is followed. A log that begins later and is rotated
 * before Kafka takes its claim is in no record. Its rotated files are younger than this time.
 *
 * <p>The time is stored once for each entry, as a position that belongs to no file.
 */
public final class FollowedSince {

  private static final String ID = "since-";

  private final SourceNaming naming;
  private final Map<String, Long> millisById = new HashMap<>();

  /** Takes the times from the stored positions. */
  public FollowedSince(Map<String, Position> known, SourceNaming naming) {
    this.naming = naming;
    known.forEach(
        (id, position) -> {
          if (id.startsWith(ID)) {
            millisById.put(id, TimeUnit.NANOSECONDS.toMillis(position.file().bornNanos()));
          }
        });
  }

  /** Whether the entry was followed by an earlier tailer of the same names. */
  public boolean knows(String entry) {
    return millisById.containsKey(id(entry));
  }

  /** The earliest of these entries, in milliseconds; the greatest number if none was followed. */
  public long millis(Iterable<String> entries) {
    long earliest = Long.MAX_VALUE;
    for (String entry : entries) {
      earliest = Math.min(earliest, millisById.getOrDefault(id(entry), Long.MAX_VALUE));
    }
    return earliest;
  }

  /** The key of the entry's record. */
  public String id(String entry) {
    return ID + Fingerprint.hash((naming.nameOf("") + '\n' + entry).getBytes(UTF_8));
  }

  /** The record that the entry is followed since this time. */
  public Position begun(long wallMillis) {
    ReadPosition start = ReadPosition.START.withHead(new byte[0]);
    return new Position(
        // Each tailer may write for its own standard input, which no other one can read.
        naming.nameOf(PipeSource.NAME),
        new Position.FileIdentity("-", null, TimeUnit.MILLISECONDS.toNanos(wallMillis)),
        0,
        0,
        start.marker(),
        true,
        new Position.Lineage(0, new ContentPrints().encode(start, 0), null));
  }
}
