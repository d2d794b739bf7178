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
 * A data folder that this process has locked and only its owner can open. The folder's mode also
 * protects the files below it, whose modes Kafka and RocksDB choose. A second broker on one folder
 * would block the first, so the folder is locked before Kafka opens it.
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
   * Creates the folder if absent, and locks it.
   *
   * @throws Refusal when the folder holds only foreign files, cannot be written, cannot be
   *     restricted to this user, or is locked by another process
   * @throws Fault when its disk is full
   */
  public static DataFolder hold(Path path) {
    try {
      ForeignFiles.refuse(path);
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
   * Checks the room on the disk; called repeatedly while a broker runs.
   *
   * @throws Fault when too little is left
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

  /** The file of properties by which a client of this user connects to the broker. */
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
