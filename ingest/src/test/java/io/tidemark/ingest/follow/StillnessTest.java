package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StillnessTest {

  @TempDir Path folder;

  private static void second(Scene scene) {
    scene.pass(1000);
    scene.step();
  }

  /** The next round, at most, is a whole one only for a change. */
  private static Scene atRest(Scene scene) {
    scene.quiet();
    for (int i = 0; i < 20; i++) {
      second(scene);
    }
    long before = scene.outlet.settles;
    for (int i = 0; i < 6 && scene.outlet.settles == before; i++) {
      second(scene);
    }
    assertThat(scene.outlet.settles).as("whole rounds").isEqualTo(before + 1);
    second(scene);
    assertThat(scene.outlet.settles).as("whole rounds").isEqualTo(before + 1);
    return scene;
  }

  @ParameterizedTest
  @ValueSource(strings = {"*.log", "a.log", "", "**"})
  void aLineAtRestIsReadInTheNextRound(String logs) {
    Scene scene = atRest(new Scene(folder, logs).write("a.log", "one\n").start());
    second(scene.write("a.log", "two\n"));
    assertThat(scene.quiet().received().lines("a.log")).containsExactly("one", "two");
  }

  @Test
  void aNewLogAtRestIsFoundInTheNextRound() throws IOException {
    Files.createDirectories(folder.resolve("rank/0"));
    Scene scene = atRest(new Scene(folder, "**").write("a.log", "one\n").start());
    second(scene.write("rank/0/b.log", "two\n"));
    assertThat(scene.tailer().progress()).hasSize(2);
    assertThat(scene.quiet().received().lines("b.log")).containsExactly("two");
  }

  @Test
  void aRotationAtRestIsSeenInTheNextRound() {
    Scene scene = atRest(new Scene(folder, "a.log").write("a.log", "one\n").start());
    second(scene.move("a.log", "a.log.1").write("a.log", "other\n"));
    assertThat(scene.quiet().received().lines("a.log")).containsExactly("one", "other");
  }

  @Test
  void anotherContentOfEqualShapeIsSeenAfterFiveSeconds() throws IOException {
    Scene scene = atRest(new Scene(folder, "a.log").write("a.log", "one\n").start());
    FileTime changed = Files.getLastModifiedTime(scene.path("a.log"));
    scene.rewrite("a.log", "two\n");
    Files.setLastModifiedTime(scene.path("a.log"), changed);
    for (int i = 0; i < 5; i++) {
      second(scene);
    }
    assertThat(scene.quiet().received().lines("a.log")).containsExactly("one", "two");
  }

  /** A line's time lies between two looks, of which the cheap one is the first. */
  @Test
  void aLineAtRestHasTheTimeOfTheLastLook() {
    Scene scene = atRest(new Scene(folder, "a.log").write("a.log", "one\n").start());
    second(scene);
    long seen = scene.wallMillis();
    second(scene.write("a.log", "two\n"));
    scene.quiet();
    assertThat(scene.outlet.slices.get(scene.outlet.slices.size() - 1).slice().fromMillis())
        .isGreaterThanOrEqualTo(seen);
  }

  @Test
  void whatComesAndGoesBesideTheFolderOfTheLogsDoesNotMatter() throws IOException {
    Path logs = Files.createDirectories(folder.resolve("logs"));
    Scene scene = atRest(new Scene(logs, "*.log").write("a.log", "one\n").start());
    long before = scene.outlet.settles;
    Files.createFile(folder.resolve("another"));
    second(scene);
    assertThat(scene.outlet.settles).isEqualTo(before);
  }

  /** The tailer reports a silence of a minute. */
  @Test
  void anOpenLineEndsInItsTime() {
    Scene scene = atRest(new Scene(folder, "a.log").write("a.log", "one\ntwo").start());
    for (int i = 0; scene.outlet.slices.size() == 1 && i < 100; i++) {
      second(scene);
    }
    Slice last = scene.outlet.slices.get(1).slice();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two");
    assertThat(last.toMillis() - last.fromMillis()).isBetween(60_000L, 61_000L);
  }
}
