package io.tidemark.model;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The shared sample logs beside the checkout; a test that needs one skips where they are absent.
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
    assumeTrue(Files.isRegularFile(path), () -> "no sample logs here: " + path + " is missing");
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
