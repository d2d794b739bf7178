package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copy-and-truncate, case by case; the numbers are those of docs/cases.md. */
class CopyTruncateTest {

  @TempDir Path folder;

  private Scene named() {
    return new Scene(folder, "a.log");
  }

  private static void arrived(Scene scene, int lines) {
    List<String> all = IntStream.rangeClosed(1, lines).mapToObj(i -> "line " + i).toList();
    assertThat(scene.quiet().received().lines("a.log")).containsExactlyElementsOf(all);
    scene.crash().start();
    assertThat(scene.quiet().received().lines()).containsExactlyElementsOf(all);
    assertThat(scene.received().lost()).isZero();
  }

  /** Copies the log, shifting older copies as logrotate does, and truncates it. */
  private static void rotate(Scene scene, String next) {
    for (int i = 8; i >= 1; i--) {
      if (Files.exists(scene.path("a.log." + i))) {
        scene.move("a.log." + i, "a.log." + (i + 1));
      }
    }
    scene.copyAndCut("a.log", "a.log.1", next);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void cutsWhileDownAreReadInTheirCopies(int cuts) {
    Scene scene = named().write("a.log", "line 1\n").start().quiet().stop();
    for (int i = 0; i < cuts; i++) {
      scene.write("a.log", "line " + (2 * i + 2) + "\n");
      rotate(scene, "line " + (2 * i + 3) + "\n");
    }
    arrived(scene.start(), 2 * cuts + 1);
  }

  @Test
  void twoCutsBetweenTwoLooksLoseNothing() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet().write("a.log", "line 2\n");
    rotate(scene, "line 3\n");
    rotate(scene, "line 4\n");
    arrived(scene, 4);
  }

  @Test
  void aSecondCutRightAfterTheFirstWasSeenLosesNothing() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet().write("a.log", "line 2\n");
    rotate(scene, "");
    scene.round();
    scene.write("a.log", "line 3\n");
    rotate(scene, "line 4\n");
    arrived(scene, 4);
  }

  @Test
  void aCutWhileTheBrokerIsAwayLosesNothing() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet();
    scene.outlet.away();
    scene.write("a.log", "line 2\n");
    rotate(scene, "line 3\n");
    scene.round();
    scene.write("a.log", "line 4\n");
    rotate(scene, "line 5\n");
    scene.round();
    scene.outlet.back();
    arrived(scene, 5);
  }

  @Test
  void linesCopyAndCutBetweenTwoLooksAfterACutWasSeenLoseNothing() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet();
    rotate(scene, "");
    scene.round();
    scene.round();
    scene.write("a.log", "line 2\n");
    rotate(scene, "");
    arrived(scene, 2);
  }

  @Test
  void aCutWhileDownAndOneRightAfterTheStartLoseNothing() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet().stop();
    scene.write("a.log", "line 2\n");
    rotate(scene, "line 3\n");
    scene.start();
    rotate(scene, "line 4\n");
    arrived(scene, 4);
  }

  @Test
  void aRenameAndThenACopyLoseNothing() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet();
    scene.move("a.log", "a.log.1").write("a.log", "line 2\n").round();
    scene.write("a.log", "line 3\n");
    rotate(scene, "line 4\n");
    arrived(scene, 4);
  }

  /**
   * Kafka is away when a run is read in part; the next one prints the same lines without a time.
   */
  @Test
  void runsThatPrintTheSameLinesAreToldApart() {
    String first = "run 1\n" + "the same op of every run\n".repeat(5000);
    String second = "run 2\n" + "the same op of every run\n".repeat(4000);
    Scene scene = named().write("a.log", "line 1\n").start().quiet();
    rotate(scene, first);
    scene.round();
    scene.outlet.away();
    scene.round();
    scene.round();
    rotate(scene, second);
    scene.round();
    scene.outlet.back();
    List<String> all = new ArrayList<>(List.of("line 1"));
    first.lines().forEach(all::add);
    second.lines().forEach(all::add);
    assertThat(scene.quiet().received().lines("a.log")).containsExactlyInAnyOrderElementsOf(all);
    scene.crash().start();
    assertThat(scene.quiet().received().lines()).containsExactlyInAnyOrderElementsOf(all);
    assertThat(scene.received().lost()).isZero();
  }

  @Test
  void equalBeginningsAreToldApart() {
    String banner = "the same banner of every run\n".repeat(50);
    Scene scene = named().write("a.log", banner + "line 1\n").start().quiet();
    rotate(scene, banner + "line 2\n");
    rotate(scene, banner + "line 3\n");
    scene.quiet().stop();
    rotate(scene, banner + "line 4\n");
    rotate(scene, banner + "line 5\n");
    scene.start().quiet();
    assertThat(scene.received().lines().stream().filter(line -> line.startsWith("line")))
        .containsExactly("line 1", "line 2", "line 3", "line 4", "line 5");
    assertThat(scene.received().lines()).hasSize(255);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.log.bak", "a.log.old", "a.log~", "a.log-20260822", "old/a.log.1"})
  void aCopyIsFoundUnderEveryUsualName(String copy) throws IOException {
    Files.createDirectory(folder.resolve("old"));
    Scene scene = named().write("a.log", "line 1\n").start().quiet().write("a.log", "line 2\n");
    arrived(scene.copyAndCut("a.log", copy, "line 3\n"), 3);
  }

  @Test
  void aCopyInAFolderThatTheUserNamesIsFound() throws IOException {
    Path archive = Files.createDirectory(folder.resolve("elsewhere"));
    Scene scene = named().archive(archive).write("a.log", "line 1\n").start().quiet();
    scene.write("a.log", "line 2\n").copyAndCut("a.log", "elsewhere/a.log", "line 3\n");
    arrived(scene, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.log", "a.log*", "*"})
  void aCopyThatWasSeenBeforeTheCutIsReadOnce(String names) {
    Scene scene = new Scene(folder, names).write("a.log", "line 1\n").start().quiet();
    scene.write("a.log", "line 2\n").copy("a.log", "a.log.1").quiet();
    arrived(scene.rewrite("a.log", "line 3\n"), 3);
  }

  @Test
  void aStartBetweenTheCopyAndTheCutReadsOnce() {
    Scene scene = new Scene(folder, "a.log*").write("a.log", "line 1\n").copy("a.log", "a.log.1");
    arrived(scene.start().quiet().rewrite("a.log", "line 2\n"), 2);
  }

  @Test
  void aPlainBackupIsNotReadWhateverComes() {
    Scene scene = new Scene(folder, "a.log*").write("a.log", "line 1\n").start().quiet();
    scene.copy("a.log", "a.log.bak").quiet().crash().start().quiet();
    scene.write("a.log", "line 2\n").quiet().crash().start().quiet();
    arrived(scene.rewrite("a.log", "line 3\n"), 3);
  }

  @Test
  void aLogReadPastTheEndOfItsCopyIsNotReadAgain() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet().copy("a.log", "a.log.1");
    scene.write("a.log", "line 2\n").quiet().rewrite("a.log", "line 3\n");
    arrived(scene, 3);
  }

  @Test
  void oldRotatedFilesAreNotReadAtTheFirstStartNorLater() {
    Scene scene = named().write("a.log.1", "ancient\n").write("a.log", "line 1\n").start().quiet();
    scene.crash().start().quiet();
    rotate(scene, "line 2\n");
    arrived(scene, 2);
  }

  @Test
  void aCopyBesideABusyLogIsReadAtOnce() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet().write("a.log", "line 2\n");
    rotate(scene, "line 3\n");
    for (int i = 4; i <= 20; i++) {
      scene.round();
      scene.write("a.log", "line " + i + "\n");
    }
    assertThat(scene.received().lines()).contains("line 2");
    arrived(scene, 20);
  }

  @ParameterizedTest
  @ValueSource(longs = {2_000, 60_000, 600_000})
  void aLateWriterIsReadThroughARestart(long millis) {
    Scene scene = named().write("a.log", "line 1\n").start().quiet();
    scene.move("a.log", "a.log.1").write("a.log", "line 3\n").quiet();
    scene.pass(millis);
    scene.quiet().crash().start().quiet().write("a.log.1", "line 2\n");
    arrived(scene, 3);
  }
}
