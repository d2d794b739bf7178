package io.tidemark.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ExamplesTest {

  private static final Pattern COMMAND =
      Pattern.compile(
          "`tidemark simulate (\\S+) --scenario (\\S+) --lines (\\d+) --seed (\\d+) --out (\\S+)`");

  @Test
  void theExamplesAreWhatTheCommandsInTheirReadmeWrite() throws IOException {
    Path root = Samples.root();
    Matcher command = COMMAND.matcher(Files.readString(root.resolve("examples/README.md")));
    List<String> written = new ArrayList<>();
    while (command.find()) {
      byte[] expected =
          Simulated.bytes(
              Format.named(command.group(1)),
              Scenario.named(command.group(2)),
              Long.parseLong(command.group(3)),
              Long.parseLong(command.group(4)));
      written.add(command.group(5));
      assertThat(Files.readAllBytes(root.resolve(command.group(5)))).isEqualTo(expected);
    }
    assertThat(written).containsExactly("examples/tenstorrent.log", "examples/tpu-mlir.log");
  }
}
