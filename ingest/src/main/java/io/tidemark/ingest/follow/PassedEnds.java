package io.tidemark.ingest.follow;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the files ended that the first look of this tailer passed over. It stays for as long as the
 * tailer: when a takeover makes it begin anew before it has stored where a log begins, that log
 * must not be read from its start. As many as there were files at the first look.
 */
final class PassedEnds {

  private final Map<String, ReadPosition> byFileKey = new HashMap<>();

  void add(FileSource file) throws IOException {
    byFileKey.put(file.fileKey(), file.end());
  }

  /** Where reading begins in a file that no position is stored of. */
  ReadPosition startOf(FileSource file) throws IOException {
    ReadPosition end = byFileKey.get(file.fileKey());
    if (end == null || file.size() < end.offset() || !file.holds(end.tail(), end.offset())) {
      return ReadPosition.START;
    }
    return end;
  }
}
