package io.tidemark.model;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The shared sample logs beside the checkout, {@code ../shared/samples} or {@code
 * -Dtidemark.samples=DIR}. Most may not be distributed, so their tests are an extra layer, which is
 * skipped without the folder. A file missing from the folder is a failure.
 */
public final class Samples {

  private static final Path ROOT = Path.of(System.getProperty("tidemark.root", "."));

  private Samples() {}

  /** Top folder of the checkout. */
  public static Path root() {
    return ROOT;
  }

  /** Returns the path of {@code name} in the sample folder. */
  public static Path path(String name) {
    Path folder = folder();
    if (!Files.isDirectory(folder)) {
      abort("no sample logs: " + folder + " is absent");
    }
    Path path = folder.resolve(name);
    if (!Files.isRegularFile(path)) {
      fail("no sample " + name + " in " + folder);
    }
    return path;
  }

  private static Path folder() {
    String given = System.getProperty("tidemark.samples");
    return given == null ? ROOT.resolveSibling("shared").resolve("samples") : Path.of(given);
  }

  public static byte[] bytes(String name) {
    try {
      return Files.readAllBytes(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
