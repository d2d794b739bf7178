package io.tidemark.ingest.checkpoint;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.ReadPosition;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the files ended that the first look of this tailer skipped ({@code --from end}). It
 * outlives a takeover, in which the tailer starts over. Without it, a log whose first position is
 * not stored yet would then be read from its start.
 *
 * <p>It is bounded by the number of files at the first look.
 */
public final class PassedEnds {

  private record Passed(long bornNanos, ReadPosition end) {

    boolean fits(FileSource file) throws IOException {
      return file.mayBeBorn(bornNanos)
          && file.size() >= end.offset()
          && file.holds(end.tail(), end.offset());
    }
  }

  private final Map<String, Passed> byFileKey = new HashMap<>();

  public void add(ByteSource file, ReadPosition end) {
    String key = file.fileKey();
    if (key != null) {
      byFileKey.put(key, new Passed(file.bornNanos(), end));
    }
  }

  /** Forgets a file whose end is stored: another file may get its inode number. */
  public void forget(ByteSource file) {
    String key = file.fileKey();
    if (key != null) {
      byFileKey.remove(key);
    }
  }

  /** Where reading begins in a file without a stored position. */
  public ReadPosition startOf(FileSource file) throws IOException {
    Passed passed = byFileKey.get(file.fileKey());
    return passed != null && passed.fits(file) ? passed.end() : ReadPosition.START;
  }
}
