package io.tidemark.ingest.rotation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files that were empty, or held only a beginning of their log's content, when examined. Their
 * later content was not read.
 *
 * <p>File systems reuse inode numbers, so the birth time must fit where both are known. Only the
 * newest {@value #MOST} are kept. A log has such a file only for seconds, while it is copied.
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
