package io.tidemark.ingest.content;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/** A file's path, key, size and time of change; a different shape means different content. */
public record FileShape(Path path, String fileKey, long sizeBytes, long changedNanos) {

  public static FileShape of(Path path) throws IOException {
    BasicFileAttributes now = FileSource.attributes(path);
    return new FileShape(
        path, FileSource.key(now), now.size(), now.lastModifiedTime().to(TimeUnit.NANOSECONDS));
  }

  boolean stands() throws IOException {
    return equals(of(path));
  }

  /** Omits the folder, which several paths may lead to. */
  @Override
  public String toString() {
    return fileKey + ":" + sizeBytes + ":" + changedNanos;
  }
}
