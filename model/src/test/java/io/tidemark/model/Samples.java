package io.tidemark.model;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The shared sample logs beside the checkout; a test that needs one skips where they are absent. In
 * CI it fails: a build that skipped the real logs would be green and prove little.
 */
public final class Samples {

  private static final Path ROOT = Path.of(System.getProperty("tidemark.root", "."));

  private Samples() {}

  /** The checkout's top folder. */
  public static Path root() {
    return ROOT;
  }

  /** {@code name} below {@code ../shared/samples}. */
  public static Path path(String name) {
    Path path = ROOT.resolveSibling("shared").resolve("samples").resolve(name);
    if (!Files.isRegularFile(path)) {
      String absent = "no sample logs here: " + path + " is missing";
      assertNull(System.getenv("CI"), absent);
      abort(absent);
    }
    return path;
  }

  public static byte[] bytes(String name) {
    try {
      return Files.readAllBytes(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
