package io.tidemark.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.stream.Stream;

/** Small tables that stand beside a class, a line for each row. */
public final class TextResource {

  private TextResource() {}

  /** Returns the rows of a file beside a class; a line that begins with {@code #} is none. */
  public static Stream<String> lines(Class<?> beside, String name) {
    try (InputStream file = beside.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(name + " is missing beside " + beside);
      }
      return new String(file.readAllBytes(), UTF_8).lines().filter(line -> !line.startsWith("#"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
