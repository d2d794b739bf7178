package io.tidemark.app.fault;

import io.tidemark.model.ByteSize;
import java.io.File;
import java.nio.file.Path;

/**
 * Ends a program in order before its disk is full. Kafka and RocksDB map sparse files. Writing to
 * such a page on a full disk is a bus error of the virtual machine and leaves a half-written file.
 *
 * @param option the option that named the folder, e.g. {@code --data}
 */
public record FreeSpace(String option, Path folder) {

  /** Room for the data that a broker and the state stores may write between two checks. */
  static final long LEAST_BYTES = 64 * ByteSize.MIB;

  /**
   * Checks the file system; cheap enough for every turn of a loop.
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
