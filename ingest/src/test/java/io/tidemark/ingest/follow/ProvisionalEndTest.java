package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.generation.LineCounts;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a log changes before it is shipped: its lines are read once, in one generation. */
class ProvisionalEndTest {

  private static final long SILENCE = RotationPolicy.DEFAULT.openLine().toMillis();
  private static final List<String> LINES =
      IntStream.range(0, 40).mapToObj(i -> "step " + i + " of 40").toList();

  @TempDir Path folder;

  private Scene scene;

  private long followed() {
    scene = new Scene(folder, "a.log").write("a.log", String.join("\n", LINES) + "\n");
    scene.start().quiet();
    return scene.size("a.log");
  }

  private void arrived(String... last) {
    scene.quiet();
    List<String> lines = scene.received().lines();
    assertThat(lines.subList(0, LINES.size())).isEqualTo(LINES);
    assertThat(lines.subList(LINES.size(), lines.size())).containsExactly(last);
    for (LineCounts.Reason reason : LineCounts.Reason.values()) {
      assertThat(scene.tailer().counts().lost(reason)).isZero();
    }
    assertThat(scene.received().lost()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aHalfLineTakenBackIsForgotten(boolean whileDown) {
    long whole = followed();
    scene.write("a.log", "half a line").quiet();
    if (whileDown) {
      scene.crash().shorten("a.log", whole).start();
    } else {
      scene.shorten("a.log", whole).quiet();
    }
    scene.write("a.log", "another\n").quiet();
    arrived("another");
    assertThat(scene.received().generations()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anOpenLineRewrittenInPlaceIsReadAsItStandsAtItsEnd(boolean whileDown) {
    long whole = followed();
    scene.write("a.log", "progress  10%").quiet();
    if (whileDown) {
      scene.crash().overwrite("a.log", whole, "progress  90%").start();
    } else {
      scene.overwrite("a.log", whole, "progress  90%").quiet();
    }
    scene.write("a.log", "\nend\n").quiet();
    arrived("progress  90%", "end");
    assertThat(scene.received().generations()).isOne();
  }

  @Test
  void anOpenLineRewrittenAfterItWasClosedIsAnotherLineOfTheSameRun() {
    long whole = followed();
    scene.write("a.log", "progress  10%").quiet().pass(SILENCE);
    scene.quiet().overwrite("a.log", whole, "progress  90%").quiet();
    scene.pass(RotationPolicy.DEFAULT.copySearch().toMillis());
    scene.quiet().write("a.log", "\nend\n");
    arrived("progress  10%", "progress  90%", "end");
    assertThat(scene.outlet.slices.get(2).slice().offset()).isEqualTo(whole);
    assertThat(scene.outlet.slices.get(2).slice().origin().follows())
        .isEqualTo(scene.outlet.slices.get(0).slice().generation());
  }

  @Test
  void aBackupWithAHalfLineThatWasTakenBackIsNotReadAgain() {
    long whole = followed();
    scene.write("a.log", "half a line").quiet().copy("a.log", "a.log.1").quiet();
    scene.shorten("a.log", whole).quiet().write("a.log", "another\n").quiet();
    arrived("another");
  }

  @Test
  void aCopyWithAnotherOpenLineThanTheOneReadGivesTheRest() {
    long whole = followed();
    scene.write("a.log", "progress  10%").quiet();
    scene.overwrite("a.log", whole, "progress  90%\nend\n").copyAndCut("a.log", "a.log.1", "new\n");
    arrived("progress  90%", "end", "new");
  }

  @Test
  void nulBytesAtTheEndAreReadWhenTheirTextHasCome() {
    long whole = followed();
    scene.overwrite("a.log", whole, "\0".repeat(600)).quiet().pass(2 * SILENCE);
    scene.quiet().overwrite("a.log", whole, "late\n").quiet();
    arrived("late");
    scene.overwrite("a.log", whole + 5, "later\n" + "x".repeat(800) + "\n").quiet();
    arrived("late", "later", "x".repeat(800));
    assertThat(scene.received().generations()).isOne();
  }

  @Test
  void aFileOfNulBytesIsReadWhenItsTextHasCome() {
    scene = new Scene(folder, "a.log").write("a.log", "\0".repeat(3000)).start().quiet();
    scene.pass(SILENCE);
    scene.quiet().overwrite("a.log", 0, "one\n").quiet();
    assertThat(scene.received().lines()).containsExactly("one");
    scene.crash().start().quiet().overwrite("a.log", 4, "two\n").quiet();
    assertThat(scene.received().lines()).containsExactly("one", "two");
  }

  @Test
  void linesBehindNulBytesWaitForTheirText() {
    long whole = followed();
    String page = "y".repeat(4095) + "\n";
    scene.overwrite("a.log", whole, "\0".repeat(4096) + "end\n");
    arrivedNothingMore();
    scene.pass(4000);
    arrivedNothingMore();
    scene.overwrite("a.log", whole, page).quiet();
    arrived(page.stripTrailing(), "end");
  }

  @Test
  void nulBytesWhoseTextDoesNotComeAreReadAsTheyStand() {
    long whole = followed();
    String nuls = "\0".repeat(4096);
    scene.overwrite("a.log", whole, nuls + "one\n" + nuls + "two\n");
    arrivedNothingMore();
    scene.pass(SILENCE - 2000);
    arrivedNothingMore();
    scene.pass(2000);
    arrived(nuls + "one", nuls + "two");
  }

  @Test
  void aFewNulBytesWithinTextAreReadAtOnce() {
    long whole = followed();
    scene.overwrite("a.log", whole, "a\0b\0\0\n");
    arrived("a\0b\0\0");
  }

  @Test
  void nulBytesAtTheEndOfALogThatIsOverAreReadAsTheyStand() {
    long whole = followed();
    scene.overwrite("a.log", whole, "\0".repeat(600)).move("a.log", "a.log.1").quiet();
    scene.lateWritesOver();
    arrived("\0".repeat(600));
    scene.crash().start();
    arrived("\0".repeat(600));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRotatedFileRewrittenInPlaceIsNotReadAgain(boolean copied) {
    followed();
    if (copied) {
      scene.copyAndCut("a.log", "a.log.1", "new\n").quiet();
    } else {
      scene.move("a.log", "a.log.1").write("a.log", "new\n").quiet();
    }
    String text = scene.text("a.log.1");
    for (int i = 0; i < 2; i++) {
      scene.rewrite("a.log.1", "").quiet().pass(1500);
      scene.quiet().rewrite("a.log.1", text).quiet();
    }
    scene.write("a.log", "more\n").quiet();
    assertThat(scene.received().lines("a.log")).containsOnlyOnceElementsOf(LINES);
    assertThat(scene.received().lines("a.log")).endsWith("new", "more");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.48})
  void aLogCutToABeginningOfItGoesOnBehindIt(double part) {
    long whole = followed();
    scene.shorten("a.log", (long) (whole * part) + 3).quiet().pass(1500);
    scene.quiet().write("a.log", "!\nmore\n").quiet();
    assertThat(scene.received().lines()).containsOnlyOnceElementsOf(LINES).endsWith("!", "more");
  }

  @Test
  void aBannerThatEachRunPrintsIsReadOfEachRun() {
    String banner = "the same banner of each run, in words\n".repeat(10);
    String steps = String.join("\n", LINES) + "\n";
    scene = new Scene(folder, "a.log").write("a.log", banner + steps).start().quiet();
    scene.rewrite("a.log", banner).quiet().write("a.log", "step 0 of another\n").quiet();
    assertThat(scene.received().lines())
        .containsSubsequence("step 39 of 40", banner.lines().toList().get(0), "step 0 of another");
    assertThat(scene.received().generations()).isEqualTo(2);
  }

  private void arrivedNothingMore() {
    for (int i = 0; i < 30; i++) {
      scene.round();
    }
    assertThat(scene.received().lines()).isEqualTo(LINES);
  }
}
