package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Position;
import io.tidemark.model.Slice;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A last line without a line end, while its log is followed. */
class OpenLineTest {

  private static final long QUIET = RotationPolicy.DEFAULT.openLine().toMillis();

  @TempDir Path folder;

  private Scene scene() {
    return new Scene(folder, "a.log");
  }

  private static Scene wait(Scene scene) {
    scene.pass(QUIET);
    return scene.quiet();
  }

  private static List<Slice> open(Scene scene) {
    return scene.outlet.slices.stream()
        .map(MemoryOutlet.Arrived::slice)
        .filter(Slice::isOpen)
        .toList();
  }

  private static List<Long> positions(Scene scene) {
    return scene.outlet.positions.values().stream().map(Position::offset).toList();
  }

  @Test
  void aLineThatDoesNotGrowIsShippedAsItStandsOnce() {
    Scene scene = scene().write("a.log", "one\nout of mem").start().quiet();
    assertThat(open(scene)).isEmpty();
    wait(scene);
    wait(scene);
    assertThat(open(scene)).hasSize(1);
    assertThat(open(scene).get(0).offset()).isEqualTo(4);
    assertThat(scene.received().open("a.log")).containsExactly("out of mem");
    assertThat(scene.received().lines()).containsExactly("one");
  }

  @Test
  void aLineThatGrowsWithinTheTimeIsNotShipped() {
    Scene scene = scene().write("a.log", "a").start().quiet();
    for (int i = 0; i < 5; i++) {
      scene.pass(QUIET - 1000);
      scene.write("a.log", "b").quiet();
    }
    assertThat(scene.outlet.slices).isEmpty();
  }

  @Test
  void aLineThatGrowsLaterIsShippedAgainFromItsBeginning() {
    Scene scene = scene().write("a.log", "one\ntw").start().quiet();
    wait(scene).write("a.log", "o");
    wait(scene.quiet());
    assertThat(scene.received().open("a.log")).containsExactly("two");
    scene.write("a.log", "\nthree\n").quiet();
    assertThat(scene.received().lines()).containsExactly("one", "two", "three");
    assertThat(open(scene)).extracting(Slice::offset).containsExactly(4L, 4L);
    assertThat(scene.tailer().counts().read()).isEqualTo(3);
    assertThat(scene.tailer().counts().shipped()).isEqualTo(3);
  }

  @Test
  void anOpenLineMovesNoPositionSoThatARestartShipsItAgain() {
    Scene scene = scene().write("a.log", "one\ntw").start().quiet();
    wait(scene).stop();
    assertThat(positions(scene)).containsExactly(4L);
    wait(scene.start().quiet()).crash();
    scene.write("a.log", "o\n").start().quiet();
    assertThat(scene.received().lines()).containsExactly("one", "two");
    assertThat(scene.received().generations()).isOne();
    assertThat(open(scene)).hasSize(2);
  }

  @Test
  void aFileOfOneOpenLineIsTheSameGenerationWhenItGrows() {
    Scene scene = scene().write("a.log", "{").start().quiet();
    wait(scene).crash();
    wait(scene.start().quiet());
    scene.write("a.log", "}\n").quiet();
    assertThat(scene.received().lines()).containsExactly("{}");
    assertThat(scene.received().generations()).isOne();
  }

  @Test
  void aFileRewrittenInPlaceEndsItsOpenLine() {
    Scene scene = scene().write("a.log", "first plan").start().quiet();
    wait(scene).rewrite("a.log", "second").quiet();
    scene.pass(RotationPolicy.DEFAULT.copySearch().toMillis());
    wait(scene.quiet());
    assertThat(scene.received().lines()).containsExactly("first plan");
    assertThat(scene.received().open("a.log")).containsExactly("second");
    assertThat(scene.received().generations()).isEqualTo(2);
  }

  @Test
  void ofALineBeyondTheLimitTheHeadIsShipped() {
    String line = "x".repeat(Slice.MAX_LINE_BYTES + 10);
    Scene scene = scene().write("a.log", line).start().quiet();
    wait(scene);
    Slice slice = open(scene).get(0);
    assertThat(slice.truncated()).isTrue();
    assertThat(slice.length()).isEqualTo(line.length());
    assertThat(slice.bytes()).hasSize(Slice.MAX_LINE_BYTES);
  }
}
