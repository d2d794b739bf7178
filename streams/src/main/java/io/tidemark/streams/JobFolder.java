package io.tidemark.streams;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state folder of a job: whether the last job there stopped in order, and whether its stores
 * are sound.
 *
 * <p>A job that stopped in order leaves a file, which the next start deletes. Without it the job
 * wipes its stores and restores them from their changelogs. Kafka Streams does so too, store by
 * store; but if it is killed while it wipes one, RocksDB finds a log file without its database
 * there and never opens it again.
 *
 * @param job folder of the job's tasks
 */
record JobFolder(Path state, Path job) {

  private static final Logger LOG = LoggerFactory.getLogger(JobFolder.class);

  /** To read and check these takes about a second, which is the longest that a start waits. */
  private static final long CHECKED_BYTES = 256L << 20;

  /** Whether the last job in this folder stopped in order; the next answer is no, until marked. */
  static boolean takeMark(Path state) throws IOException {
    return Files.deleteIfExists(mark(state));
  }

  /** Records that the job has stopped in order. */
  void markStopped() {
    try {
      Files.createDirectories(state);
      Files.createFile(mark(state));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path mark(Path state) {
    return state.resolve("stopped-in-order");
  }

  /**
   * Prepares the folder for a start. No process may have a store of it open.
   *
   * @return whether its stores may be used; else they must be wiped
   */
  boolean prepare() {
    try {
      boolean stoppedInOrder = takeMark(state);
      if (stoppedInOrder) {
        removeDamaged(job, CHECKED_BYTES);
      }
      return stoppedInOrder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Deletes the folder of each task with a damaged store, which is then restored from its
   * changelogs. Kafka Streams fails to start with a store whose index is damaged, and takes a
   * damaged block for the end of the store. Blocks are read up to a limit of bytes; beyond it a
   * store must only open.
   */
  static void removeDamaged(Path job, long checkedBytes) throws IOException {
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
          Utils.delete(task.toFile());
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
  private static long bytes(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files.mapToLong(file -> file.toFile().length()).reduce(Long::sum).orElse(-1);
    }
  }

  private static List<Path> folders(Path parent) throws IOException {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(parent)) {
      return found.filter(Files::isDirectory).toList();
    }
  }
}
