package io.tidemark.app.broker;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A data folder held by this process alone. A second broker on one folder does not only fail, it
 * wedges the first: so the folder is locked before Kafka sees it.
 */
public final class DataFolder implements AutoCloseable {

  private final Path path;
  private final FileChannel channel;

  private DataFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Makes the folder when it is new and takes its lock.
   *
   * @throws Refusal when the folder cannot be written or another process holds it
   */
  public static DataFolder hold(Path path) {
    try {
      Files.createDirectories(path);
      FileChannel channel =
          FileChannel.open(
              path.resolve("tidemark.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(channel) == null) {
        channel.close();
        throw new Refusal(
            "--data "
                + path
                + " is used by another tidemark; name another folder or stop that one");
      }
      return new DataFolder(path, channel);
    } catch (IOException e) {
      throw new Refusal("--data " + path + " cannot be written (" + e + "); name another folder");
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
