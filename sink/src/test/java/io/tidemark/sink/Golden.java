package io.tidemark.sink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Expected texts. */
public final class Golden {

  private Golden() {}

  public static String text(String name) {
    try {
      return Files.readString(Path.of("src", "test", "resources", name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
