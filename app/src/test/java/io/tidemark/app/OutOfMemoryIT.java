package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutOfMemoryIT {

  @TempDir Path folder;

  @Test
  void aWatchWithoutMemoryEndsAndSaysSo() throws Exception {
    Path built = Samples.root().resolve("app/target");
    Path target = Files.createDirectories(folder.resolve("app/target"));
    for (String name : new String[] {"tidemark.jar", "lib", "built"}) {
      Files.createSymbolicLink(target.resolve(name), built.resolve(name));
    }
    Path launcher = Files.copy(Samples.root().resolve("tidemark"), folder.resolve("tidemark"));
    Files.writeString(folder.resolve("x.log"), "one\n");
    ProcessBuilder watch =
        new ProcessBuilder("sh", launcher.toString(), "watch", "x.log", "--port", "0");
    watch.directory(folder.toFile());
    watch.environment().put("JAVA_HOME", System.getProperty("java.home"));
    watch.environment().put("TIDEMARK_DATA", folder.resolve("data").toString());
    // The last of all options wins over the launcher's own.
    watch.environment().put("_JAVA_OPTIONS", "-Xmx33m");
    try (Program program = Program.of(watch, folder.resolve("out.txt"))) {
      assertThat(program.exit()).isEqualTo(1);
      assertThat(program.complained()).contains("java.lang.OutOfMemoryError");
      assertThat(program.printed()).doesNotContain("OutOfMemoryError");
    }
  }
}
