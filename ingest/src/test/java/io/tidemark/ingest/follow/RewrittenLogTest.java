package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Position;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests logs that are truncated or rewritten under their own names. */
class RewrittenLogTest {

  @TempDir Path folder;

  private Scene scene(String... names) {
    return new Scene(folder, names);
  }

  @Test
  void aLogCutToNothingIsANewGeneration() {
    Scene scene = scene("a.log").write("a.log", "a long first line\nhalf").start().quiet();
    scene.rewrite("a.log", "new\n").quiet().write("a.log", "more\n").quiet();
    assertThat(scene.received().lines("a.log"))
        .containsExactly("a long first line", "half", "new", "more");
    assertThat(scene.received().generations()).isEqualTo(2);
  }

  @Test
  void aLogRewrittenToTheVerySameSizeIsANewGeneration() {
    Scene scene = scene("a.log").write("a.log", "one\ntwo\n").start().quiet();
    scene.rewrite("a.log", "eins\nzw\n").quiet().write("a.log", "drei\n").quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("one", "two", "eins", "zw", "drei");
    assertThat(scene.received().generations()).isEqualTo(2);
  }

  @Test
  void anUnfinishedLineRewrittenIsNotJoinedWithWhatComes() {
    Scene scene = scene("a.log").write("a.log", "abc").start().quiet();
    scene.rewrite("a.log", "defghi\n").quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("abc", "defghi");
  }

  @Test
  void aLogRewrittenWhileDownIsANewGeneration() {
    for (String now : List.of("short\n", "uno\ndos\n", "a much longer text than before\n")) {
      Scene scene = new Scene(folder, "b.log").write("b.log", "one\ntwo\n").start().quiet().crash();
      scene.rewrite("b.log", now).start().quiet();
      assertThat(scene.received().raw("b.log")).contains("one\ntwo\n" + now);
      assertThat(scene.received().generations()).isEqualTo(2);
      scene.stop().delete("b.log");
    }
  }

  @Test
  void aLogRewrittenJustAfterItsBirthWasKeptIsANewGeneration() {
    MemoryOutlet outlet = MemoryOutlet.prompt();
    Scene scene = new Scene(folder, outlet, "a.log").write("a.log", "first\n").start();
    scene.round();
    scene.round();
    assertThat(outlet.positions.values()).extracting(Position::offset).containsExactly(0L);
    scene.crash();
    scene.rewrite("a.log", "wholly new\n").start().quiet();
    assertThat(scene.received().lines("a.log")).endsWith("wholly new");
  }

  @Test
  void aRewrittenLogThatComesToLookAsItOnceDidIsNotTakenForItsOldSelf() {
    Scene scene = scene("a.log").write("a.log", "banner\n").start().quiet();
    scene.rewrite("a.log", "x\n").quiet().crash().rewrite("a.log", "banner\ntwo\n");
    scene.start().quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("banner", "x", "banner", "two");
  }

  private static final int BLOCK = 4096;

  private static final String LINES =
      IntStream.range(0, 1000)
          .mapToObj("line %d of a log that is longer than a few blocks\n"::formatted)
          .collect(Collectors.joining());

  @ParameterizedTest
  @ValueSource(ints = {1, 40})
  void aLogWithoutItsFirstBlocksGoesOnBehindWhatWasShipped(int newLines) {
    Scene scene = scene("a.log").write("a.log", LINES).start().quiet();
    scene.write("a.log", "open").quiet();
    scene.rewrite("a.log", LINES.substring(5 * BLOCK) + "open line\n".repeat(newLines)).quiet();
    scene.write("a.log", "more\n").quiet().crash().start().quiet();
    goesOn(scene, newLines);
  }

  @Test
  void aLogWithoutABeginningThatIsNoBlockMayBeANextRun() {
    Scene scene = scene("a.log").write("a.log", LINES).start().quiet();
    scene.rewrite("a.log", LINES.substring(5 * BLOCK + 1)).quiet();
    assertThat(scene.received().lines()).hasSizeGreaterThan(1500);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 2000})
  void aLogWithAHoleInWhatWasShippedGoesOnBehindIt(int left) {
    String text = LINES.substring(0, 9 * BLOCK + left);
    Scene scene = scene("a.log").write("a.log", text).start().quiet();
    scene.overwrite("a.log", 0, "\0".repeat(9 * BLOCK)).quiet();
    scene.write("a.log", "\nmore\n").quiet().crash().start().quiet();
    List<String> lines = new ArrayList<>(text.lines().toList());
    lines.add("more");
    assertThat(scene.received().lines()).isEqualTo(lines);
  }

  private static void goesOn(Scene scene, int newLines) {
    List<String> lines = new ArrayList<>(LINES.lines().toList());
    lines.addAll(Collections.nCopies(newLines, "open line"));
    lines.add("more");
    assertThat(scene.received().lines()).isEqualTo(lines);
    assertThat(scene.received().lost()).isZero();
    assertThat(scene.tailer().counts().lostBytes()).isZero();
  }
}
