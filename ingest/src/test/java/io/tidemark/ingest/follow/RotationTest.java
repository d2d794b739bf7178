package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotationTest {

  @TempDir Path folder;

  private Scene scene(String... names) {
    return new Scene(folder, names);
  }

  @Test
  void aRenamedLogIsDrainedBeforeTheNewOneBegins() {
    Scene scene = scene("a.log").write("a.log", "one\n").start().quiet();
    scene.write("a.log", "two\n").move("a.log", "a.log.1").write("a.log", "three\n");
    scene.round();
    scene.round();
    scene.write("a.log.1", "written late\n").quiet();
    assertThat(scene.received().lines("a.log"))
        .containsExactly("one", "two", "written late", "three");
    assertThat(scene.received().generations()).isEqualTo(2);
    scene.lateWritesOver();
    assertThat(scene.outlet.positions.values()).extracting(Position::ended).containsOnlyOnce(true);
  }

  @Test
  void aWriterThatIsToldOfTheRotationLaterIsReadOn() {
    Scene scene = scene("a.log").write("a.log", "one\n").start().quiet();
    scene.move("a.log", "a.log.1").write("a.log", "three\n");
    for (int i = 0; i < 40; i++) {
      scene.round();
    }
    scene.write("a.log.1", "two\n").quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "three");
  }

  @Test
  void theUnfinishedLineOfARotatedLogIsShippedAsSuch() {
    Scene scene = scene("a.log").write("a.log", "one\nhalf").start().quiet();
    scene.move("a.log", "a.log.1").write("a.log", "new\n").quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "new");
    scene.lateWritesOver();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "half", "new");
    assertThat(scene.outlet.slices)
        .extracting(s -> s.slice().unterminated())
        .containsExactly(false, false, true);
  }

  @Test
  void aLogRotatedAHundredTimesLosesNothing() {
    Scene scene = scene("a.log").start();
    for (int i = 0; i < 100; i++) {
      scene.write("a.log", "line " + i + "\n").round();
      scene.move("a.log", "a.log." + i);
    }
    List<String> lines = scene.quiet().received().lines("a.log");
    assertThat(lines).isEqualTo(IntStream.range(0, 100).mapToObj(i -> "line " + i).toList());
  }

  @Test
  void aLogRotatedWhileDownIsFoundUnderItsNewName() {
    Scene scene = scene("a.log").write("a.log", "one\n").start().quiet().crash();
    scene.write("a.log", "two\nhalf").move("a.log", "a.log.1").write("a.log", "three\n");
    scene.start().quiet().lateWritesOver();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "half", "three");
    assertThat(scene.received().generations()).isEqualTo(2);
  }

  @Test
  void theRestOfALogCutUnderTheTailerIsReadInItsCopy() {
    Scene scene = scene("a.log").write("a.log", "one\nha").age("a.log").start().quiet();
    scene.write("a.log", "lf\ntwo\n").copyAndCut("a.log", "a.log.1", "three\n").quiet();
    scene.write("a.log", "four\n").move("a.log.1", "a.log.2").quiet();
    scene.write("a.log", "five\n").copyAndCut("a.log", "a.log.1", "six\n").quiet();
    assertThat(scene.received().lines("a.log"))
        .containsExactly("one", "half", "two", "three", "four", "five", "six");
    assertThat(scene.received().generations()).isEqualTo(3);
    scene.crash().start().quiet().stop().start().quiet();
    assertThat(scene.received().lines("a.log")).hasSize(7);
    assertThat(scene.outlet.slices).extracting(s -> s.slice().unterminated()).doesNotContain(true);
  }

  @Test
  void theRestOfALogCutWhileDownIsReadInItsCopyAndNothingTwice() {
    Scene scene = scene("a.log").write("a.log", "one\n").age("a.log").start().quiet().crash();
    scene.write("a.log", "two\n").copyAndCut("a.log", "a.log.1", "three\n").start().quiet();
    scene.stop().copyAndCut("a.log", "a.log.2", "four\n").start().quiet();
    scene.delete("a.log");
    scene.write("a.log", "five\n").quiet().crash().start().quiet();
    assertThat(scene.received().lines("a.log"))
        .containsExactly("one", "two", "three", "four", "five");
    assertThat(scene.received().generations()).isEqualTo(4);
  }

  @Test
  void anotherLogThatWasRotatedBeforeIsNoCopy() {
    Scene scene = scene("a.log").write("a.log.1", "one\nold\n").write("a.log", "one\n");
    scene.age("a.log").start().quiet().rewrite("a.log", "new\n").quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "new");
  }

  @Test
  void aLogRotatedManyTimesWhileDownIsReadLifeByLife() {
    Scene scene = scene("a.log").write("a.log", "one\n").age("a.log").start().quiet().crash();
    scene.write("a.log", "two\n").move("a.log", "a.log.4").write("a.log", "three\n");
    scene.move("a.log", "a-20260821.log").write("a.log", "four\n").move("a.log", "a.log.2");
    scene.write("a.log.gz", "packed\n").write("a.log.x1", "another\n").write("a.log", "five\n");
    scene.start().quiet().stop().start().quiet();
    assertThat(scene.received().lines("a.log")).startsWith("one", "two").endsWith("five");
    assertThat(scene.received().lines())
        .containsExactlyInAnyOrder("one", "two", "three", "four", "five");
  }

  @Test
  void aLogRotatedTwiceBetweenTwoLooksIsReadLifeByLife() {
    Scene scene = scene("a.log").write("a.log", "one\n").age("a.log").start().quiet();
    scene.write("a.log", "two\n");
    scene.move("a.log", "a.log.1").write("a.log", "three\n").move("a.log", "a.log.2");
    scene.write("a.log", "four\n").quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "three", "four");
  }

  @Test
  void aLogRotatedWithinTheGlobWhileDownIsNotReadAgain() {
    Scene scene = scene("a.log*").write("a.log", "one\n").start().quiet().crash();
    scene.write("a.log", "two\n").move("a.log", "a.log.1").write("a.log", "three\n");
    scene.start().quiet().stop().start().quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "three");
    assertThat(scene.received().sources()).containsExactly("a.log");
  }

  @Test
  void aLogMovedOutOfSightIsReadToItsEndWhileItIsWrittenTo() {
    folder.resolve("archive").toFile().mkdir();
    Scene scene = scene("*.log").write("a.log", "one\n").start().quiet();
    scene.move("a.log", "archive/a.log").write("archive/a.log", "two\n").quiet();
    scene.pass(299_000);
    scene.round();
    scene.write("archive/a.log", "three\nhalf").quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "three");
    scene.pass(400_000);
    scene.quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "three", "half");
    assertThat(scene.outlet.positions.values()).allMatch(Position::ended);
  }

  @Test
  void aLogDeletedAndMadeAgainIsReadFromItsBeginning() {
    Scene scene = scene("a.log").write("a.log", "one\n").start().quiet();
    scene.delete("a.log");
    scene.round();
    scene.write("a.log", "two\n").quiet().crash();
    scene.delete("a.log");
    scene.write("a.log", "six\n").start().quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "six");
    assertThat(scene.received().generations()).isEqualTo(3);
  }

  @Test
  void whatIsWrittenToAnEndedLogComesUnderItsOldGeneration() {
    for (String names : List.of("a.log", "a.log*")) {
      Scene scene = scene(names).write("a.log", "one\n").start().quiet();
      scene.move("a.log", "a.log.1").write("a.log", "two\n").quiet().lateWritesOver();
      scene.write("a.log.1", "very late\n");
      scene.pass(5_000);
      assertThat(scene.quiet().received().lines("a.log"))
          .containsExactly("one", "very late", "two");
      scene.lateWritesOver().crash().write("a.log.1", "later still\n").start().quiet();
      assertThat(scene.received().lines("a.log"))
          .containsExactly("one", "very late", "later still", "two");
      assertThat(scene.received().generations()).isEqualTo(2);
      scene.delete("a.log");
      scene.delete("a.log.1");
    }
  }

  @Test
  void positionsOfEndedGenerationsWhoseFilesAreGoneAreRemoved() {
    Scene scene = scene("a.log").write("a.log", "line 0\n").start().quiet();
    for (int i = 1; i <= 5; i++) {
      scene.move("a.log", "a.log." + i).write("a.log", "line " + i + "\n").quiet().lateWritesOver();
    }
    assertThat(scene.outlet.positions).hasSize(6);
    List.of(1, 2, 3, 4).forEach(i -> scene.delete("a.log." + i));
    scene.lateWritesOver().lateWritesOver();
    // That of the present file, of the newest ended one, and of the two before it.
    assertThat(scene.outlet.positions).hasSize(4);
    scene.crash().start().quiet().write("a.log.5", "late\n").quiet();
    assertThat(scene.received().lines()).hasSize(7);
  }

  @Test
  void aFolderThatIsAwayForAWhileMakesNoOldLogNew() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Scene scene = new Scene(logs, "a.log").write("a.log", "line 0\n").start().quiet();
    for (int i = 1; i <= 3; i++) {
      scene.move("a.log", "a.log." + i).write("a.log", "line " + i + "\n").quiet().lateWritesOver();
    }
    Files.move(logs, folder.resolve("away"));
    Files.createDirectory(logs);
    scene.lateWritesOver().lateWritesOver();
    Files.delete(logs);
    Files.move(folder.resolve("away"), logs);
    scene.write("a.log", "line 4\n").quiet().stop().start().quiet();
    assertThat(scene.received().lines()).hasSize(5).doesNotHaveDuplicates();
  }

  @Test
  void manyGenerationsInAQueueDoNotEndTheLiveOne() {
    Scene scene = scene("a.log").write("a.log", "line 0\n").start().quiet();
    for (int i = 1; i <= 20; i++) {
      scene.move("a.log", "a.log." + i).write("a.log", "line " + i + "\n").round();
    }
    scene.quiet().write("a.log", "more\n").quiet();
    assertThat(scene.received().lines("a.log")).hasSize(22).endsWith("line 20", "more");
    assertThat(scene.received().generations()).isEqualTo(21);
  }

  @Test
  void aRestartSendsWithTheSameGenerationAndOffsets() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "one\n").start().quiet();
    scene.write("a.log", "two\n");
    scene.round();
    scene.round();
    scene.crash().start().quiet();
    assertThat(scene.outlet.slices)
        .extracting(s -> s.slice().generation())
        .containsOnly(scene.outlet.slices.get(0).slice().generation());
    assertThat(scene.received().lines()).containsExactly("one", "two");
  }
}
