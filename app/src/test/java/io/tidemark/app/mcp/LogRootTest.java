package io.tidemark.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files that an agent may name. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class LogRootTest {

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void write() throws Exception {
    root = Files.createDirectories(folder.resolve("root/sub")).getParent();
    for (String name : List.of("a.log", "b#1.log", "sub/c.log")) {
      Files.writeString(root.resolve(name), "0123456789");
    }
    Files.writeString(folder.resolve("secret.log"), "secret");
  }

  private void refused(LogRoot logs, String name, String why) {
    assertThatThrownBy(() -> logs.allowed(List.of(name)))
        .as(name)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(why);
  }

  @Test
  void namesBelowTheRootAreAllowedAndRelativeOnesAreInIt() throws Exception {
    LogRoot logs = LogRoot.of(root);
    Path real = root.toRealPath();
    assertThat(logs.allowed(List.of("a.log", "a.log#2", "b#1.log", "sub", "**.log", "none.log")))
        .containsExactly(
            real + "/a.log",
            real + "/a.log#2",
            real + "/b#1.log",
            real + "/sub",
            real + "/**.log",
            real + "/none.log");
    assertThat(logs.allowed(List.of(real + "/a.log"))).containsExactly(real + "/a.log");
  }

  @Test
  void noLinkPatternOrDotLeadsOutOfTheRoot() throws Exception {
    LogRoot logs = LogRoot.of(root);
    refused(logs, "../secret.log", "leads out of");
    refused(logs, "../none.log", "leads out of");
    refused(logs, folder + "/secret.log", "leads out of");
    refused(logs, "../*.log", "leads out of");
    refused(logs, "/etc/passwd#1", "leads out of");
    Files.createSymbolicLink(root.resolve("link.log"), folder.resolve("secret.log"));
    refused(logs, "link.log", "leads out of");
    refused(logs, "*.log", "leads out of");
    Files.createSymbolicLink(root.resolve("up"), folder);
    refused(logs, "up/secret.log", "leads out of");
    refused(logs, "up/none.log", "leads out of");
  }

  @Test
  void filesOfTheKernelAndPipesAreRefusedAtOnce() throws Exception {
    LogRoot all = LogRoot.of(Path.of("/"));
    refused(all, "/proc/self", "is a file of the kernel");
    refused(all, "/proc/self/environ", "is a file of the kernel");
    refused(all, "/dev/zero", "is a file of the kernel");
    refused(all, "/proc/*/environ", "is a file of the kernel");
    Process pipe = new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start();
    assertThat(pipe.waitFor()).isZero();
    refused(LogRoot.of(root), "pipe", "pipe, socket or device");
  }

  @Test
  void aCallIsBoundInFilesEntriesAndBytes() throws Exception {
    LogRoot files = LogRoot.of(root, new LogRoot.Bounds(2, 100, 100));
    assertThat(files.allowed(List.of("a.log", "sub"))).hasSize(2);
    refused(files, "**.log", "more than 2 files or 100 B");
    assertThatThrownBy(() -> files.allowed(List.of("a.log", "b#1.log", "sub")))
        .hasMessageContaining("LOG 'sub' and those before it");
    refused(LogRoot.of(root, new LogRoot.Bounds(9, 2, 100)), "**.log", "more than 2 entries");
    refused(LogRoot.of(root, new LogRoot.Bounds(9, 100, 15)), "**.log", "9 files or 15 B");
  }

  @Test
  void aRootThatIsNoFolderIsRefused() {
    assertThatThrownBy(() -> LogRoot.of(root.resolve("a.log")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("--root");
  }
}
