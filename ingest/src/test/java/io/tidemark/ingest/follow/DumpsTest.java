package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Position;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpsTest {

  private static final String MODULE = "module_0001.jit_f.cpu_after_optimizations";
  private static final String ASSIGNMENT = MODULE + "-buffer-assignment.txt";
  private static final String RANGES = MODULE + "-live-range.txt";

  @TempDir Path folder;

  private Scene scene() {
    return new Scene(folder, folder.toString());
  }

  private static void wait(Scene scene) {
    scene.quiet().pass(Dumps.QUIET_MILLIS);
    scene.quiet();
  }

  @Test
  void theFilesOfAModuleAreOneDocumentOnceTheyAreQuiet() {
    Scene scene = scene().write(RANGES, "ranges\n").start().quiet();
    scene.pass(Dumps.QUIET_MILLIS / 2);
    scene.write(ASSIGNMENT, "assignment without an end").quiet();
    assertThat(scene.outlet.slices).isEmpty();
    wait(scene);
    assertThat(scene.received().lines(MODULE))
        .containsExactly("assignment without an end", "ranges");
    assertThat(scene.received().generations()).isOne();
    assertThat(scene.outlet.positions.values()).extracting(Position::ended).containsExactly(true);
  }

  @Test
  void aFileWrittenAnewMakesAnotherDocument() {
    Scene scene = scene().write(RANGES, "first\n").start();
    wait(scene);
    scene.rewrite(RANGES, "second\n");
    wait(scene);
    assertThat(scene.received().lines(MODULE)).containsExactly("first", "second");
    assertThat(scene.received().generations()).isEqualTo(2);
  }

  @Test
  void aPlanWithoutAFinalLineEndIsReadWholeAndARewrittenOneAnew() {
    String plan = "memory_allocation_beer.json";
    Scene scene = scene().write(plan, "{\n}").start();
    wait(scene);
    assertThat(scene.received().lines(plan)).containsExactly("{", "}");
    assertThat(scene.outlet.slices).noneMatch(arrived -> arrived.slice().isOpen());
    scene.rewrite(plan, "[\n]");
    wait(scene);
    assertThat(scene.received().lines(plan)).containsExactly("{", "}", "[", "]");
    assertThat(scene.received().generations()).isEqualTo(2);
  }

  @Test
  void aFileThatGoesAwayBeforeItIsReadHoldsUpNoOther() {
    Scene scene = scene().write(RANGES, "ranges\n").write(ASSIGNMENT, "gone\n").start().quiet();
    scene.delete(ASSIGNMENT);
    wait(scene);
    wait(scene);
    assertThat(scene.received().lines(MODULE)).containsExactly("ranges");
  }

  @Test
  void aModuleThatIsGoneAndComesBackUnchangedIsNotReadAgain() {
    Scene scene = scene().write(RANGES, "once\n").start();
    wait(scene);
    scene.move(RANGES, ".elsewhere");
    wait(scene);
    scene.move(".elsewhere", RANGES);
    wait(scene);
    assertThat(scene.received().lines(MODULE)).containsExactly("once");
    assertThat(scene.outlet.slices).hasSize(1);
  }

  @Test
  void aDocumentIsNotReadAgainAfterARestart() {
    Scene scene = scene().write(RANGES, "once\n").start();
    wait(scene);
    scene.stop().start();
    wait(scene);
    scene.crash().start();
    wait(scene);
    assertThat(scene.outlet.slices).hasSize(1);
  }

  @Test
  void aDocumentShippedInPartGoesOnWhereItWas() {
    String text = "a line of the dump\n".repeat(100_000);
    Scene scene = scene().write(ASSIGNMENT, text).write(RANGES, "ranges\n").start();
    scene.pass(Dumps.QUIET_MILLIS);
    for (int i = 0; i < 3; i++) {
      scene.round();
    }
    scene.stop();
    assertThat(scene.outlet.positions.values())
        .singleElement()
        .satisfies(at -> assertThat(at.offset()).isBetween(1L, text.length() - 1L));
    scene.start();
    wait(scene);
    assertThat(scene.received().raw(MODULE)).contains(text + "ranges\n");
    assertThat(scene.received().generations()).isOne();
  }

  @Test
  void onceReadsWhatIsThereAtOnce() {
    Scene scene = scene().once().write(ASSIGNMENT, "now\n").start().quiet();
    assertThat(scene.received().lines(MODULE)).containsExactly("now");
  }

  @Test
  void fromTheEndOnlyNewDocumentsAreRead() {
    Scene scene = scene().fromEnd().write(RANGES, "old\n").start();
    wait(scene);
    scene.rewrite(RANGES, "newer\n");
    wait(scene);
    assertThat(scene.received().lines(MODULE)).containsExactly("newer");
  }

  @Test
  void aFileThatStandsAloneIsADocumentUnderItsOwnName() {
    Scene scene = scene().write("memory_results.json", "{\n}").start();
    wait(scene);
    scene.rewrite("memory_results.json", "{}");
    wait(scene);
    assertThat(scene.received().lines("memory_results.json")).containsExactly("{", "}", "{}");
    assertThat(scene.received().generations()).isEqualTo(2);
  }
}
