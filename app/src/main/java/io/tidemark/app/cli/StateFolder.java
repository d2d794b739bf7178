package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.app.broker.OwnerOnly;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The folder of an instance's state stores, locked while the instance runs. A second instance there
 * would use the name of the first, which Kafka would then exclude. The lock ends with the process.
 */
final class StateFolder implements AutoCloseable {

  private static final String LOCK = "in-use";

  private final Path path;
  private final FileChannel file;

  private StateFolder(Path path, FileChannel file) {
    this.path = path;
    this.file = file;
  }

  /** The default name of an instance: the host's name, and a hash of the folder if it was given. */
  static String instanceOn(String host, @Nullable Path named) {
    if (named == null) {
      return host;
    }
    String path = named.toAbsolutePath().normalize().toString();
    return host + "-" + UUID.nameUUIDFromBytes(path.getBytes(UTF_8)).toString().substring(0, 8);
  }

  /**
   * Creates the folder if absent, and locks it.
   *
   * @throws Refusal when another instance uses it
   */
  static StateFolder hold(Path folder) throws IOException {
    OwnerOnly.create(folder);
    Path lock = folder.resolve(LOCK);
    if (!Files.exists(lock)) {
      Files.createFile(lock, OwnerOnly.file());
    }
    FileChannel file = FileChannel.open(lock, StandardOpenOption.WRITE);
    if (lock(file) == null) {
      file.close();
      throw new Refusal(
          "--state %s: another streams process runs on this folder; want another --instance NAME, or a folder that is free"
              .formatted(TerminalText.of(folder.toString())));
    }
    return new StateFolder(folder, file);
  }

  private static @Nullable FileLock lock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
