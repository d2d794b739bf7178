package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FewOpenFilesIT {

  @TempDir Path folder;

  @Test
  void aLimitThatNoClassCanBeLoadedUnderIsNamed() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String jar = Samples.root().resolve("app/target/tidemark.jar").toString();
    String command = "ulimit -n 64; exec '%s' -jar '%s' watch x.log".formatted(java, jar);
    ProcessBuilder limited = new ProcessBuilder("sh", "-c", command);
    try (Program program = Program.of(limited, folder.resolve("limited.txt"))) {
      assertThat(program.exit()).isEqualTo(1);
      assertThat(program.complained())
          .startsWith("tidemark: only 64 files may be open at once: want 1024")
          .hasLineCount(1);
    }
  }
}
