package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.generation.LineCounts;
import io.tidemark.model.log.Position;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies and cuts, case by case; the numbers are those of docs/cases.md. */
/** Tests logs that were truncated and whose rest is in no copy. */
class MissingCopyTest {

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

  @Test
  void whatWasSeenAndIsInNoCopyIsCountedAndAGap() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet();
    scene.outlet.away();
    scene.write("a.log", ("x".repeat(999) + "\n").repeat(3000));
    for (int i = 0; i < 30; i++) {
      scene.round();
    }
    scene.rewrite("a.log", "line 2\n");
    scene.round();
    scene.outlet.back();
    scene.quiet();
    assertThat(scene.received().lost()).isPositive();
    assertThat(scene.tailer().counts().lost(LineCounts.Reason.REST_GONE)).isOne();
    assertThat(scene.tailer().counts().lostBytes()).isEqualTo(scene.received().lost());
    assertThat(scene.received().lines()).endsWith("line 2");
  }

  @Test
  void whatWasSeenBehindTheEndOfTheCopyIsAGap() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet();
    scene.outlet.away();
    scene.write("a.log", ("x".repeat(999) + "\n").repeat(3000)).round();
    scene.copy("a.log", "a.log.1").write("a.log", "gone\n").round();
    scene.rewrite("a.log", "line 2\n").round();
    scene.outlet.back();
    scene.quiet();
    assertThat(scene.received().lines()).hasSize(3002).endsWith("line 2");
    assertThat(scene.received().lost()).isEqualTo("gone\n".length());
    assertThat(scene.tailer().counts().lostBytes()).isEqualTo("gone\n".length());
  }

  @Test
  void aFileThatIsGoneAfterARestartIsCountedAndAGap() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet().stop();
    scene.delete("a.log");
    scene.start().quiet();
    assertThat(scene.tailer().counts().lost(LineCounts.Reason.GONE_WHILE_DOWN)).isOne();
    assertThat(scene.received().lost()).isPositive();
    assertThat(scene.outlet.positions.values()).allMatch(Position::ended);
  }

  @Test
  void aLogThatWasReadAndMadeAnewIsNoLossAfterARestart() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet();
    scene.delete("a.log");
    scene.write("a.log", "line 2\n").quiet().crash().start().quiet();
    assertThat(scene.received().lost()).isZero();
    arrived(scene, 2);
  }

  @Test
  void aPlainCutOfAllThatWasReadIsNoLoss() {
    Scene scene = named().write("a.log", "line 1\n").start().quiet().rewrite("a.log", "line 2\n");
    arrived(scene, 2);
  }
}
