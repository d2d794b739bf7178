package io.tidemark.app.fault;

import java.io.File;
import java.nio.file.Path;

/**
 * Ends a program in order while its disk still has room. Kafka and RocksDB map files that they have
 * not filled yet: where such a page finds no room the virtual machine gets a bus error, and what
 * lies there afterwards is half written.
 *
 * @param option which named the folder, e.g. {@code --data}
 */
public record FreeSpace(String option, Path folder) {

  /** What the open files of a broker and of the stores may still take between two checks. */
  static final long LEAST_BYTES = 64L << 20;

  /**
   * Asks the file system; cheap enough for every turn of a loop.
   *
   * @throws Fault when less than {@link #LEAST_BYTES} is left
   */
  public void check() {
    File existing = folder.toAbsolutePath().toFile();
    while (!existing.exists() && existing.getParentFile() != null) {
      existing = existing.getParentFile();
    }
    long left = existing.getUsableSpace();
    if (left < LEAST_BYTES) {
      throw new Fault(
          "the disk of %s %s is nearly full: %d MiB left, %d wanted; free space and start again, nothing that was acknowledged is lost"
              .formatted(option, folder, left >> 20, LEAST_BYTES >> 20));
    }
  }
}
