package io.tidemark.ingest.content;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;

/** A file's path, key, size and times; a different shape means different content. */
public record FileShape(
    Path path, String fileKey, long sizeBytes, FileTime changed, FileTime created) {

  public static FileShape of(Path path) throws IOException {
    return of(path, FileSource.attributes(path));
  }

  public static FileShape of(Path path, BasicFileAttributes is) {
    return new FileShape(
        path, FileSource.key(is), is.size(), is.lastModifiedTime(), is.creationTime());
  }

  boolean stands() throws IOException {
    return equals(of(path));
  }

  /** Omits the folder, which several paths may lead to. */
  @Override
  public String toString() {
    return fileKey + ":" + sizeBytes + ":" + changed.to(TimeUnit.NANOSECONDS);
  }
}
