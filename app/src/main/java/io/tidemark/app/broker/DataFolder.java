package io.tidemark.app.broker;

import io.tidemark.app.fault.Fault;
import io.tidemark.app.fault.FreeSpace;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A data folder that this process has locked and only its owner can open. The folder's mode also
 * protects the files below it, whose modes Kafka and RocksDB choose. A second broker on one folder
 * would block the first, so the folder is locked before Kafka opens it.
 */
public final class DataFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);

  /** Entries that identify a data folder, of this release or an earlier one. */
  private static final Set<String> OWN =
      Set.of("tidemark.lock", Credential.FILE, "kafka", "kafka.new");

  /** Present at the root of a new file system. */
  private static final String OF_A_DISK = "lost+found";

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
      refuseForeignFiles(path);
      String before = OwnerOnly.folder(path);
      if (!before.isEmpty()) {
        LOG.warn("{} had mode {}: others could use it; they no longer can", path, before);
      }
      FileChannel channel =
          OwnerOnly.lock(path.resolve("tidemark.lock"))
              .orElseThrow(
                  () ->
                      new Refusal(
                          path
                              + " is used by another tidemark; name another folder or stop that"
                              + " one"));
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

  /** The file of properties by which a client of this user connects to the broker. */
  public Path clientProperties() {
    return path.resolve(Credential.FILE);
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /**
   * Prevents that a folder with other files becomes a data folder; called before its mode is
   * changed.
   *
   * @throws Refusal when it holds files, but no entry of a data folder
   */
  private static void refuseForeignFiles(Path folder) throws IOException {
    if (folder.toString().isEmpty()) {
      throw new Refusal("'': want the name of a folder");
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !Files.isReadable(folder)) {
      return;
    }
    List<String> names;
    try (Stream<Path> found = Files.list(folder)) {
      names =
          found
              .map(path -> String.valueOf(path.getFileName()))
              .filter(name -> !name.equals(OF_A_DISK))
              .sorted()
              .toList();
    }
    if (!names.isEmpty() && names.stream().noneMatch(OWN::contains)) {
      throw new Refusal(
          "%s holds other files (%s): want a new or empty folder, or a data folder of Tidemark"
              .formatted(folder, TerminalText.of(names.get(0))));
    }
  }
}
