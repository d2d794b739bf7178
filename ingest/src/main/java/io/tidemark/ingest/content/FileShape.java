package io.tidemark.ingest.content;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/** What a file looks like from outside; a file of another shape holds something else. */
public record FileShape(Path path, String fileKey, long sizeBytes, long changedNanos) {

  public static FileShape of(Path path) throws IOException {
    BasicFileAttributes now = FileSource.attributes(path);
    return new FileShape(
        path, FileSource.key(now), now.size(), now.lastModifiedTime().to(TimeUnit.NANOSECONDS));
  }

  /** Whether it is still so. */
  boolean stands() throws IOException {
    return equals(of(path));
  }

  /** Without its folder, that may be reached by other names. */
  @Override
  public String toString() {
    return fileKey + ":" + sizeBytes + ":" + changedNanos;
  }
}
