package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Only classes of the samples layer read the shared samples, so a clone without them can run all
 * other tests.
 */
class SamplesLayerTest {

  private static final Pattern READS =
      Pattern.compile("\\bSamples\\s*\\.(bytes|path)\\(|\\bLines\\.of\\(|SamplesTest\\.\\w");

  @Test
  void testsThatReadSamplesAreNamedSo() throws IOException {
    Path tests = Samples.root().resolve("analysis/src/test/java");
    try (Stream<Path> files = Files.walk(tests)) {
      List<String> others =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.toString().endsWith("SamplesTest.java"))
              .filter(file -> !file.endsWith("Lines.java"))
              .filter(file -> !file.endsWith("SamplesLayerTest.java"))
              .filter(SamplesLayerTest::reads)
              .map(file -> tests.relativize(file).toString())
              .toList();
      assertThat(others).isEmpty();
    }
  }

  private static boolean reads(Path file) {
    try {
      return Files.readString(file).lines().anyMatch(line -> READS.matcher(line).find());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
