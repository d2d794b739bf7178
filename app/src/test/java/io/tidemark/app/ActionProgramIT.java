package io.tidemark.app;

import static io.tidemark.app.ActionStep.GOOD;
import static io.tidemark.app.ActionStep.ROOT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program that the GitHub action runs, on a runner whose PATH has no JDK and no Maven. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ActionProgramIT {

  /** Programs that every hosted runner has. */
  private static final List<String> TOOLS =
      List.of(
          "bash cat curl cut dirname env find grep gzip head jq mkdir mktemp mv readlink rm sed sha256sum tail tar tr uname"
              .split(" "));

  @TempDir Path folder;
  private final Queue<String> fetched = new ConcurrentLinkedQueue<>();
  private HttpServer server;
  private Path release;

  @BeforeEach
  void publish() throws Exception {
    release = Files.createDirectory(folder.resolve("release"));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String name = exchange.getRequestURI().getPath().substring(1);
          fetched.add(name);
          Path file = release.resolve(name);
          boolean there = Files.isRegularFile(file);
          exchange.sendResponseHeaders(there ? 200 : 404, there ? Files.size(file) : -1);
          if (there) {
            Files.copy(file, exchange.getResponseBody());
          }
          exchange.close();
        });
    server.start();
    tools();
    // Laid out as a release's archive; the program in it is that of this build.
    String name = archive();
    Path bin = Files.createDirectories(folder.resolve("made").resolve(name).resolve("bin"));
    Path program = bin.resolve("tidemark");
    Files.writeString(
        program,
        "#!/bin/sh\nJAVA_HOME='%s' exec '%s/tidemark' \"$@\"\n"
            .formatted(System.getProperty("java.home"), ROOT));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    shell("cd made && tar czf ../release/%s.tar.gz %s".formatted(name, name));
    shell("cd release && sha256sum %s.tar.gz >SHA256SUMS".formatted(name));
  }

  private static String archive() throws Exception {
    Process uname = new ProcessBuilder("uname", "-m").start();
    String machine = new String(uname.getInputStream().readAllBytes(), UTF_8).strip();
    return "tidemark-9.8.7-linux-" + machine;
  }

  private void tools() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String tool : TOOLS) {
      Path found = Path.of("/usr/bin", tool);
      Files.copy(
          Files.exists(found) ? found : Path.of("/bin", tool),
          bin.resolve(tool),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  private void shell(String command) throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", command).directory(folder.toFile()).inheritIO().start();
    assertThat(shell.waitFor()).as(command).isZero();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private ActionStep step() {
    return new ActionStep(folder)
        .runner("PATH", folder.resolve("bin").toString())
        .with("archive-url", "http://127.0.0.1:" + server.getAddress().getPort())
        .with("version", "9.8.7")
        .with("log", GOOD);
  }

  @Test
  void theReleaseIsFetchedOncePerJob() throws Exception {
    for (int i = 0; i < 2; i++) {
      ActionStep step = step();
      assertThat(step.run()).describedAs(step.printed()).isZero();
      assertThat(step.printed()).startsWith("tidemark: Device memory: ");
    }
    assertThat(fetched).containsExactly("SHA256SUMS", archive() + ".tar.gz");
  }

  @Test
  void theProgramOnThePathIsTakenBeforeTheRelease() throws Exception {
    Path own = folder.resolve("bin/tidemark");
    Files.copy(folder.resolve("made").resolve(archive()).resolve("bin/tidemark"), own);
    assertThat(own.toFile().setExecutable(true)).isTrue();
    ActionStep onPath = step();
    assertThat(onPath.run()).describedAs(onPath.printed()).isZero();
    Files.move(own, folder.resolve("mine"));
    ActionStep named = step().with("tidemark", folder.resolve("mine").toString());
    assertThat(named.run()).describedAs(named.printed()).isZero();
    assertThat(fetched).isEmpty();
  }

  @Test
  void anArchiveWithAnotherChecksumIsNeverRun() throws Exception {
    Files.writeString(release.resolve(archive() + ".tar.gz"), "planted");
    ActionStep step = step();
    assertThat(step.run()).describedAs(step.printed()).isEqualTo(1);
    assertThat(step.printed())
        .contains("does not have the checksum", "::error title=Tidemark cannot judge the job::");
    Files.writeString(release.resolve("SHA256SUMS"), "");
    assertThat(step().run()).isEqualTo(1);
  }

  @Test
  void aReleaseThatIsAskedForAndMissingIsNoReasonToRunAnother() throws Exception {
    ActionStep missing = step().with("version", "9.8.6");
    assertThat(missing.run()).describedAs(missing.printed()).isEqualTo(2);
    assertThat(missing.printed()).contains("no release 9.8.6: http://127.0.0.1:", "404");
    ActionStep wrong = step().with("version", "../9");
    assertThat(wrong.run()).describedAs(wrong.printed()).isEqualTo(2);
    assertThat(wrong.printed()).contains("version '../9': want the number of a release");
  }

  @Test
  void withoutAReleaseTheRepositoryOfTheActionIsBuilt() throws Exception {
    Files.delete(release.resolve("SHA256SUMS"));
    ActionStep step =
        step().with("version", "").runner("JAVA_HOME", System.getProperty("java.home"));
    assertThat(step.run()).describedAs(step.printed()).isZero();
    assertThat(step.printed()).contains("tidemark: no release (http://127.0.0.1:", "building this");
  }
}
