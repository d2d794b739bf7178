package io.tidemark.app.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;

/** Writes a recorded log to a file at an even rate, as its program did. */
record Player(Recording recording, Path file, int linesPerSecond) {

  /** Opens the recorded lines. */
  interface Recording {
    BufferedReader open() throws IOException;
  }

  /**
   * Appends the whole log, then renames it to {@code NAME.1}, as a log rotation does; an older file
   * with that name is replaced. An interrupt ends it between two lines.
   */
  void playOnce() throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (BufferedReader lines = recording.open();
        OutputStream out = new FileOutputStream(file.toFile(), true)) {
      long written = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        long due = start + TimeUnit.SECONDS.toNanos(written++) / linesPerSecond;
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        out.write((line + "\n").getBytes(UTF_8));
      }
    }
    Files.move(
        file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
  }
}
