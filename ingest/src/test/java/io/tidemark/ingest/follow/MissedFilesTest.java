package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.ingest.generation.LineCounts.Reason;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that come and go between two looks are read where they are, or counted. */
@EnabledOnOs(OS.LINUX)
class MissedFilesTest {

  @TempDir Path folder;

  private Scene scene() {
    Scene scene = new Scene(folder, "a.log").counting().write("a.log", "one, and more\n").start();
    // Reports of the file that is there first are not counted.
    certain(scene);
    return scene.allReported();
  }

  private static void certain(Scene scene) {
    for (int i = 0; i < 10; i++) {
      scene.quiet().pass(400);
    }
  }

  private static void rotate(Scene scene, String text, String... numbers) {
    for (int i = numbers.length - 1; i > 0; i--) {
      if (scene.has("a.log" + numbers[i - 1])) {
        scene.move("a.log" + numbers[i - 1], "a.log" + numbers[i]);
      }
    }
    scene.move("a.log", "a.log" + numbers[0]).write("a.log", text);
  }

  private static void missed(Scene scene, int files) {
    certain(scene.allReported());
    assertThat(scene.tailer().counts().lost(Reason.CAME_AND_WENT)).isEqualTo(files);
    assertThat(scene.received().lost()).isEqualTo(files);
  }

  @Test
  void aFileThatWasDeletedBetweenTwoLooksIsAGap() {
    Scene scene = scene().delete("a.log").write("a.log", "two\n").delete("a.log");
    scene.write("a.log", "three, and more\n");
    missed(scene, 1);
    assertThat(scene.received().lines()).containsExactly("one, and more", "three, and more");
    scene.crash().start().quiet();
    assertThat(scene.received().lost()).as("after a restart").isOne();
  }

  @Test
  void aRoundThatTakesLongCountsTheSame() {
    Scene scene = scene().delete("a.log").write("a.log", "two\n").delete("a.log");
    scene.write("a.log", "three\n").allReported().round();
    scene.pass(10_000);
    missed(scene, 1);
  }

  @Test
  void filesThatWentBeforeTheirLogWasFirstSeenAreAGap() {
    Scene scene = new Scene(folder, "*.log").counting().start().quiet();
    certain(scene);
    scene.write("a.log", "one\n").delete("a.log").write("a.log", "two\n").delete("a.log");
    scene.write("a.log", "three\n");
    missedInTheEnd(scene, 2);
    assertThat(scene.received().lines()).containsExactly("three");
  }

  @Test
  void filesThatGoWhileTheTailerStartsAreAGap() {
    Scene scene = new Scene(folder, "*.log").counting().write("a.log", "one\n");
    Runnable replacedTwice =
        () -> {
          scene.delete("a.log").write("a.log", "two\n").delete("a.log");
          scene.write("a.log", "three\n");
        };
    scene.surprise(2, replacedTwice).start();
    missedInTheEnd(scene, 2);
    assertThat(scene.received().lines()).containsExactly("three");
  }

  @Test
  void aKnownFileThatIsRotatedWhileTheTailerStartsIsNoGap() {
    Scene scene = scene();
    scene.crash().surprise(2, () -> rotate(scene, "two\n", ".1")).start();
    missed(scene, 0);
    assertThat(scene.received().lines()).containsExactly("one, and more", "two");
  }

  @Test
  void aLateWriteBetweenTwoTailersIsRead() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "one\n").start().quiet();
    scene.move("a.log", "a.log.1").write("a.log", "three\n").quiet().stop();
    scene.write("a.log.1", "two\n").start().quiet();
    certain(scene);
    assertThat(scene.received().lines()).containsExactlyInAnyOrder("one", "two", "three");
    assertThat(scene.received().lost()).isZero();
  }

  @Test
  void logsThatAreThereAtTheStartHaveNoGap() {
    Scene scene = new Scene(folder, "*.log").counting().write("a.log", "one\n");
    scene.write("b.log", "two\n").start().quiet().delete("b.log").write("b.log", "three\n");
    missed(scene, 0);
    assertThat(scene.received().lines()).containsExactlyInAnyOrder("one", "two", "three");
  }

  private static void missedInTheEnd(Scene scene, int files) {
    await()
        .untilAsserted(
            () -> {
              certain(scene);
              assertThat(scene.tailer().counts().lost(Reason.CAME_AND_WENT)).isEqualTo(files);
            });
    missed(scene, files);
  }

  @Test
  void filesThatWereRotatedBetweenTwoLooksAreReadInOrder() {
    Scene scene = scene();
    for (String text : List.of("two\n", "three\n", "four\n")) {
      rotate(scene, text, ".1", ".2", ".3", ".4");
    }
    missed(scene, 0);
    assertThat(scene.received().lines()).containsExactly("one, and more", "two", "three", "four");
  }

  @Test
  void filesThatWereCompressedBetweenTwoLooksAreReadInOrder() {
    Scene scene = scene();
    for (int i = 2; i <= 4; i++) {
      scene.pack("a.log", "a.log-2026112" + i + ".gz").write("a.log", "file " + i + "\n");
    }
    missed(scene, 0);
    assertThat(scene.received().lines())
        .containsExactly("one, and more", "file 2", "file 3", "file 4");
  }

  @Test
  void aChainThatLostItsOldestFilesHasAGapOfTheirNumber() {
    Scene scene = scene();
    for (int i = 2; i <= 6; i++) {
      rotate(scene, "file " + i + "\n", ".1", ".2", ".3");
      if (scene.has("a.log.3")) {
        scene.delete("a.log.3");
      }
    }
    missed(scene, 2);
    assertThat(scene.received().lines())
        .containsExactly("one, and more", "file 4", "file 5", "file 6");
  }

  @Test
  void aLogThatIsReplacedByLongerCopiesOfItselfHasNoGap() {
    String text = "a line that is the same in each of them\n".repeat(10);
    Scene scene = scene().write("a.log", text).quiet();
    String all = "one, and more\n" + text;
    scene.replace("a.log", all + "two\n").replace("a.log", all + "two\nthree\n");
    missed(scene, 0);
    assertThat(scene.received().lines()).hasSize(13).endsWith("two", "three");
  }

  @Test
  void aLogThatIsRenamedBeforeItWasSeenIsReadAlthoughNoOtherFollows() {
    Scene scene = new Scene(folder, "*.log").counting().start().quiet();
    // The folder is heard once it was looked into.
    certain(scene);
    scene.write("a.log", "one\n").move("a.log", "a.log.1");
    await()
        .untilAsserted(
            () -> {
              certain(scene);
              assertThat(scene.received().lines("a.log")).containsExactly("one");
            });
    assertThat(scene.received().lost()).isZero();
  }

  @Test
  void filesThatAreFoundBeforeTheFileAtTheirLogsPathAreNoGap() {
    Scene scene = new Scene(folder, "*.log").counting().start().quiet();
    certain(scene);
    scene.write("a.log", "one\n").move("a.log", "a.log.2").write("a.log", "two\n");
    scene.move("a.log", "a.log.1");
    await()
        .untilAsserted(
            () -> {
              scene.round();
              assertThat(scene.received().lines("a.log")).containsExactly("one", "two");
            });
    scene.write("a.log", "three\n");
    missed(scene, 0);
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "three");
  }

  @Test
  void aLogThatIsMovedAwayAndBackHasNoGap() {
    Scene scene = scene().move("a.log", "aside").move("aside", "a.log").write("a.log", "two\n");
    missed(scene, 0);
    assertThat(scene.received().lines()).containsExactly("one, and more", "two");
  }
}
