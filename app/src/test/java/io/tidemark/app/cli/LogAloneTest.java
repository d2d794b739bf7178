package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Here;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark LOG} is {@code tidemark report --text LOG}. */
@Timeout(60)
class LogAloneTest {

  private static final Path LOG = Samples.root().resolve("examples/tpu-mlir.log");

  @TempDir Path folder;

  @Test
  void aLogWithoutACommandIsReadAndNothingIsWritten() {
    Here alone = Here.run(LOG, "--device-memory", "12GiB");
    assertThat(alone).isEqualTo(Here.run("report", "--text", LOG, "--device-memory", "12GiB"));
    assertThat(alone.exit()).isZero();
    assertThat(alone.printed()).startsWith("tpu-mlir.log#1 ");
  }

  @Test
  void aMistypedNameOfALogIsNoCommand() {
    Here wrong = Here.run(folder.resolve("trian.log"));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.complained()).contains("trian.log").doesNotContain("Did you mean");
  }

  @Test
  void aFolderAndAFileWithoutAnEndingAreLogsAndACommandIsNone() throws IOException {
    Path plain = Files.copy(LOG, folder.resolve("nightly"));
    assertThat(Here.run(plain).printed()).startsWith("nightly#1 ");
    assertThat(Here.run(folder).printed()).startsWith("nightly#1 ");
    assertThat(Here.run("topics").complained()).contains("--bootstrap-servers");
  }
}
