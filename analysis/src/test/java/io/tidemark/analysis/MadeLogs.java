package io.tidemark.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Logs that nobody has shared a real one of: written by hand after the format, and named so. */
final class MadeLogs {

  private MadeLogs() {}

  static byte[] bytes(String name) {
    try (InputStream in = MadeLogs.class.getResourceAsStream("made/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no log made/" + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
