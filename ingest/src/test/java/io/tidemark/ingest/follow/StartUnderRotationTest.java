package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.generation.LineCounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many short logs are all cut while a tailer starts or takes over: between the look at their files
 * and the first read of each.
 */
class StartUnderRotationTest {

  private static final int LOGS = 50;

  @TempDir Path folder;

  private final List<String> written = new ArrayList<>();

  private static String name(int log) {
    return "l%03d.log".formatted(log);
  }

  private void append(Scene scene, int lines) {
    for (int log = 0; log < LOGS; log++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < lines; i++) {
        written.add("line %d of %s, and what it says".formatted(written.size(), name(log)));
        text.append(written.get(written.size() - 1)).append('\n');
      }
      scene.write(name(log), text.toString());
    }
  }

  private void cutAll(Scene scene, int round) {
    for (int log = 0; log < LOGS; log++) {
      scene.copyAndCut(name(log), name(log) + "." + round, "");
    }
    append(scene, 3);
  }

  private void allArrivedOnce(Scene scene) {
    assertThat(scene.quiet().received().lines()).containsExactlyInAnyOrderElementsOf(written);
    assertThat(scene.received().lost()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, LOGS / 2, LOGS + 1, LOGS + LOGS / 2, 2 * LOGS + 2})
  void aCutOfAllLogsInTheMidstOfAStartLosesAndRepeatsNothing(int looks) {
    Scene scene = new Scene(folder, "*.log");
    append(scene, 10);
    scene.start();
    allArrivedOnce(scene);
    for (int round = 1; round <= 2; round++) {
      scene.stop();
      append(scene, 5);
      int number = round;
      scene.surprise(looks, () -> cutAll(scene, number)).start();
      allArrivedOnce(scene);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, LOGS / 2, LOGS + 20, 2 * LOGS})
  void aCutOfAllLogsInTheMidstOfATakeoverLosesAndRepeatsNothing(int looks) {
    Scene owner = new Scene(folder, MemoryOutlet.prompt(), Neighbours.onOneMachine(), "*.log");
    append(owner, 10);
    owner.start().quiet();
    Scene next = owner.beside().start();
    next.round();
    owner.crash();
    append(owner, 5);
    next.surprise(looks, () -> cutAll(owner, 1));
    for (int i = 0; i < 100; i++) {
      next.pass(100);
      next.round();
    }
    allArrivedOnce(next);
  }

  /** All that is stored of the log is its first line, which the next generation has, too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void theBeginningOfALineThatWasReadDistinguishesFilesWithTheSameFirstLine(int looks) {
    String open = "what the writer has not finished";
    String next = "what the next generation says";
    Scene scene = new Scene(folder, "*.log").write("a.log", "banner\n" + open);
    scene.start().quiet().crash();
    String again = "banner\n" + next + "\n";
    scene.surprise(looks, () -> scene.copyAndCut("a.log", "a.log.1", again)).start();
    scene.quiet().crash();
    assertThat(scene.start().quiet().received().lines())
        .containsExactlyInAnyOrder("banner", open, "banner", next);
    assertThat(scene.received().lost()).isZero();
  }

  @Test
  void aLogThatIsCutWithoutACopyInTheMidstOfAStartLeavesAGap() {
    Scene scene = new Scene(folder, "*.log").write("a.log", "one\n").start().quiet().stop();
    scene.write("a.log", "two\n").surprise(1, () -> scene.rewrite("a.log", "three\n")).start();
    assertThat(scene.quiet().received().lines()).containsExactly("one", "three");
    assertThat(scene.received().lost()).isPositive();
    assertThat(scene.tailer().counts().lost(LineCounts.Reason.GONE_WHILE_DOWN)).isOne();
  }
}
