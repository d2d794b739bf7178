package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the README's commands, word for word, in their order. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ReadmeIT {

  @TempDir Path folder;
  private final List<Program> running = new ArrayList<>();

  /** The lines of the shell blocks under a heading. */
  private static List<String> commands(String heading) throws IOException {
    List<String> commands = new ArrayList<>();
    boolean under = false;
    boolean shell = false;
    for (String line : Files.readAllLines(Samples.root().resolve("README.md"))) {
      if (line.startsWith("## ")) {
        under = line.equals("## " + heading);
      } else if (line.startsWith("```")) {
        shell = line.equals("```sh");
      } else if (under && shell) {
        commands.add(line);
      }
    }
    assertThat(commands).isNotEmpty();
    return commands;
  }

  private Program run(String command) throws IOException {
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", "exec " + command);
    shell.directory(Samples.root().toFile());
    shell.environment().put("XDG_STATE_HOME", folder.toString());
    Program program = Program.of(shell, folder.resolve(running.size() + ".txt"));
    running.add(program);
    return program;
  }

  @AfterEach
  void end() {
    running.forEach(Program::close);
  }

  @Test
  void tryingItShowsTheSummariesAndThePage() throws Exception {
    for (String command : commands("Try it")) {
      Program program = run(command.replace("/tmp/", folder + "/"));
      if (command.contains(" report ")) {
        assertThat(program.exit()).describedAs(program.complained()).isZero();
        assertThat(program.printed())
            .containsAnyOf("where       DRAM 11.81 GiB", "tidemark-reports/tenstorrent_");
      } else if (command.contains(" compare ") || command.contains(" history ")) {
        assertThat(program.exit()).describedAs(program.complained()).isZero();
        assertThat(program.printed())
            .containsAnyOf("+0.00 %  device 0 DRAM", "### Device memory: ", "no bad run");
      } else if (command.contains("--once")) {
        assertThat(program.exit()).describedAs(program.complained()).isZero();
        assertThat(program.printed()).contains(" lines, 0 rejected");
      } else {
        String run = command.endsWith(" demo") ? "serving.log#1" : "tenstorrent.log#1";
        Program.awaitBody("http://127.0.0.1:8080/metrics", "\",memory=\"DRAM\",run=\"" + run);
        assertThat(program.stop()).isLessThan(Duration.ofSeconds(30));
      }
    }
  }

  @Test
  void historyIsWrittenAtItsOwnTime() throws Exception {
    for (String command : commands("History at its own time")) {
      Program program = run(command.replace("/tmp/", folder + "/"));
      assertThat(program.exit()).describedAs(program.complained()).isZero();
      assertThat(program.printed()).contains("2026-06-19T09:25:", " samples of ", "times by ");
    }
    assertThat(folder.resolve("history.txt")).content().endsWith("# EOF\n");
  }

  @Test
  @Tag("slow")
  void theProgramsApartComeToFiguresToo() throws Exception {
    for (String command : commands("The programs apart")) {
      // Data under a path of the README would outlive the test.
      Program program = run(command.replace("/tmp/", folder + "/"));
      if (command.contains(" broker ")) {
        program.awaitPrinted("broker on 127.0.0.1:9092");
      }
    }
    assertThat(Program.awaitBody("http://127.0.0.1:9464/metrics", "tidemark_memory_used_bytes"))
        .contains("tenstorrent.log#1");
    for (Program program : running) {
      assertThat(program.alive()).describedAs(program.complained()).isTrue();
    }
  }
}
