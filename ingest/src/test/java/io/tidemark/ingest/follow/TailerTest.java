package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.generation.LineCounts;
import io.tidemark.ingest.generation.SourceProgress;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TailerTest {

  @TempDir Path folder;

  @Test
  void aFileOfOneByteIsReadOnceItsLineEnds() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "x").start().quiet();
    assertThat(scene.outlet.slices).isEmpty();
    scene.write("a.log", "yz\n").quiet();
    assertThat(scene.received().lines("a.log")).containsExactly("xyz");
  }

  @Test
  void aRoundThatIsHeldUpBehindItsReadMakesNoTrickleOfWhatFlows() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "").start().quiet();
    scene.everyLookTakes(20).write("a.log", "x\n".repeat(60));
    assertThat(scene.round()).isEqualTo(Tailer.Work.SOME);
  }

  @Test
  void linesBelowFiveHundredASecondAreATrickleHoweverLongTheRound() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "").start().quiet();
    assertThat(scene.write("a.log", "x\n".repeat(9)).round()).isEqualTo(Tailer.Work.FEW);
    assertThat(scene.quiet().write("a.log", "x\n".repeat(10)).round()).isEqualTo(Tailer.Work.SOME);
    scene.quiet().pass(230);
    assertThat(scene.write("a.log", "x\n".repeat(124)).round()).isEqualTo(Tailer.Work.FEW);
  }

  @Test
  void aRoundReadsALogWithABacklogOnAndOnButEachOfManyOnce() {
    String backlog = "x".repeat(3 << 20);
    Scene one = new Scene(folder, "a.log").write("a.log", "").start().quiet();
    assertThat(one.write("a.log", backlog).round()).isNotEqualTo(Tailer.Work.MORE);
    one.stop();

    Scene many = new Scene(folder, "?.log");
    List<String> names = "bcdefghi".chars().mapToObj(c -> (char) c + ".log").toList();
    names.forEach(name -> many.write(name, ""));
    many.start().quiet();
    names.forEach(name -> many.write(name, backlog));
    assertThat(many.round()).isEqualTo(Tailer.Work.MORE);
  }

  @Test
  void aRoundOverSlowStorageReadsALogOnce() {
    String backlog = "x".repeat(3 << 20);
    Scene scene = new Scene(folder, "a.log").write("a.log", "").start().quiet();
    scene.write("a.log", backlog).everyLookTakes(50);
    assertThat(scene.round()).isEqualTo(Tailer.Work.MORE);
  }

  @Test
  void aRoundThatFilledTheRoomSaysSo() {
    String text = "a line\n".repeat(200_000);
    Scene scene = new Scene(folder, "a.log").write("a.log", text).start().quiet();
    scene.write("a.log", text);
    assertThat(scene.round()).isEqualTo(Tailer.Work.FULL);
    scene.outlet.away();
    assertThat(scene.round()).as("nothing arrives").isEqualTo(Tailer.Work.NONE);
    scene.outlet.back();
    assertThat(scene.quiet().received().lines()).hasSize(400_000);
  }

  @Test
  void emptyFilesAreToldApartOnceTheyFill() {
    Scene scene = new Scene(folder, "*.log");
    List.of("a.log", "b.log", "c.log").forEach(name -> scene.write(name, ""));
    scene.start().quiet();
    List.of("a.log", "b.log", "c.log").forEach(name -> scene.write(name, "of " + name + "\n"));
    Received received = scene.quiet().received();
    assertThat(received.sources()).containsExactlyInAnyOrder("a.log", "b.log", "c.log");
    assertThat(received.lines("b.log")).containsExactly("of b.log");
  }

  @Test
  void filesThatBeginAlikeAreAllRead() {
    String banner = "same banner\n".repeat(200);
    Scene scene = new Scene(folder, "*.log").write("a.log", banner).write("b.log", banner);
    scene.start().quiet().write("b.log", "only b\n").quiet();
    assertThat(scene.received().lines("a.log")).hasSize(200);
    assertThat(scene.received().lines("b.log")).hasSize(201).endsWith("only b");
  }

  /** The begin of a name that ends within a sign is no name of a file. */
  @Test
  void aNameWithASignOfTwoCharactersIsRead() {
    Scene scene = new Scene(folder, "*.log").write("run\ud83d\ude80.log", "up\n");
    Received received = scene.start().quiet().received();
    assertThat(received.lines("run\ud83d\ude80.log")).containsExactly("up");
  }

  @Test
  void aLineWithoutItsEndIsNotSentAtAStopAndWholeAfterTheRestart() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "one\ntw").start().quiet().stop();
    assertThat(scene.received().raw("a.log")).contains("one\n");
    scene.write("a.log", "o\n").start().quiet();
    assertThat(scene.received().raw("a.log")).contains("one\ntwo\n");
    assertThat(scene.received().generations()).isOne();
    assertThat(scene.outlet.slices).hasSize(2);
  }

  @Test
  void aLineWrittenByteByByteIsOneSlice() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "").start();
    for (char c : "a line of many writes\n".toCharArray()) {
      scene.write("a.log", String.valueOf(c)).round();
    }
    scene.quiet();
    assertThat(scene.outlet.slices).hasSize(1);
    assertThat(scene.received().lines()).containsExactly("a line of many writes");
  }

  @Test
  void charactersAndLineEndsOverTheEdgeOfAReadStayWhole() {
    String text = "中█\r\n𝄞 ".repeat(300_000) + "\n";
    Scene scene = new Scene(folder, "a.log").write("a.log", text).start().quiet();
    assertThat(scene.received().raw("a.log")).contains(text);
  }

  @Test
  void aMillionEmptyLinesAreShippedAndTheirOffsetSurvivesARestart() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "\n".repeat(1_000_000));
    scene.start().quiet().stop();
    int slices = scene.outlet.slices.size();
    scene.start().quiet();
    assertThat(scene.outlet.slices).hasSize(slices);
    assertThat(scene.received().lines()).hasSize(1_000_000);
    Position position = scene.outlet.positions.values().iterator().next();
    assertThat(position.lines()).isEqualTo(1_000_000);
    assertThat(position.offset()).isEqualTo(1_000_000);
  }

  @Test
  void aGiantLineTravelsAsItsHeadAndTheNextLineFollows() {
    Scene scene = new Scene(folder, "a.log").start();
    for (int i = 0; i < 20; i++) {
      scene.write("a.log", "g".repeat(1 << 20)).round();
    }
    scene.write("a.log", "\nnext\n").quiet();
    assertThat(scene.outlet.slices).extracting(s -> s.slice().truncated()).contains(true, false);
    Slice giant = scene.outlet.slices.get(0).slice();
    assertThat(giant.length()).isEqualTo((20L << 20) + 1);
    assertThat(giant.bytes()).hasSize(Slice.MAX_LINE_BYTES);
    assertThat(scene.outlet.slices.get(1).slice().offset()).isEqualTo(giant.end());
  }

  @Tag("slow")
  @Test
  void aSparseFileOfTwoGibibytesIsPassedOverToItsText() throws IOException {
    long hole = 2L << 30;
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("a.log"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap("one\n".getBytes(UTF_8)), hole);
    }
    Scene scene = new Scene(folder, "a.log").start();
    while (scene.round() == Tailer.Work.MORE) {}
    scene.quiet();
    assertThat(scene.received().lines()).containsExactly("one");
    assertThat(scene.tailer().counts().holeBytes()).isEqualTo(hole);
    assertThat(scene.outlet.slices.get(1).slice().offset()).isEqualTo(hole);
    scene.crash().start().quiet();
    assertThat(scene.outlet.slices).hasSize(2);
  }

  @Test
  void standardInputIsALogThatEnds() {
    byte[] text = "one\ntwo".getBytes(UTF_8);
    Scene scene = new Scene(folder, "-").stdin(new ByteArrayInputStream(text)).start();
    for (int i = 0; i < 1_000_000 && !scene.tailer().drained(); i++) {
      scene.round();
    }
    assertThat(scene.received().lines("stdin")).containsExactly("one", "two");
    assertThat(scene.outlet.slices.get(0).slice().unterminated()).isFalse();
    assertThat(scene.outlet.slices.get(1).slice().unterminated()).isTrue();
    assertThat(scene.outlet.positions.values()).allMatch(Position::ended);
  }

  @Test
  void onceShipsTheUnfinishedLastLineAndASecondTimeNothing() {
    Scene scene = new Scene(folder, "a.log").once().write("a.log", "one\ntwo").start().quiet();
    assertThat(scene.received().lines()).containsExactly("one", "two");
    List<SourceProgress> progress = scene.tailer().progress();
    scene.stop().start().quiet();
    assertThat(scene.outlet.slices).hasSize(2);
    assertThat(scene.tailer().progress())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("rested")
        .isEqualTo(progress);
  }

  @Test
  void theTimeOfASliceSpansFromTheReadBefore() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "one\n").start().quiet();
    scene.pass(5000);
    scene.write("a.log", "x".repeat(40_000) + "\n").write("a.log", "y".repeat(40_000) + "\n");
    scene.quiet();
    Slice first = scene.outlet.slices.get(1).slice();
    Slice second = scene.outlet.slices.get(2).slice();
    assertThat(second.toMillis() - first.fromMillis()).isEqualTo(5020);
    assertThat(first.toMillis()).isEqualTo(second.fromMillis());
    assertThat(first.toMillis() - first.fromMillis()).isEqualTo(2510);
  }

  @Test
  void aClockSetBackChangesNothing() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "one\n").start().quiet();
    scene.setBack(86_400_000);
    scene.write("a.log", "two\n").quiet();
    assertThat(scene.received().lines()).containsExactly("one", "two");
    Slice second = scene.outlet.slices.get(1).slice();
    assertThat(second.fromMillis()).isEqualTo(second.toMillis());
  }

  @Test
  void linesReadAreLinesShippedOnceDrained() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "one\n".repeat(50_000)).start();
    scene.round();
    scene.round();
    LineCounts counts = scene.tailer().counts();
    assertThat(counts.read()).isGreaterThan(counts.shipped());
    scene.quiet();
    assertThat(counts.read()).isEqualTo(50_000).isEqualTo(counts.shipped());
  }

  @Test
  void aGrownFileIsNotDrainedBeforeTheNextRound() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "one\n").start().quiet();
    assertThat(scene.tailer().drained()).isTrue();
    scene.write("a.log", "two\n");
    assertThat(scene.tailer().drained()).isFalse();
  }
}
