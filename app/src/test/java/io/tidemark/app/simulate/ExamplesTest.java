package io.tidemark.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ExamplesTest {

  private static final Pattern COMMAND =
      Pattern.compile("`bench/simulate (.+?) (?:\\\\\\| gzip -9n )?> (examples/\\S+)`");

  @Test
  void theExamplesAreWhatTheCommandsInTheirReadmeWrite() throws IOException {
    Path root = Samples.root();
    Matcher command = COMMAND.matcher(Files.readString(root.resolve("examples/README.md")));
    List<Path> written = new ArrayList<>();
    while (command.find()) {
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      new Simulator(Simulator.Options.of(command.group(1).split(" ")))
          .writeTo(expected, Pace.unlimited());
      Path example = root.resolve(command.group(2));
      written.add(example);
      assertThat(content(example)).as(command.group(2)).isEqualTo(expected.toByteArray());
    }
    try (Stream<Path> files = Files.walk(root.resolve("examples"))) {
      assertThat(files.filter(file -> file.getFileName().toString().contains(".log")))
          .containsExactlyInAnyOrderElementsOf(written);
    }
  }

  private static byte[] content(Path example) throws IOException {
    try (InputStream raw = new FileInputStream(example.toFile());
        InputStream log = example.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
      return log.readAllBytes();
    }
  }
}
