package io.tidemark.streams;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes damaged stores before a job opens them. Kafka Streams fails to start with one whose index
 * is damaged, and takes a damaged block for the end of the store. A task without a folder is
 * restored from its changelogs.
 */
final class DamagedStores {

  private static final Logger LOG = LoggerFactory.getLogger(DamagedStores.class);

  /** To read and check these takes about a second, which is the longest that a start waits. */
  private static final long CHECKED_BYTES = 256L << 20;

  private DamagedStores() {}

  /**
   * Checks the stores of all tasks, and deletes the folder of each task with a damaged one. Blocks
   * are read up to a limit of bytes; beyond it a store must only open.
   *
   * @param job folder of the job's tasks, which no process has open
   */
  static void remove(Path job) {
    remove(job, CHECKED_BYTES);
  }

  static void remove(Path job, long checkedBytes) {
    RocksDB.loadLibrary();
    long left = checkedBytes;
    for (Path task : folders(job)) {
      for (Path store : folders(task.resolve("rocksdb"))) {
        long bytes = bytes(store);
        // Kafka Streams makes the folder before its store.
        String damage = bytes < 0 ? null : damage(store, bytes <= left);
        left -= bytes > left ? 0 : Math.max(bytes, 0);
        if (damage != null) {
          LOG.warn(
              "the store {} in {} is damaged ({}): {} is removed, and its state is read back from Kafka",
              store.getFileName(),
              task,
              damage,
              task);
          delete(task);
          break;
        }
      }
    }
  }

  /** The damage of a store in words; {@code null} for none. */
  private static @Nullable String damage(Path store, boolean checksums) {
    try (Options options = new Options();
        RocksDB opened = RocksDB.openReadOnly(options, store.toString())) {
      if (checksums) {
        opened.verifyChecksum();
      }
      return null;
    } catch (RocksDBException e) {
      return isDamage(e) ? e.getMessage() : null;
    }
  }

  /** Whether bytes or files are wrong; all else, such as a lack of descriptors, may pass. */
  private static boolean isDamage(RocksDBException e) {
    Status.Code code = e.getStatus() == null ? Status.Code.Undefined : e.getStatus().getCode();
    return code == Status.Code.Corruption
        || code == Status.Code.InvalidArgument
        || String.valueOf(e.getMessage()).contains("No such file");
  }

  /** The bytes of its files; -1 if there are none. */
  private static long bytes(Path store) {
    try (Stream<Path> files = Files.list(store)) {
      return files.mapToLong(file -> file.toFile().length()).reduce(Long::sum).orElse(-1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> folders(Path parent) {
    List<Path> folders = new ArrayList<>();
    if (Files.isDirectory(parent)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, Files::isDirectory)) {
        found.forEach(folders::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return folders;
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
