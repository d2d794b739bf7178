package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A small log with its expected results: the folder {@code system/<name>} of the test resources,
 * such as {@code tenstorrent/runtime}. Its log is {@code input.*}, or the files of {@code input/}
 * in name order, like the files of one dump.
 */
record GoldenCase(String name, Path folder) {

  /** Returns all cases of all systems. */
  static List<GoldenCase> all() {
    Path root = root();
    try (Stream<Path> folders = Files.walk(root, 2)) {
      return folders
          .filter(folder -> root.relativize(folder).getNameCount() == 2)
          .filter(GoldenCase::isCase)
          .map(folder -> root.relativize(folder).toString().replace('\\', '/'))
          .sorted()
          .map(GoldenCase::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static GoldenCase of(String name) {
    return new GoldenCase(name, root().resolve(name));
  }

  /** Returns the log of the case {@code name}. */
  static byte[] log(String name) {
    return of(name).log();
  }

  /** Returns the log of the case as text. */
  static String text(String name) {
    return new String(log(name), StandardCharsets.UTF_8);
  }

  /** Whether a folder is a case: compiled classes are in the same folders. */
  private static boolean isCase(Path folder) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> !file.getFileName().toString().endsWith(".class"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the folder {@code system} of the resources; the main classes have one of the same name.
   */
  private static Path root() {
    String one = "tenstorrent/runtime/input.log";
    URL url = Objects.requireNonNull(GoldenCase.class.getResource("system/" + one), one);
    try {
      return Path.of(url.toURI()).resolve("../../..").normalize();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  byte[] log() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    try {
      for (Path file : inputs()) {
        log.writeBytes(Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return log.toByteArray();
  }

  private List<Path> inputs() throws IOException {
    Path several = folder.resolve("input");
    boolean dump = Files.isDirectory(several);
    try (Stream<Path> files = Files.list(dump ? several : folder)) {
      List<Path> inputs =
          files
              .filter(file -> dump || file.getFileName().toString().startsWith("input."))
              .sorted()
              .toList();
      assertThat(inputs).as("inputs of %s", name).isNotEmpty();
      assertThat(inputs.size() > 1)
          .as("%s: several inputs belong into input/", name)
          .isEqualTo(dump);
      return inputs;
    }
  }

  /** Returns the text of a golden file. */
  String golden(String file) {
    Path path = folder.resolve(file);
    assertThat(path).as("golden file").exists();
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
