package io.tidemark.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Expected texts; {@code -Dtidemark.golden=write} writes them anew. */
public final class Golden {

  private Golden() {}

  public static String text(String name) {
    try {
      return Files.readString(file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asserts that a text is the expected one. */
  public static void check(String actual, String name) {
    if ("write".equals(System.getProperty("tidemark.golden"))) {
      try {
        Files.writeString(file(name), actual);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(actual).isEqualTo(text(name));
  }

  private static Path file(String name) {
    return Path.of("src", "test", "resources", name);
  }
}
