package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramSearchTest {

  @TempDir Path folder;

  private CannotRun refused(String program) {
    return catchThrowableOfType(
        CannotRun.class, () -> ProgramSearch.require(program, folder.toString()));
  }

  @Test
  void aProgramThatIsNotThereHasTheExitCodeOfAShell() {
    assertThat(refused("/no/such/prog").exitCode()).isEqualTo(127);
    assertThat(refused("prog")).hasMessageContaining("'prog': no such program");
  }

  @Test
  void aFileThatIsNotExecutableHasTheExitCodeOfAShell() throws Exception {
    Path file = Files.createFile(folder.resolve("prog"));
    assertThat(refused(file.toString()).exitCode()).isEqualTo(126);
    assertThat(refused("prog")).hasMessageContaining("not an executable file");
    assertThat(refused(folder.toString()).exitCode()).isEqualTo(126);
  }

  @Test
  void anExecutableFileIsFoundByItsNameAndItsPath() throws Exception {
    Path file = Files.createFile(folder.resolve("prog"));
    assertThat(file.toFile().setExecutable(true)).isTrue();
    ProgramSearch.require("prog", folder.toString());
    ProgramSearch.require(file.toString(), "");
  }
}
