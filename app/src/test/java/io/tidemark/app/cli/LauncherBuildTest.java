package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests when and how the script ./tidemark of a clone builds itself. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LauncherBuildTest extends LauncherInAFolder {

  private static final String MAKES =
      "cd app/target && mkdir -p user/lib user/native && touch user/tidemark.jar";

  @Test
  void aBuildSaysThatItBuildsAndMavensWordsOnlyWhenItFails() throws Exception {
    Files.delete(folder.resolve("app/target/tidemark.jar"));
    assertThat(printed(maven("exit 0"), "watch")).contains("no sources to build it from");
    Files.createFile(folder.resolve("pom.xml"));
    assertThat(printed(maven("exit 1"), "watch"))
        .contains("tidemark: building", "of the build", "tidemark: the build failed");
    assertThat(printed(maven(MAKES), "watch"))
        .contains("tidemark: building")
        .containsPattern("app/target/run-[0-9-]+/tidemark.jar watch\n$")
        .doesNotContain("of the build", "\u001b");
    assertThat(folder.resolve("built")).content().contains("-Dtidemark.commit=", "-Dquick ");
    assertThat(printed(maven("exit 1"), "watch")).as("is built").doesNotContain("building");
  }

  @Test
  void aBuildThatWasKilledIsBuiltAgain() throws Exception {
    Files.createFile(folder.resolve("pom.xml"));
    Path jar = folder.resolve("app/target/tidemark.jar");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(printed(maven(MAKES), "watch")).as("newer than its end").contains("building");
    Path halfMade = Files.createDirectories(folder.resolve("app/target/run-9999999999-1"));
    Files.createFile(halfMade.resolve("tidemark.jar"));
    assertThat(printed(maven(MAKES), "watch")).as("without an end").contains("building");
  }

  @Test
  void aProgramThatRunsKeepsItsJarsWhenTheNextBuildIsMade() throws Exception {
    Files.createFile(folder.resolve("pom.xml"));
    Files.delete(folder.resolve("app/target/tidemark.jar"));
    Path sources = Files.createDirectories(folder.resolve("model/src/main"));
    printed(maven(MAKES), "watch");
    Path running = run();
    Path newer = Files.createFile(sources.resolve("A.java"));
    Files.setLastModifiedTime(
        newer, FileTime.from(Files.getLastModifiedTime(running).toInstant().plusSeconds(1)));
    assertThat(printed(maven(MAKES), "watch")).contains("building");
    assertThat(running).exists();
  }

  @Test
  void aBuildThatAProcessUsesIsNotRemoved() throws Exception {
    Files.createFile(folder.resolve("pom.xml"));
    Files.delete(folder.resolve("app/target/tidemark.jar"));
    Path used = Files.createDirectories(folder.resolve("app/target/run-1-1"));
    Path other = Files.createDirectories(folder.resolve("app/target/run-2-1"));
    Files.createDirectories(folder.resolve("app/target/run-3-1"));
    Process user =
        new ProcessBuilder("sh", "-c", "sleep 100; :", used.resolve("tidemark.jar").toString())
            .start();
    try {
      printed(maven(MAKES), "watch");
    } finally {
      user.descendants().forEach(ProcessHandle::destroy);
      user.destroy();
    }

    assertThat(used).isDirectory();
    assertThat(other).doesNotExist();
  }

  @Test
  void aSourceThatChangesDuringABuildIsBuiltAgain() throws Exception {
    Files.createFile(folder.resolve("pom.xml"));
    Files.delete(folder.resolve("app/target/tidemark.jar"));
    Files.createFile(Files.createDirectories(folder.resolve("model/src/main")).resolve("A.java"));
    String change =
        """
        while [ -z "$(find model/src/main/A.java -newer app/target/next.*/built)" ]; do
          touch model/src/main/A.java
        done
        """;
    printed(maven(change + MAKES), "watch");

    assertThat(printed(maven(MAKES), "watch")).contains("building");
    assertThat(printed(maven(MAKES), "watch")).doesNotContain("building");
  }

  private Path run() throws IOException {
    try (Stream<Path> made = Files.list(folder.resolve("app/target"))) {
      Path run =
          made.filter(path -> path.getFileName().toString().startsWith("run-"))
              .findFirst()
              .orElseThrow();
      return run.resolve("tidemark.jar");
    }
  }

  @Test
  void ofTwoFirstStartsOneBuilds() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/flock")), "no flock of util-linux");
    Files.createFile(folder.resolve("pom.xml"));
    Files.delete(folder.resolve("app/target/tidemark.jar"));
    Map<String, String> maven =
        maven("touch builds; while [ ! -e waits ]; do sleep 0.1; done; " + MAKES);
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    Process one = command(maven, "watch").redirectOutput(first.toFile()).start();
    await().until(() -> Files.exists(folder.resolve("builds")));
    Process other = command(maven, "watch").redirectOutput(second.toFile()).start();
    await().until(() -> Files.readString(second).contains("another start builds, waiting for it"));
    Files.createFile(folder.resolve("waits"));

    assertThat(one.waitFor()).isZero();
    assertThat(other.waitFor()).isZero();
    assertThat(first).content().endsWith("tidemark.jar watch\n");
    assertThat(second).content().endsWith("tidemark.jar watch\n");
    assertThat(folder.resolve("built")).content().hasLineCount(1);
  }

  @Test
  void anInstalledBuildIsNotBuiltAgain() throws Exception {
    Path sources = Files.createDirectories(folder.resolve("model/src/main"));
    Path newer = Files.createFile(sources.resolve("A.java"));
    Files.setLastModifiedTime(newer, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(printed(maven("exit 1"), "watch")).doesNotContain("building");
    Files.createFile(folder.resolve("pom.xml"));
    assertThat(printed(maven("exit 1"), "watch")).contains("building");
  }
}
