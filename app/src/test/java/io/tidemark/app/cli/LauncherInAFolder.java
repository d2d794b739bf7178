package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The script ./tidemark in a folder of its own, with a java that prints its arguments. */
abstract class LauncherInAFolder {

  @TempDir Path folder;

  @BeforeEach
  void install() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    Files.copy(Samples.root().resolve("tidemark"), folder.resolve("tidemark"));
    Files.createDirectories(folder.resolve("app/target"));
    Files.createFile(folder.resolve("app/target/tidemark.jar"));
    Files.createFile(folder.resolve("app/target/built"));
    java(17);
  }

  final void java(int version) throws IOException {
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        case $1 in
          -version) echo 'openjdk version "%d.0.1"' >&2 ;;
          *) echo "$*" ;;
        esac
        """
            .formatted(version));
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  final ProcessBuilder command(Map<String, String> variables, String... arguments) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "tidemark"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("TIDEMARK_"));
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().putAll(variables);
    return builder.redirectErrorStream(true);
  }

  final String printed(Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    Process process = command(variables, arguments).start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return text;
  }

  /** A Maven that prints as the real one does, and then runs this. */
  final Map<String, String> maven(String end) throws IOException {
    Path maven = Files.createDirectories(folder.resolve("maven")).resolve("mvn");
    Files.writeString(
        maven, "#!/bin/sh\nprintf 'of the build \\033[0m'\necho \"$*\" >>built\n" + end + "\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    return Map.of("PATH", maven.getParent() + ":" + System.getenv("PATH"));
  }
}
