package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.zip.GZIPOutputStream;

/**
 * A folder of logs, with the actions of writers and rotations.
 *
 * @param <S> the type returned by each step, for chaining
 */
abstract class LogFolder<S extends LogFolder<S>> {

  final Path folder;

  LogFolder(Path folder) {
    this.folder = folder;
  }

  abstract S self();

  Path path(String name) {
    return folder.resolve(name);
  }

  /** An action on files. */
  private interface FileWork {
    void run() throws IOException;
  }

  private S files(FileWork work) {
    try {
      work.run();
      return self();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  S write(String name, String text) {
    return files(
        () ->
            Files.writeString(
                path(name), text, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
  }

  /** Writes in place, as by {@code pwrite}; NUL bytes stand where nothing was written before. */
  S overwrite(String name, long offset, String text) {
    return files(
        () -> {
          try (FileChannel file = FileChannel.open(path(name), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(text.getBytes(UTF_8)), offset);
          }
        });
  }

  /** Takes back all bytes behind this size, as by {@code ftruncate}. */
  S shorten(String name, long size) {
    return files(
        () -> {
          try (FileChannel file = FileChannel.open(path(name), StandardOpenOption.WRITE)) {
            file.truncate(size);
          }
        });
  }

  S move(String from, String to) {
    return files(() -> Files.move(path(from), path(to)));
  }

  /**
   * Sets the time of change, which must differ from the birth time, or the birth counts as unknown.
   */
  S age(String name) {
    return files(
        () -> Files.setLastModifiedTime(path(name), FileTime.fromMillis(1_600_000_000_000L)));
  }

  /** Truncates the file and writes it again; inode and birth time stay. */
  S rewrite(String name, String text) {
    return files(
        () -> Files.writeString(path(name), text, UTF_8, StandardOpenOption.TRUNCATE_EXISTING));
  }

  /** Acts like logrotate's copytruncate, followed by the writer. */
  S copyAndCut(String name, String copy, String next) {
    return copy(name, copy).rewrite(name, next);
  }

  S copy(String name, String copy) {
    return files(() -> Files.copy(path(name), path(copy), StandardCopyOption.REPLACE_EXISTING));
  }

  /** Writes another file and renames it to the log's path, as rsync and {@code sed -i} do. */
  S replace(String name, String text) {
    write(".tmp", text);
    return files(() -> Files.move(path(".tmp"), path(name), StandardCopyOption.REPLACE_EXISTING));
  }

  String text(String name) {
    try {
      return Files.readString(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long size(String name) {
    try {
      return Files.size(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Acts like gzip on a log that was written for some time after its birth. */
  S compress(String name, String packed) {
    return files(
        () -> {
          FileTime changed = FileTime.fromMillis(System.currentTimeMillis() + 5000);
          Files.writeString(path(packed), "packed");
          Files.setLastModifiedTime(path(packed), changed);
          Files.delete(path(name));
        });
  }

  /** Compresses a file as gzip and zstd do: the time of change stays, the file goes last. */
  S pack(String name, String packed) {
    return files(
        () -> {
          try (OutputStream to = Files.newOutputStream(path(packed));
              OutputStream packing =
                  packed.endsWith(".gz") ? new GZIPOutputStream(to) : new ZstdOutputStream(to)) {
            Files.copy(path(name), packing);
          }
          Files.setLastModifiedTime(path(packed), Files.getLastModifiedTime(path(name)));
          Files.delete(path(name));
        });
  }

  boolean has(String name) {
    return Files.exists(path(name));
  }

  S delete(String name) {
    return files(() -> Files.delete(path(name)));
  }
}
