package io.tidemark.ingest.content;

import io.tidemark.model.TerminalText;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.SliceOrigin;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The source of a generation's bytes: a file or standard input. The defaults are those of bytes
 * that are complete and do not change.
 */
public interface ByteSource extends Closeable {

  /** Its path; {@code null} for standard input. */
  default @Nullable Path path() {
    return null;
  }

  /** The name as the user knows it. */
  default String label() {
    Path path = path();
    return path == null ? "-" : path.toString();
  }

  /** The path as a URI, its raw bytes percent-encoded. */
  default String uri() {
    Path path = path();
    return path == null ? "-" : path.toUri().toString();
  }

  /** Device and inode; {@code null} where there is no file. */
  default @Nullable String fileKey() {
    return null;
  }

  /** Birth time, 0 where none is known. */
  default long bornNanos() {
    return 0;
  }

  /** The present number of bytes. */
  long size() throws IOException;

  /**
   * The file's present attributes; {@code null} where there is no file, or where they cannot be
   * read.
   */
  default @Nullable FileStatus status() {
    return null;
  }

  /** The origin of slices read from this file now, without the host name. */
  static SliceOrigin origin(ByteSource file, Map<String, String> labels) {
    return new SliceOrigin(null, labels, ZoneId.systemDefault(), file.status());
  }

  /** Reads up to {@code most} bytes from {@code offset}; returns 0 when none are there now. */
  int read(long offset, byte[] into, int most) throws IOException;

  /** Whether the source still holds the bytes of {@code tail} just before {@code offset}. */
  default boolean holds(Fingerprint tail, long offset) throws IOException {
    return true;
  }

  /** Whether the content up to {@code offset} is the one that the marker was made from. */
  default boolean fits(String marker, long offset) throws IOException {
    return true;
  }

  /** Whether an empty read met the end, and not just a pause of the writer. */
  default boolean atEnd() {
    return true;
  }

  /** Whether a failed read may succeed later. */
  default boolean isRepeatable() {
    return true;
  }

  /** Whether the writer has closed it: no byte can follow. */
  default boolean closedByWriter() {
    return false;
  }

  /** Closes the source if it is not null; logs a failure. */
  static void close(@Nullable ByteSource file) {
    if (file == null) {
      return;
    }
    try {
      file.close();
    } catch (IOException e) {
      // It was opened for reading, so a failed close loses no data.
      LoggerFactory.getLogger(ByteSource.class)
          .warn("{}: cannot be closed: {}", TerminalText.of(file.label()), e.toString());
    }
  }
}
