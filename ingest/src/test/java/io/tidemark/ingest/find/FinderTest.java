package io.tidemark.ingest.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinderTest {

  @TempDir Path folder;

  @BeforeEach
  void makeLogs() throws IOException {
    for (String name :
        List.of(
            "a.log", "b.log", "b.log.1.gz", ".hidden", "run[1].txt", "sub/c.log", "sub/x/d.log")) {
      Files.createDirectories(folder.resolve(name).getParent());
      Files.createFile(folder.resolve(name));
    }
  }

  private List<String> found(String log) {
    return Finder.of(List.of(folder + "/" + log), false).look().paths().stream()
        .map(path -> folder.relativize(path).toString())
        .toList();
  }

  @Test
  void aGlobFindsRegularFilesThatMatch() {
    assertThat(found("*.log")).containsExactly("a.log", "b.log");
    assertThat(found("b.*")).containsExactly("b.log");
    assertThat(found("{a,b}.log")).containsExactly("a.log", "b.log");
    assertThat(found("*/*.log")).containsExactly("sub/c.log");
    assertThat(found("**.log")).containsExactly("a.log", "b.log", "sub/c.log", "sub/x/d.log");
    assertThat(found("s*")).isEmpty();
  }

  @Test
  void whatIsNoTextIsRefusedByItsFirstBytes() throws IOException {
    Files.write(folder.resolve("a.log"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    assertThatThrownBy(() -> found("a.log"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("a.log' is compressed (gzip); want a log as plain text");
    Files.write(folder.resolve("a.log"), new byte[] {(byte) 0xff, (byte) 0xfe, 'a', 0});
    assertThatThrownBy(() -> found("a.log")).hasMessageContaining("is in UTF-16");
    Files.write(folder.resolve("a.log"), new byte[] {0x1f});
    assertThat(found("a.log")).containsExactly("a.log");
  }

  @Test
  void foldersInAFolderAreCountedWithTheGlobThatFollowsThem() throws IOException {
    Finder finder = Finder.of(List.of(folder.toString(), folder + "/sub/x"), false);
    assertThat(finder.notFollowed())
        .containsExactly("1 sub-folder is not followed; use '%s/**'".formatted(folder));
    assertThat(found("**")).contains("sub/c.log", "sub/x/d.log");
    Files.createDirectories(folder.resolve(".git"));
    Path only = Files.createDirectories(folder.resolve("only"));
    Files.createDirectories(only.resolve("one"));
    Files.createDirectories(only.resolve("two"));
    assertThatThrownBy(() -> Finder.of(List.of(only.toString()), true))
        .hasMessageContaining("2 sub-folders are not followed; use '%s/**'".formatted(only));
  }

  /** A node's logs; a folder of such a name with files in it is like any other. */
  @Test
  void foldersOfPodsAndOfContainersStandForTheLogsBelow() throws IOException {
    String id = "0123456789abcdef".repeat(4);
    for (String name :
        List.of(
            "var/pods/ml_train-0_8f1c/main/0.log",
            "var/pods/ml_train-0_8f1c/main/0.log.20261128-101112.gz",
            "var/containers/" + id + "/" + id + "-json.log",
            "var/containers/" + id + "/hosts",
            "own/pods/run.log",
            "user/containers/run.log",
            "user/containers/abc/train-json.log",
            "own/pods/old/run.log")) {
      Files.createDirectories(folder.resolve(name).getParent());
      Files.createFile(folder.resolve(name));
    }
    assertThat(found("var/pods")).containsExactly("var/pods/ml_train-0_8f1c/main/0.log");
    assertThat(found("var/containers/"))
        .containsExactly("var/containers/" + id + "/" + id + "-json.log");
    assertThat(found("own/pods")).containsExactly("own/pods/run.log");
    assertThat(found("user/containers")).containsExactly("user/containers/run.log");
  }

  @Test
  void aFolderStandsForItsVisibleFiles() {
    assertThat(found("")).containsExactly("a.log", "b.log", "run[1].txt");
    assertThat(found("sub/")).containsExactly("sub/c.log");
  }

  @Test
  void aFileWhoseNameLooksLikeAGlobIsThatFile() {
    assertThat(found("run[1].txt")).containsExactly("run[1].txt");
  }

  @Test
  void aFolderWithoutALogIsRefusedWithTheReason() throws IOException {
    Path only = Files.createDirectories(folder.resolve("only"));
    Finder finder = Finder.of(List.of(only.toString()), false);
    assertThatThrownBy(finder::requireLogsInFolders).hasMessageContaining("holds no log; want");
    Files.write(only.resolve("b.log"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    assertThatThrownBy(finder::requireLogsInFolders)
        .hasMessageContaining("b.log' is compressed (gzip); want a folder with logs in it");
  }

  @Test
  void theReserveOfDescriptorsIsAShareOfTheLimit() {
    assertThat(Descriptors.reserve(256)).isEqualTo(64);
    assertThat(Descriptors.reserve(1024)).isEqualTo(256);
    assertThat(Descriptors.reserve(65_536)).isEqualTo(4096);
  }

  @Test
  void aFileIsExaminedAnewWhenAnotherOneTakesItsPlace() throws IOException {
    Files.writeString(folder.resolve("a.log"), "text\n");
    Finder finder = Finder.of(List.of(folder + "/*.log"), false);
    Path log = folder.resolve("a.log");
    assertThat(finder.look().paths()).contains(log);
    Files.write(folder.resolve(".new"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    Files.move(folder.resolve(".new"), log, StandardCopyOption.REPLACE_EXISTING);
    assertThat(finder.look().leftOut()).containsKey(log);
    Files.delete(log);
    Files.createSymbolicLink(log, folder.resolve("none"));
    assertThat(finder.look().leftOut()).containsEntry(log, new Excluded(Excluded.Reason.DEAD_LINK));
    Files.delete(log);
    Files.writeString(log, "text\n");
    assertThat(finder.look().paths()).contains(log);
  }

  @Test
  void aFileIsWaitedForInAFolderThatIsThere() throws IOException {
    Finder finder = Finder.of(List.of(folder + "/late.log"), false);
    assertThat(finder.look().paths()).isEmpty();
    assertThat(finder.named()).containsExactly(folder.resolve("late.log"));
    Files.createFile(folder.resolve("late.log"));
    assertThat(finder.look().paths()).containsExactly(folder.resolve("late.log"));
  }

  @Test
  void aFileNamedTwiceIsFoundOnce() {
    Finder finder = Finder.of(List.of(folder + "/a.log", folder + "/a*", "-"), false);
    assertThat(finder.look().paths()).containsExactly(folder.resolve("a.log"));
    assertThat(finder.stdin()).isTrue();
  }

  @Test
  void aLoopOfLinksIsLeftOut() throws IOException {
    Files.createSymbolicLink(folder.resolve("sub/loop"), folder);
    Files.createSymbolicLink(folder.resolve("self.log"), folder.resolve("self.log"));
    assertThat(found("**.log")).contains("a.log").doesNotContain("self.log");
  }

  @Test
  void whatIsNoLogIsRefusedInOneSentence() throws Exception {
    Path pipe = folder.resolve("pipe.log");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    refused(folder + "/none/a.log", "folder '" + folder + "/none' does not exist");
    refused(folder + "/none/*.log", "folder '" + folder + "/none' does not exist");
    refused(folder + "/none/", "does not exist");
    refused(pipe.toString(), "is a pipe, socket or device");
    refused("/dev/null", "is a pipe, socket or device");
    refused(
        folder + "/b.log.1.gz",
        "is named .gz, but is no such file; want a whole one, or a name without .gz");
    refused(folder + "/none.gz", "is named like a compressed file");
    refused(folder + "/b[.log", "is not a path");
    refused(" ", "is empty");
    assertThatThrownBy(() -> Finder.of(List.of(), false)).isInstanceOf(Refusal.class);
  }

  private static void refused(String log, String why) {
    assertThatThrownBy(() -> Finder.of(List.of(log), false))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("LOG '" + log + "' ")
        .hasMessageContaining(why)
        .hasMessageContaining("; want ");
  }

  @Test
  void onceNothingIsWaitedFor() throws IOException {
    Files.createDirectory(folder.resolve("empty"));
    for (String log : List.of("late.log", "*.none", "empty")) {
      assertThatThrownBy(() -> Finder.of(List.of(folder + "/" + log), true))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("names no file now");
    }
  }

  @Test
  void itIsTheFirstTimeUntilAnEntryHasHadAFile() {
    Finder finder = Finder.of(List.of(folder + "/*.log", folder + "/run[1].txt"), false);
    Path log = folder.resolve("a.log");
    Path text = folder.resolve("run[1].txt");
    List<Path> seen = List.of(folder.resolve("gone.log"));
    assertThat(finder.firstTime(log, List.of())).isTrue();
    assertThat(finder.firstTime(log, seen)).isFalse();
    assertThat(finder.firstTime(text, seen)).isTrue();
  }
}
