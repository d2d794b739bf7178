package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.model.Samples;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;
  private final List<Program> running = new ArrayList<>();

  /** The lines of a page's shell blocks that call Tidemark. */
  private static List<String> commands(String page) throws IOException {
    List<String> commands =
        blocks(page).stream()
            .filter(block -> block.startsWith("sh\n"))
            .flatMap(block -> block.lines().filter(line -> line.matches("(\\./)?tidemark .*")))
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
    shell.directory(reader().toFile());
    shell.environment().put("XDG_STATE_HOME", folder.toString());
    shell.environment().merge("PATH", Samples.root() + File.pathSeparator, (old, us) -> us + old);
    Program program = Program.of(shell, folder.resolve(running.size() + ".txt"));
    running.add(program);
    return program;
  }

  /**
   * A reader's folder: the launcher and the examples of a clone, and a folder that may be written.
   */
  private Path reader() throws IOException {
    Path clone = folder.resolve("clone");
    if (!Files.isDirectory(clone)) {
      Files.createDirectory(clone);
      for (String name : List.of("tidemark", "examples")) {
        Files.createSymbolicLink(clone.resolve(name), Samples.root().resolve(name));
      }
    }
    return clone;
  }

  @AfterEach
  void end() {
    running.forEach(Program::close);
  }

  @Test
  void theReadmeShowsWhatItsFirstLogSays() throws Exception {
    Program report = run(commands("README.md").get(1));
    assertThat(report.exit()).describedAs(report.complained()).isZero();
    String shown =
        blocks("README.md").stream().filter(block -> block.contains("where ")).collect(joining());
    assertThat(report.printed()).startsWith(shown.strip());
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/reports.md", "docs/ci.md", "docs/replay.md"})
  void theCommandsOfAPageEndWellOrServeTheirPage(String page) throws Exception {
    for (String command : commands(page)) {
      if (command.contains(" --alert-format ")) {
        postsAnAlert(command);
        continue;
      }
      Program program = run(command);
      if (command.contains(" demo") || command.startsWith("tidemark watch examples/")) {
        String run = command.contains(" demo") ? "serving.log#1" : "tenstorrent.log#1";
        Program.awaitBody("http://127.0.0.1:8080/metrics", "\",memory=\"DRAM\",run=\"" + run);
        if (command.contains("--on-alert")) {
          await()
              .atMost(PATIENCE)
              .untilAsserted(() -> assertThat(program.complained()).contains("no trainer to ask"));
        }
        assertThat(program.stop()).isLessThan(Duration.ofSeconds(30));
      } else {
        assertThat(program.exit())
            .describedAs(command + program.complained())
            .isEqualTo(command.matches(".*(--max-growth|history).*/demo/.*") ? 3 : 0);
        assertThat(program.printed())
            .describedAs(command)
            .containsAnyOf(
                "where       DRAM 11.81 GiB",
                "tidemark-reports/tenstorrent_",
                "+61.61 %  device 0 DRAM",
                "### Device memory: ",
                "first bad: crashing.log#2",
                " lines, 0 rejected",
                " samples of ");
      }
    }
  }

  /** The log of the command grows, until its receiver has a message. */
  private void postsAnAlert(String command) throws Exception {
    List<String> lines =
        FreshLog.text(Samples.root().resolve("examples/tenstorrent.log")).lines().toList();
    Path log = Files.write(reader().resolve("train.log"), lines.subList(0, 20));
    List<String> posted = new CopyOnWriteArrayList<>();
    HttpServer slack =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    slack.createContext(
        "/",
        exchange -> {
          posted.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    slack.start();
    try {
      Files.writeString(
          reader().resolve("slack.url"),
          "http://127.0.0.1:" + slack.getAddress().getPort() + "/services/T/B/x\n");
      Program watch = run(command);
      Program.awaitBody("http://127.0.0.1:8080/metrics", "run=\"train.log#1");
      Files.write(log, lines.subList(20, lines.size()), StandardOpenOption.APPEND);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(posted)
                      .anyMatch(text -> text.startsWith("{\"text\":\"*firing* Tidemark")));
      assertThat(watch.stop()).isLessThan(Duration.ofSeconds(30));
    } finally {
      slack.stop(0);
    }
  }

  @Test
  void theWholeCheckRunsTheTestCommandOfTheReadme() throws IOException {
    assertThat(blocks("README.md")).contains("\nmvn verify\n");
    assertThat(Samples.root().resolve(".ci/run"))
        .content()
        .contains("$(sed -n 's/^\\(mvn verify\\)$/\\1/p' README.md) -B");
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
