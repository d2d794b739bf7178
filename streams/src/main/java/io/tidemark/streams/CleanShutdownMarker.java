package io.tidemark.streams;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file that a job creates in its state folder when it stopped in order, and deletes when it
 * starts. Without it the job wipes its stores and restores them from their changelogs. Kafka
 * Streams does so too, store by store; but if it is killed while it wipes one, RocksDB finds a log
 * file without its database there and never opens it again.
 */
final class CleanShutdownMarker {

  private final Path mark;

  CleanShutdownMarker(Path stateDir) {
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
