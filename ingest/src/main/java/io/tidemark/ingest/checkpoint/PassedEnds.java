package io.tidemark.ingest.checkpoint;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.ReadPosition;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the files ended that the first look of this tailer passed over. It stays for as long as the
 * tailer: when a takeover makes it begin anew before it has stored where a log begins, that log
 * must not be read from its start. Inode numbers come back, so the birth time must fit where both
 * are known. As many as there were files at the first look.
 */
public final class PassedEnds {

  private record Passed(long bornNanos, ReadPosition end) {

    boolean fits(FileSource file) throws IOException {
      boolean sameBirth = bornNanos == 0 || file.bornNanos() == 0 || bornNanos == file.bornNanos();
      return sameBirth && file.size() >= end.offset() && file.holds(end.tail(), end.offset());
    }
  }

  private final Map<String, Passed> byFileKey = new HashMap<>();

  public void add(ByteSource file, ReadPosition end) {
    String key = file.fileKey();
    if (key != null) {
      byFileKey.put(key, new Passed(file.bornNanos(), end));
    }
  }

  /** Its positions are stored from its birth to its end: whatever has its inode now is another. */
  public void forget(ByteSource file) {
    String key = file.fileKey();
    if (key != null) {
      byFileKey.remove(key);
    }
  }

  /** Where reading begins in a file that no position is stored of. */
  public ReadPosition startOf(FileSource file) throws IOException {
    Passed passed = byFileKey.get(file.fileKey());
    return passed != null && passed.fits(file) ? passed.end() : ReadPosition.START;
  }
}
