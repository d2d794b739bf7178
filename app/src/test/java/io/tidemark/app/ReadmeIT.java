package io.tidemark.app;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.File;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the commands of the README and of the pages for users, word for word, in their order. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ReadmeIT {

  @TempDir Path folder;
  private final List<Program> running = new ArrayList<>();

  /** The lines of a page's shell blocks that call Tidemark. */
  private static List<String> commands(String page) throws IOException {
    List<String> commands =
        blocks(page).stream()
            .filter(block -> block.startsWith("sh\n"))
            .flatMap(block -> block.lines().filter(line -> line.startsWith("tidemark ")))
            .toList();
    assertThat(commands).as(page).isNotEmpty();
    return commands;
  }

  private static List<String> blocks(String page) throws IOException {
    String[] parts = Files.readString(Samples.root().resolve(page)).split("(?m)^```", -1);
    List<String> blocks = new ArrayList<>();
    for (int i = 1; i < parts.length; i += 2) {
      blocks.add(parts[i]);
    }
    return blocks;
  }

  private Program run(String command) throws IOException {
    // Data under a path of a page would outlive the test.
    String words = command.replace("/tmp/", folder + "/");
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", "exec " + words);
    shell.directory(Samples.root().toFile());
    shell.environment().put("XDG_STATE_HOME", folder.toString());
    shell.environment().merge("PATH", Samples.root() + File.pathSeparator, (old, us) -> us + old);
    Program program = Program.of(shell, folder.resolve(running.size() + ".txt"));
    running.add(program);
    return program;
  }

  @AfterEach
  void end() {
    running.forEach(Program::close);
  }

  @Test
  void theReadmeShowsWhatItsFirstCommandPrints() throws Exception {
    Program report = run(commands("README.md").get(0));
    assertThat(report.exit()).describedAs(report.complained()).isZero();
    String shown =
        blocks("README.md").stream().filter(block -> block.contains("where ")).collect(joining());
    assertThat(report.printed()).startsWith(shown.strip());
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/reports.md", "docs/ci.md", "docs/replay.md"})
  void theCommandsOfAPageEndWellOrServeTheirPage(String page) throws Exception {
    for (String command : commands(page)) {
      Program program = run(command);
      if (command.endsWith(" demo") || command.startsWith("tidemark watch examples/")) {
        String run = command.endsWith(" demo") ? "serving.log#1" : "tenstorrent.log#1";
        Program.awaitBody("http://127.0.0.1:8080/metrics", "\",memory=\"DRAM\",run=\"" + run);
        assertThat(program.stop()).isLessThan(Duration.ofSeconds(30));
      } else {
        assertThat(program.exit()).describedAs(command + program.complained()).isZero();
        assertThat(program.printed())
            .describedAs(command)
            .containsAnyOf(
                "where       DRAM 11.81 GiB",
                "tidemark-reports/tenstorrent_",
                "+0.00 %  device 0 DRAM",
                "### Device memory: ",
                "no bad run",
                " lines, 0 rejected",
                " samples of ");
      }
    }
  }

  @Test
  void historyIsWrittenAtItsOwnTime() throws Exception {
    Program replay = run(commands("docs/replay.md").get(0));
    assertThat(replay.exit()).describedAs(replay.complained()).isZero();
    assertThat(replay.printed()).contains("2026-06-19T09:25:", " samples of ", "times by ");
    assertThat(folder.resolve("history.txt")).content().endsWith("# EOF\n");
  }

  @Test
  @Tag("slow")
  void theProgramsApartComeToFiguresToo() throws Exception {
    for (String command : commands("docs/fleet.md")) {
      Program program = run(command);
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
