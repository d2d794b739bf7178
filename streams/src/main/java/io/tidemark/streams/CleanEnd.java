package io.tidemark.streams;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The mark that a job leaves in its state folder when it stopped in order, and takes away when it
 * begins. Without it the stores are wiped and come back from their changelogs: Kafka Streams does
 * so too, store by store, but when it is killed while it wipes one, RocksDB finds a log file
 * without its database there and refuses to open it ever after.
 */
final class CleanEnd {

  private final Path mark;

  CleanEnd(Path stateDir) {
    this.mark = stateDir.resolve("stopped-in-order");
  }

  /** Whether the last job in this folder stopped in order; the next answer is no, until marked. */
  boolean take() {
    try {
      return Files.deleteIfExists(mark);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void mark() {
    try {
      Files.createDirectories(mark.getParent());
      Files.createFile(mark);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
