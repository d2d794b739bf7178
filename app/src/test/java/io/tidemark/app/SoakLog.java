package io.tidemark.app;

import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulated;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * A log that grows in portions and is rotated. Each of its generations is another simulated log,
 * and a copy of each is kept for comparison.
 */
final class SoakLog {

  /** How the log is replaced by its next generation. */
  enum Rotation {
    NEVER,
    RENAME,
    COPY_AND_TRUNCATE,
    /** As with logrotate's {@code delaycompress}, but for longer than a broker is away. */
    RENAME_AND_COMPRESS
  }

  /** Number of rotated files that are not compressed: a compressed one is not read. */
  private static final int PLAIN = 3;

  /** Number of rotated files beside the log, as with logrotate's {@code rotate 12}. */
  private static final int KEPT = 12;

  private final Path log;
  private final Path archive;
  private final Rotation rotation;
  private final int linesOfGeneration;
  private final long seed;
  private final List<Path> generations = new ArrayList<>();
  private byte[] text = {};
  private int written;

  SoakLog(Path log, Path archive, Rotation rotation, int linesOfGeneration, long seed) {
    this.log = log;
    this.archive = archive;
    this.rotation = rotation;
    this.linesOfGeneration = linesOfGeneration;
    this.seed = seed;
  }

  static boolean isOfCompiler(long seed) {
    return seed % 4 == 3;
  }

  /** The source of its runs. */
  String name() {
    return log.getFileName().toString();
  }

  /** Copies of its generations, in the order of writing. */
  List<Path> generations() {
    return generations;
  }

  /** Begins a generation: the first, or the next one after a complete one. */
  void begin() throws IOException {
    if (!generations.isEmpty()) {
      rotate();
    }
    Format format = isOfCompiler(seed) ? Format.TPU_MLIR : Format.TENSTORRENT;
    int generation = generations.size();
    text = Simulated.bytes(format, Scenario.STEADY, linesOfGeneration, seed * 1_000 + generation);
    written = 0;
    Path copy = archive.resolve("%s-%03d.log".formatted(name(), generation));
    Files.write(copy, text);
    generations.add(copy);
    Files.write(log, new byte[0], StandardOpenOption.CREATE);
  }

  /** Writes up to {@code portion} of {@code portions}, mostly to the middle of a line. */
  void grow(int portion, int portions) throws IOException {
    int end = (int) ((long) text.length * portion / portions);
    Files.write(log, Arrays.copyOfRange(text, written, end), StandardOpenOption.APPEND);
    written = end;
  }

  boolean rotates() {
    return rotation != Rotation.NEVER;
  }

  private void rotate() throws IOException {
    for (int number = KEPT - 1; number > 0; number--) {
      for (String packed : List.of("", ".gz")) {
        Path from = log.resolveSibling(rotated(number).getFileName() + packed);
        if (Files.exists(from)) {
          Path to = log.resolveSibling(rotated(number + 1).getFileName() + packed);
          Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    if (rotation == Rotation.RENAME_AND_COMPRESS && Files.exists(rotated(PLAIN + 1))) {
      compress(rotated(PLAIN + 1));
    }
    if (rotation != Rotation.COPY_AND_TRUNCATE) {
      Files.move(log, rotated(1));
    } else {
      Files.copy(log, rotated(1), StandardCopyOption.COPY_ATTRIBUTES);
      try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
        channel.truncate(0);
      }
    }
  }

  private static void compress(Path file) throws IOException {
    Path packed = file.resolveSibling(file.getFileName() + ".gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(file, out);
    }
    Files.delete(file);
  }

  private Path rotated(int number) {
    return log.resolveSibling(name() + "." + number);
  }
}
