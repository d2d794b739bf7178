package io.tidemark.app.broker;

import io.tidemark.app.fault.Fault;
import io.tidemark.app.fault.FreeSpace;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A data folder held by this process alone and open to its owner alone: Kafka and RocksDB write
 * below it with the modes that they like. A second broker on one folder does not only fail, it
 * wedges the first: so the folder is locked before Kafka sees it.
 */
public final class DataFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);

  private final Path path;
  private final FileChannel channel;

  private DataFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Makes the folder when it is new and takes its lock.
   *
   * @throws Refusal when the folder cannot be written, is not this user's alone and cannot be made
   *     so, or another process holds it
   * @throws Fault when its disk is full
   */
  public static DataFolder hold(Path path) {
    try {
      String before = OwnerOnly.folder(path);
      if (!before.isEmpty()) {
        LOG.warn("{} had mode {}: others could use it; they no longer can", path, before);
      }
      FileChannel channel =
          FileChannel.open(
              path.resolve("tidemark.lock"),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              OwnerOnly.file());
      if (lock(channel) == null) {
        channel.close();
        throw new Refusal(
            path + " is used by another tidemark; name another folder or stop that one");
      }
      return new DataFolder(path, channel).withSpace();
    } catch (Refusal e) {
      throw new Refusal("--data " + e.getMessage());
    } catch (IOException e) {
      throw new Refusal(
          "--data " + path + " cannot be written: " + IoReason.of(e) + "; name another folder");
    }
  }

  private DataFolder withSpace() throws IOException {
    try {
      checkSpace();
      return this;
    } catch (Fault e) {
      close();
      throw e;
    }
  }

  /**
   * Asks for room on the disk; again and again while a broker runs.
   *
   * @throws Fault when hardly any is left
   */
  public void checkSpace() {
    new FreeSpace("--data", path).check();
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  /** The properties by which a client of this user connects to the broker of this folder. */
  public Path clientProperties() {
    return path.resolve(CredentialFile.NAME);
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
