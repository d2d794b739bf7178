package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A ratchet: main code may grow only where someone raises the number and says why. */
class LinesOfMainTest {

  private static final Path BOUND = Samples.root().resolve(".ci/lines-of-main.txt");

  /** A bound further away than this would let new lines in unseen. */
  private static final long SLACK = 300;

  @Test
  void mainHasAtMostTheAgreedNumberOfLines() throws IOException {
    long most = Long.parseLong(Files.readString(BOUND).strip());
    long lines = 0;
    for (Path main : mains()) {
      lines += lines(main);
    }

    System.out.printf("lines of main: %d (at most %d)%n", lines, most);
    assertThat(lines)
        .as("lines of main; delete some, or raise the number in %s and say why", BOUND)
        .isLessThanOrEqualTo(most);
    assertThat(lines)
        .as("lines of main; lower the number in %s to %d", BOUND, lines)
        .isGreaterThanOrEqualTo(most - SLACK);
  }

  private static List<Path> mains() throws IOException {
    try (Stream<Path> modules = Files.list(Samples.root())) {
      return modules
          .map(module -> module.resolve("src/main"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  private static long lines(Path main) throws IOException {
    long lines = 0;
    try (Stream<Path> files = Files.walk(main)) {
      for (Path file : files.filter(LinesOfMainTest::isCode).toList()) {
        lines += Files.readString(file, UTF_8).lines().count();
      }
    }
    return lines;
  }

  private static boolean isCode(Path file) {
    return file.toString().matches(".*\\.(java|js)");
  }
}
