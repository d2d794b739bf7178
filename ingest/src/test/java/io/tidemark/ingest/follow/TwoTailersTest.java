package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.generation.LineCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tailers on the same logs; each slice is checked to belong to its sender when it is sent. */
class TwoTailersTest {

  @TempDir Path folder;

  private Scene first(int seed) {
    MemoryOutlet outlet = new MemoryOutlet(new Random(seed), 3);
    return new Scene(folder, outlet, Neighbours.onSeveralMachines(), "*.log").start();
  }

  private static void pass(int rounds, Scene... scenes) {
    for (int i = 0; i < rounds; i++) {
      scenes[0].pass(300);
      for (Scene scene : scenes) {
        if (scene.running()) {
          scene.round();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void oneThatStoodStillOverARotationEndsBeforeItSendsAnything(int seed) throws IOException {
    Scene first = first(seed).write("a.log", "one\n");
    pass(20, first);
    Scene second = first.beside().start();
    pass(20, first, second);
    assertThat(second.tailer().counts().read()).isZero();

    first.write("a.log", "two\n").move("a.log", "a.log.1").write("a.log", "three\n");
    pass(80, second);
    first.write("a.log", "four\n");
    first.step();
    pass(20, first, second);

    assertThat(first.ended().orElseThrow())
        .matches("a\\.log: host, process 2 follows it now; this tailer stood still for \\d+ s");
    assertThat(first.received().lines("a.log")).containsExactly("one", "two", "three", "four");
    assertThat(Files.exists(folder.resolve("a.log.1"))).isTrue();
  }

  @Test
  void oneThatWaitsCountsTheLogAsFollowedElsewhere() {
    Scene first = first(1).write("a.log", "one\n");
    pass(20, first);
    Scene second = first.beside().start();
    pass(20, first, second);
    assertThat(second.tailer().obstacles().elsewhere()).isOne();
    assertThat(second.tailer().drained()).isTrue();
    assertThat(first.tailer().obstacles().elsewhere()).isZero();

    first.stop();
    pass(20, second);
    second.write("a.log", "two\n");
    pass(20, second);

    assertThat(second.tailer().obstacles().elsewhere()).isZero();
    assertThat(second.received().lines("a.log")).containsExactly("one", "two");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void aTakeoverBeforeTheFirstPositionBeginsALogAtItsEndAllTheSame(int seed) {
    MemoryOutlet outlet = new MemoryOutlet(new Random(seed), 3);
    Neighbours neighbours = Neighbours.onOneMachine();
    Scene first = new Scene(folder, outlet, neighbours, "b.log").write("b.log", "one\n").start();
    pass(20, first);
    first.write("a.log", "old\n");
    Scene second =
        new Scene(folder, outlet.beside(), neighbours, "a.log", "b.log").fromEnd().start();
    first.stop();
    pass(40, second);

    second.write("a.log", "new\n").write("b.log", "two\n");
    pass(40, second);

    assertThat(second.received().lines("a.log")).containsExactly("new");
    assertThat(second.received().lines("b.log")).containsExactly("one", "two");
  }

  @Test
  void aLogReplacedWhileTheBrokerIsAwayAndItsTailerIsRecreatedIsAGap() {
    Scene first = first(1).write("a.log", "one\n");
    pass(20, first);
    first.outlet.away();
    first.write("a.log", "two\n");
    pass(5, first);
    first.delete("a.log");
    first.write("a.log", "three\n");
    pass(5, first);
    first.crash();

    Scene second = first.beside().start();
    pass(80, second);

    assertThat(second.received().lines("a.log")).containsExactly("one", "three");
    assertThat(second.received().lost()).isPositive();
    assertThat(second.tailer().counts().lost(LineCounts.Reason.GONE_WHILE_DOWN)).isOne();
  }

  @Test
  void filesThatRotateOutOfTheirFolderWhileTheBrokerIsAwayAreAGapToo() {
    Scene first = first(1).write("a.log", "one\n");
    pass(20, first);
    first.outlet.away();
    for (String line : List.of("two\n", "three\n", "four\n")) {
      if (Files.exists(folder.resolve("a.log.1"))) {
        first.delete("a.log.1");
      }
      first.move("a.log", "a.log.1").write("a.log", line);
      pass(5, first);
    }
    first.crash();

    Scene second = first.beside().start();
    pass(80, second);

    assertThat(second.received().lines("a.log")).containsExactly("one", "three", "four");
    assertThat(second.received().lost()).isPositive();
  }

  @Test
  void aFileNamedLikeARotatedOneOfAnothersLogIsLeftToThatTailerAndCounted() {
    Scene first = first(1).write("a.log", "one\n");
    pass(20, first);
    Scene second = first.beside().start();
    pass(20, first, second);

    first.write("a-3.log", "other\n");
    pass(20, second);
    assertThat(second.tailer().obstacles().leftToOwner()).isOne();

    first.delete("a-3.log");
    pass(20, second);
    assertThat(second.tailer().obstacles().leftToOwner()).isZero();
  }
}
