package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FewDescriptorsTest {

  private static final int LOGS = 10;

  @TempDir Path folder;
  private final AtomicLong free = new AtomicLong();

  private Scene scene() {
    Scene scene = new Scene(folder, "*.log").descriptors(() -> free.getAndUpdate(n -> n - 1));
    for (int i = 0; i < LOGS; i++) {
      scene.write("a" + i + ".log", "line of " + i + "\n");
    }
    return scene;
  }

  @Test
  void logsThatCannotBeOpenedAreCountedAndReadWhenDescriptorsAreFree() {
    free.set(3);
    Scene scene = scene().start().quiet();
    assertThat(scene.received().lines()).hasSize(3);
    assertThat(scene.tailer().obstacles().waiting()).isEqualTo(LOGS - 3);
    assertThat(scene.tailer().obstacles().unreadable()).isZero();
    free.set(LOGS);
    assertThat(scene.quiet().received().lines()).hasSize(LOGS).doesNotHaveDuplicates();
    assertThat(scene.tailer().obstacles().waiting()).isZero();
  }

  @Test
  void aSingleReadUpReadsTheLogsThatWaitedBeforeItEnds() {
    free.set(3);
    Scene scene = scene().once().start();
    for (int i = 0; i < 50; i++) {
      scene.round();
    }
    assertThat(scene.tailer().drained()).isFalse();
    free.set(LOGS);
    assertThat(scene.quiet().received().lines()).hasSize(LOGS).doesNotHaveDuplicates();
  }

  @Test
  void aLogThatWaitedIsReadFromWhereItWasToBegin() {
    Scene scene = scene().fromEnd().start().quiet();
    free.set(LOGS);
    scene.quiet().write("a1.log", "later\n").quiet();
    assertThat(scene.received().lines()).containsExactly("later");
  }

  @Test
  void knownLogsThatWaitAfterARestartGoOnWhereTheyWere() {
    free.set(LOGS);
    Scene scene = scene().start().quiet().stop();
    free.set(0);
    scene.write("a1.log", "later\n").start().quiet();
    assertThat(scene.received().lines()).hasSize(LOGS);
    free.set(LOGS);
    assertThat(scene.quiet().received().lines("a1.log")).containsExactly("line of 1", "later");
    assertThat(scene.received().lines()).hasSize(LOGS + 1);
  }
}
