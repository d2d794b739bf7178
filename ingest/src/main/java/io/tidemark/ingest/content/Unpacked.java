package io.tidemark.ingest.content;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/**
 * The content of a file that gzip or zstd compressed, in a temporary file without a name: it goes
 * with its last reader, however that one ends.
 */
public final class Unpacked {

  /** Most bytes of all unpacked files that are open: a few packed bytes could fill a disk. */
  private static final long MOST_BYTES = 1L << 30;

  /** A window of 8 MiB is that of level 19; a larger one would be held in memory. */
  private static final int MOST_WINDOW_LOG = 23;

  private static final int CHUNK_BYTES = 64 * 1024;

  private static final Set<FileChannel> OPEN = ConcurrentHashMap.newKeySet();

  private Unpacked() {}

  /** Whether a file of this name can be unpacked. */
  public static boolean is(Path path) {
    return path.toString().endsWith(".gz") || isZstd(path);
  }

  private static boolean isZstd(Path path) {
    return path.toString().endsWith(".zst");
  }

  /**
   * Unpacks a file and closes it.
   *
   * @throws IOException also for one that is not whole or too large
   */
  static FileChannel of(Path path, FileChannel packed) throws IOException {
    long most = MOST_BYTES - openBytes();
    try (InputStream from = Channels.newInputStream(packed);
        InputStream text = isZstd(path) ? zstd(from) : new GZIPInputStream(from, CHUNK_BYTES)) {
      FileChannel plain =
          FileChannel.open(
              Files.createTempFile("tidemark-", ".log"),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      OPEN.add(plain);
      boolean whole = false;
      try {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int read = text.read(chunk); read >= 0; read = text.read(chunk)) {
          if (plain.size() + read > most) {
            throw new FileSystemException(
                path.toString(),
                null,
                "it unpacks to more than the " + most + " bytes left of 1 GiB");
          }
          plain.write(ByteBuffer.wrap(chunk, 0, read));
        }
        whole = true;
        return plain;
      } finally {
        if (!whole) {
          plain.close();
        }
      }
    }
  }

  private static InputStream zstd(InputStream from) throws IOException {
    return new ZstdInputStream(from).setLongMax(MOST_WINDOW_LOG);
  }

  private static long openBytes() throws IOException {
    OPEN.removeIf(plain -> !plain.isOpen());
    long bytes = 0;
    for (FileChannel plain : OPEN) {
      bytes += plain.size();
    }
    return bytes;
  }
}
