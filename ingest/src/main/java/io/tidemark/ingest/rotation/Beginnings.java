package io.tidemark.ingest.rotation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files that held nothing, or a beginning of what their log holds, when they were looked at: what
 * comes in them was not read. Inode numbers come back, so the birth time must fit where both are
 * known. The newest so many are kept; a log has one such file for seconds, while it is copied.
 */
final class Beginnings {

  static final int MOST = 10_000;

  private final Map<String, Long> bornByKey =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST;
        }
      };

  void add(ByteSource file) {
    String key = file.fileKey();
    if (key != null) {
      bornByKey.remove(key);
      bornByKey.put(key, file.bornNanos());
    }
  }

  boolean contains(FileSource file) {
    Long born = bornByKey.get(file.fileKey());
    return born != null && (born == 0 || file.bornNanos() == 0 || born == file.bornNanos());
  }
}
