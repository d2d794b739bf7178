package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that generations left open by an earlier tailer are found again. */
class RecoveryTest {

  @TempDir Path folder;

  @Test
  void aLogRotatedWhileDownIsFoundWhereItsFolderIsALink() throws IOException {
    Files.createDirectory(folder.resolve("run"));
    Files.createSymbolicLink(folder.resolve("latest"), folder.resolve("run"));
    Scene scene = new Scene(folder, "latest").write("latest/a.log", "one\n").start().quiet().stop();
    scene.write("latest/a.log", "two\n").move("latest/a.log", "latest/a.log.1");
    scene.write("latest/a.log", "three\n").start().quiet().lateWritesOver();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "three");
    assertThat(scene.received().lost()).isZero();
    assertThat(scene.received().sources()).containsExactly("a.log");
  }

  @Test
  void aLogThatIsBackAfterItWasTakenForGoneGoesOnAsOneGeneration() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Scene scene = new Scene(logs, "a.log").write("a.log", "one\n").start().quiet().stop();
    scene.write("a.log", "two\n").move("a.log", "../aside").start();
    scene.round();
    scene.move("../aside", "a.log").quiet().lateWritesOver();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two");
    assertThat(scene.received().lost()).isZero();
    assertThat(scene.received().generations()).isOne();
  }

  @Test
  void aRotatedLogThatIsBackAfterItWasTakenForGoneGoesOnAsOneGeneration() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Scene scene = new Scene(logs, "a.log").write("a.log", "one\n").start().quiet().stop();
    scene.write("a.log", "two\n").move("a.log", "../aside").write("a.log", "three\n").start();
    scene.round();
    scene.move("../aside", "a.log.1").quiet().lateWritesOver();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "three");
    assertThat(scene.received().lost()).isZero();
    assertThat(scene.received().generations()).isEqualTo(2);
  }

  @Test
  void whatWasLostAfterAKillIsAGapThoughMoreWasShippedThanIsStored() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Scene scene = new Scene(logs, "a.log").write("a.log", "one\n").start().quiet();
    scene.write("a.log", "two\n");
    while (!scene.received().lines().contains("two")) {
      scene.round();
    }
    assertThat(scene.outlet.positions.values()).allMatch(position -> position.offset() < 8);
    scene.crash().write("a.log", "three\n").move("a.log", "../aside").write("a.log", "four\n");
    for (int start = 0; start < 2; start++) {
      scene.start().quiet();
      assertThat(scene.received().lines()).containsExactly("one", "two", "four");
      assertThat(scene.received().lost()).isOne();
      scene.crash();
    }
  }
}
