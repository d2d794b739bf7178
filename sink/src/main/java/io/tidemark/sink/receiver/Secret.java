package io.tidemark.sink.receiver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A part of a request that may be secret. It is read for each request, since it may change. */
@FunctionalInterface
public interface Secret {

  /**
   * Reads the present value.
   *
   * @throws IOException when there is none now; its message names the option and not the value
   */
  String read() throws IOException;

  static Secret firstLine(String option, Path file) {
    return () -> {
      try (Stream<String> lines = Files.lines(file)) {
        String line = lines.findFirst().orElse("").strip();
        if (!line.isEmpty()) {
          return line;
        }
      } catch (IOException | UncheckedIOException e) {
        // Reported below, like an empty one.
      }
      // An address with a secret in place of a file: its "//" is one slash in a path.
      String shown = file.toString().contains(":/") ? "an address" : "'" + file + "'";
      throw new IOException(
          "%s %s: want a file that can be read, with one line".formatted(option, shown));
    };
  }

  /** The same value with a beginning, such as {@code Bearer}. */
  default Secret after(String beginning) {
    return () -> beginning + read();
  }
}
