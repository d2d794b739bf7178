package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.generation.SourceProgress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which files are followed, under various names. */
class FoundLogsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {10_000, 700_000})
  void aFolderThatCannotBeEnteredForAWhileChangesNothing(long millis) throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    for (String names : new String[] {"a.log", "*.log"}) {
      Files.deleteIfExists(logs.resolve("a.log"));
      Scene scene = new Scene(logs, names).write("a.log", "one\n").start().quiet();
      Files.move(logs, folder.resolve("away"));
      Files.createFile(logs);
      scene.round();
      scene.pass(millis);
      scene.quiet();
      Files.delete(logs);
      Files.move(folder.resolve("away"), logs);
      scene.write("a.log", "two\n").quiet();
      assertThat(scene.received().lines("a.log")).containsExactly("one", "two");
      assertThat(scene.received().generations()).isOne();
      scene.stop();
    }
  }

  @Test
  void whatIsAskedForAndNotThereIsCounted() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Scene scene = new Scene(logs, "*.log").start().quiet();
    assertThat(scene.tailer().obstacles().absent()).isEqualTo(new Finder.Absent(0, 1));
    scene.write("a.log", "one\n").quiet();
    assertThat(scene.tailer().obstacles().absent()).isEqualTo(new Finder.Absent(0, 0));
    Files.move(logs, folder.resolve("away"));
    assertThat(scene.quiet().tailer().obstacles().absent()).isEqualTo(new Finder.Absent(1, 0));
  }

  @Test
  void aPatternWithoutAFileIsReportedOnceAndAgainAfterItHadOne() throws IOException {
    String glob = folder.resolve("{own,other}/**.log").toString();
    Finder finder = Finder.of(List.of(glob, folder.resolve("late.log").toString()), false);
    AbsentEntries entries = new AbsentEntries();
    assertThat(entries.newlyEmpty(finder.look().empty())).containsExactly(glob);
    assertThat(entries.newlyEmpty(finder.look().empty())).isEmpty();
    Path log = Files.createDirectories(folder.resolve("own/deep/er")).resolve("a.log");
    Files.createFile(log);
    assertThat(finder.look().paths()).containsExactly(log);
    assertThat(entries.newlyEmpty(finder.look().empty())).isEmpty();
    Files.delete(log);
    assertThat(entries.newlyEmpty(finder.look().empty())).containsExactly(glob);
  }

  @Test
  void aFileThatAppearsAfterTheStartIsReadFromItsBeginning() {
    Scene scene = new Scene(folder, "late.log", "dir?/*.log").fromEnd().start().quiet();
    assertThat(scene.tailer().progress())
        .containsExactly(
            new SourceProgress(
                "late.log", folder.resolve("late.log").toString(), null, 0, 0, false));
    folder.resolve("dir1").toFile().mkdir();
    scene.write("late.log", "first\n").write("dir1/x.log", "in a new folder\n").quiet();
    assertThat(scene.received().lines("late.log")).containsExactly("first");
    assertThat(scene.received().lines("x.log")).containsExactly("in a new folder");
  }

  @Test
  void theEndIsWhereReadingBeginsOnlyAtTheVeryFirstStart() {
    Scene scene = new Scene(folder, "*.log").fromEnd().write("old.log", "old\nha");
    scene.start().quiet().crash();
    scene.write("old.log", "lf\n").write("late.log", "while down\n").start().quiet().crash();
    scene.write("late.log", "more\n").start().quiet();
    assertThat(scene.received().lines("old.log")).containsExactly("half");
    assertThat(scene.received().lines("late.log")).containsExactly("while down", "more");
  }

  @Test
  void aFileRenamedWithinTheGlobIsNotReadAgain() {
    Scene scene = new Scene(folder, "*.log").write("a.log", "one\n").start().quiet();
    scene.move("a.log", "b.log").write("b.log", "two\n").quiet();
    assertThat(scene.tailer().progress())
        .extracting(SourceProgress::label)
        .containsExactly(folder.resolve("b.log").toString());
    scene.stop().write("b.log", "three\n").start().quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "three");
    assertThat(scene.outlet.slices).hasSize(3);
    assertThat(scene.received().generations()).isOne();
  }

  @Test
  void twoFilesThatSwapTheirNamesGoOnWhereTheyWere() {
    Scene scene = new Scene(folder, "*.log").write("a.log", "a1\n").write("b.log", "b1\n");
    scene.start().quiet().move("a.log", "c").move("b.log", "a.log").move("c", "b.log");
    scene.write("b.log", "a2\n").write("a.log", "b2\n").quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("a1", "a2");
    assertThat(scene.received().lines("b.log")).containsExactly("b1", "b2");
  }

  @Test
  void oneFileUnderTwoNamesIsReadOnce() throws IOException {
    Scene scene = new Scene(folder, "*.log").write("a.log", "one\n");
    Files.createLink(scene.path("hard.log"), scene.path("a.log"));
    Files.createSymbolicLink(scene.path("soft.log"), scene.path("a.log"));
    Files.createSymbolicLink(scene.path("dangling.log"), scene.path("nowhere"));
    scene.start().quiet();
    assertThat(scene.received().lines()).containsExactly("one");
  }

  @Test
  void namesThatAreNoTextAreFollowedAndFoundAgain() throws IOException {
    URI base = folder.toUri();
    Path one = Path.of(URI.create(base + "%FF.log"));
    Path two = Path.of(URI.create(base + "%FE.log"));
    Path three = Path.of(URI.create(base + "a%0Ab.log"));
    for (Path path : List.of(one, two, three)) {
      Files.writeString(path, "first\n", UTF_8);
    }
    Scene scene = new Scene(folder, "*.log").start().quiet().stop();
    Files.writeString(two, "second\n", UTF_8, StandardOpenOption.APPEND);
    scene.start().quiet();
    assertThat(scene.received().lines())
        .containsExactlyInAnyOrder("first", "first", "first", "second");
    assertThat(scene.received().sources()).hasSize(3).contains("a\\u000ab.log");
  }
}
