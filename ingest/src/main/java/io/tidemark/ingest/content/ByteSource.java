package io.tidemark.ingest.content;

import io.tidemark.model.FileStatus;
import io.tidemark.model.SliceOrigin;
import io.tidemark.model.TerminalText;
import java.io.Closeable;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Where a generation's bytes come from: a file or standard input. */
public interface ByteSource extends Closeable {

  /** As the user knows it. */
  String label();

  /** Percent-encoded raw bytes of the path. */
  String uri();

  /** Device and inode, where there is a file. */
  @Nullable String fileKey();

  /** Birth time, 0 where none is known. */
  long bornNanos();

  /** How many bytes there are now. */
  long size() throws IOException;

  /** How the file is now; {@code null} where there is none, or where it cannot be asked. */
  @Nullable FileStatus status();

  /** Where slices of this file are read now, up to the machine's name. */
  static SliceOrigin origin(ByteSource file) {
    return new SliceOrigin(null, Map.of(), ZoneId.systemDefault(), file.status());
  }

  /** Reads up to {@code most} bytes from {@code offset}; 0 when nothing is there now. */
  int read(long offset, byte[] into, int most) throws IOException;

  /** Whether it still holds {@code tail} before {@code offset}. */
  boolean holds(Fingerprint tail, long offset) throws IOException;

  /** Whether it is, up to {@code offset}, the one that the marker was made from. */
  boolean fits(String marker, long offset) throws IOException;

  /** A read that gave nothing met the end, and not just a pause of the writer. */
  boolean atEnd();

  /** A read that failed may succeed later. */
  boolean isRepeatable();

  /** No byte will ever follow. */
  boolean closedByWriter();

  /** Closes it, if there is one; a failure is logged. */
  static void close(@Nullable ByteSource file) {
    if (file == null) {
      return;
    }
    try {
      file.close();
    } catch (IOException e) {
      // It was opened for reading: nothing is lost by it.
      LoggerFactory.getLogger(ByteSource.class)
          .warn("{}: cannot be closed: {}", TerminalText.of(file.label()), e.toString());
    }
  }
}
