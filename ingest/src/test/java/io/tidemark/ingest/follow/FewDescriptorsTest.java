package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.generation.LineCounts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FewDescriptorsTest {

  private static final int LOGS = 10;

  @TempDir Path home;
  private Path folder;
  private final AtomicLong free = new AtomicLong();

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(home.resolve("logs"));
  }

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
  void aSingleReadUpClosesLogsAtTheirEndAndReadsTheOthers() {
    Scene scene = scene().descriptors(() -> 3 - openLogs()).once().start();
    assertThat(scene.tailer().obstacles().waiting()).isEqualTo(LOGS - 3);
    assertThat(scene.quiet().received().lines()).hasSize(LOGS).doesNotHaveDuplicates();
    assertThat(scene.tailer().progress()).hasSize(LOGS);
    assertThat(scene.stop().start().quiet().received().lines()).hasSize(LOGS);
  }

  /** Number of logs that this process has open. */
  private long openLogs() {
    long open = 0;
    for (File descriptor : new File("/proc/self/fd").listFiles()) {
      try {
        open += descriptor.toPath().toRealPath().startsWith(folder) ? 1 : 0;
      } catch (IOException e) {
        // A pipe, a socket, or closed in the meantime.
      }
    }
    return open;
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

  @Test
  void aLogThatWasRotatedWhileItWaitsGoesOnInOrderOnceDescriptorsAreFree() {
    free.set(LOGS);
    Scene scene = scene().start().quiet().stop();
    scene.write("a1.log", "two\n").move("a1.log", "a1.log.1").write("a1.log", "three\n");
    free.set(0);
    scene.start().quiet();
    assertThat(scene.received().lines("a1.log")).doesNotContain("three");
    assertThat(scene.tailer().obstacles().waiting()).isEqualTo(LOGS);
    free.set(LOGS + 1);
    scene.quiet();
    assertThat(scene.received().lines("a1.log")).containsExactly("line of 1", "two", "three");
    assertThat(scene.received().lost()).isZero();
    assertThat(scene.received().lines()).hasSize(LOGS + 2);
    assertThat(scene.tailer().obstacles().waiting()).isZero();
  }

  @Test
  void aLogThatIsGoneNeedsNoDescriptorToBeAGap() {
    free.set(LOGS);
    Scene scene = scene().start().quiet().stop();
    scene.write("a1.log", "lost\n").move("a1.log", "../aside");
    free.set(0);
    scene.start().quiet().lateWritesOver();
    assertThat(scene.received().lost()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGenerationThatIsLostWhileItsLogWaitsIsAGapBeforeTheNextOne(boolean once) {
    free.set(LOGS);
    Scene scene = scene().start().quiet().stop();
    scene.write("a1.log", "lost\n").move("a1.log", "../aside").write("a1.log", "three\n");
    free.set(0);
    (once ? scene.once() : scene).start();
    for (int i = 0; i < 100; i++) {
      scene.round();
    }
    assertThat(scene.received().lines("a1.log")).containsExactly("line of 1");
    free.set(2 * LOGS);
    scene.quiet();
    assertThat(scene.received().lines("a1.log")).containsExactly("line of 1", "three");
    assertThat(scene.received().lost()).isOne();
    assertThat(scene.tailer().counts().lost(LineCounts.Reason.GONE_WHILE_DOWN)).isOne();
  }
}
