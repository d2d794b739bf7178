package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A last line without a line end, while its log is followed. */
class OpenLineTest {

  private static final long SILENCE = RotationPolicy.DEFAULT.openLine().toMillis();
  private static final long MOMENT = 400;

  @TempDir Path folder;

  private Scene scene() {
    return new Scene(folder, "a.log");
  }

  /** Runs rounds, lets the time pass, and runs rounds again. */
  private static Scene after(long millis, Scene scene) {
    scene.quiet().pass(millis);
    return scene.quiet();
  }

  private static List<Long> positions(Scene scene) {
    return scene.outlet.positions.values().stream().map(Position::offset).toList();
  }

  @Test
  void aLineThatDoesNotGrowIsShippedOnceAndCounted() {
    Scene scene = scene().write("a.log", "one\nout of mem").start();
    after(SILENCE - 5000, scene);
    assertThat(scene.received().lines()).containsExactly("one");
    after(SILENCE, after(5000, scene));
    assertThat(scene.outlet.slices).hasSize(2);
    Slice closed = scene.outlet.slices.get(1).slice();
    assertThat(closed.offset()).isEqualTo(4);
    assertThat(closed.unterminated()).isTrue();
    assertThat(scene.received().lines()).containsExactly("one", "out of mem");
    assertThat(scene.tailer().counts().shipped()).isEqualTo(2);
    assertThat(positions(scene)).containsExactly(14L);
    assertThat(scene.outlet.positions.values()).extracting(Position::lines).containsExactly(2L);
  }

  @Test
  void aSilenceIsSaidOnceForEachGrowth() {
    Scene scene = scene().write("a.log", "one\n").start();
    long read = scene.wallMillis();
    after(SILENCE - 5000, scene);
    assertThat(scene.outlet.rests).isEmpty();
    after(5000, after(5000, after(SILENCE, scene)));
    scene.write("a.log", "two\n");
    after(SILENCE, scene);
    after(SILENCE, scene);

    assertThat(scene.outlet.rests)
        .extracting(rest -> rest.slice().offset())
        .containsExactly(4L, 8L);
    assertThat(scene.outlet.rests.get(0).slice().toMillis()).isBetween(read, read + 1000);
    assertThat(scene.received().lines()).containsExactly("one", "two");
    assertThat(positions(scene)).containsExactly(8L);
  }

  @Test
  void anOpenLineIsClosedBeforeItsSilenceIsSaid() {
    Scene scene = scene().write("a.log", "one\ntwo").start();
    after(SILENCE, scene);
    after(SILENCE, scene);

    assertThat(scene.received().lines()).containsExactly("one", "two");
    assertThat(scene.outlet.rests).extracting(rest -> rest.slice().offset()).containsExactly(7L);
  }

  @Test
  void aRenamedFileSaysNoSilence() throws IOException {
    Scene scene = scene().write("a.log", "one\n").start().quiet();
    Files.move(folder.resolve("a.log"), folder.resolve("a.log.1"));
    scene.write("a.log", "two\n");
    after(SILENCE, scene.quiet());

    assertThat(scene.outlet.rests)
        .extracting(rest -> rest.slice().generation())
        .containsExactly(scene.outlet.slices.get(1).slice().generation());
  }

  @Test
  void aClosedLineHasTheTimeOfItsLastBytes() {
    Scene scene = scene().write("a.log", "one\n").start().quiet();
    scene.write("a.log", "crash").round();
    long before = scene.wallMillis();
    after(SILENCE, scene);
    Slice closed = scene.outlet.slices.get(1).slice();
    assertThat(closed.fromMillis()).isEqualTo(before);
    assertThat(closed.toMillis()).isGreaterThanOrEqualTo(before + SILENCE);
  }

  @Test
  void aLineThatGrowsWithinTheTimeIsNotShipped() {
    Scene scene = scene().write("a.log", "a").start().quiet();
    for (int i = 0; i < 5; i++) {
      after(SILENCE - 5000, scene).write("a.log", "b");
    }
    scene.quiet();
    assertThat(scene.outlet.slices).isEmpty();
    scene.write("a.log", "\n").quiet();
    assertThat(scene.received().lines()).containsExactly("abbbbb");
  }

  @Test
  void whatComesAfterAClosedLineIsAnotherLine() {
    Scene scene = after(SILENCE, scene().write("a.log", "one\ntw").start());
    scene.write("a.log", "o\nthree\n").quiet();
    assertThat(scene.received().lines()).containsExactly("one", "tw", "o", "three");
    assertThat(scene.received().joined()).containsExactly("one", "two", "three");
    assertThat(scene.tailer().counts().shipped()).isEqualTo(4);
    after(SILENCE, scene.write("a.log", "four").quiet().write("a.log", "!"));
    assertThat(scene.received().unterminated()).containsExactly("tw", "four!");
  }

  @Test
  void aRestartContinuesAfterAClosedLine() {
    Scene scene = after(SILENCE, scene().write("a.log", "one\ntw").start()).stop();
    scene.start().quiet().crash();
    scene.write("a.log", "o\n").start().quiet();
    assertThat(scene.received().lines()).containsExactly("one", "tw", "o");
    assertThat(scene.received().generations()).isOne();
    assertThat(scene.outlet.slices).hasSize(3);
  }

  @Test
  void aKillBeforeThePositionIsStoredSendsALongerLineThatHoldsTheClosedOne() {
    Scene scene = scene().write("a.log", "one\ntw").start().quiet();
    scene.pass(SILENCE);
    for (int step = 0; step < 3000 && scene.outlet.slices.size() < 2; step++) {
      scene.step();
    }
    scene.outlet.away();
    scene.crash().write("a.log", "o\nthree\n").outlet.back();
    assertThat(positions(scene)).containsExactly(4L);
    scene.start().quiet();
    Slice again = scene.outlet.slices.get(2).slice();
    assertThat(again.offset()).isEqualTo(4);
    assertThat(again.end()).isEqualTo(14);
    assertThat(scene.received().lines()).containsExactly("one", "tw", "o", "three");
    assertThat(scene.received().generations()).isOne();
  }

  @Test
  void aFileOfOneClosedLineIsTheSameGenerationWhenItGrows() {
    Scene scene = after(SILENCE, scene().write("a.log", "a").start()).crash();
    scene.start().quiet();
    scene.write("a.log", "b\n").quiet();
    assertThat(scene.received().lines()).containsExactly("a", "b");
    assertThat(scene.received().generations()).isOne();
  }

  @Test
  void ofALineBeyondTheLimitTheHeadIsShipped() {
    String line = "x".repeat(Slice.MAX_LINE_BYTES + 10);
    Scene scene = after(SILENCE, scene().write("a.log", line).start());
    Slice slice = scene.outlet.slices.get(0).slice();
    assertThat(slice.truncated()).isTrue();
    assertThat(slice.length()).isEqualTo(line.length());
    assertThat(slice.bytes()).hasSize(Slice.MAX_LINE_BYTES);
    scene.write("a.log", "y\n").quiet();
    assertThat(scene.outlet.slices.get(1).slice().bytes())
        .isEqualTo("y\n".getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"step\": 1, \"text\": \"] } \\\" {\"}",
        "step 1\n{\"a\": [{}, {\"b\": 2}]} ",
        "[{\"name\": \"a\"}]",
        "\r\n [\n  {\n    \"name\": \"]\"\n  }\n]",
        "{\n\t\"tensors\": [\n]}"
      })
  void aLineOrDocumentThatEndsWithItsLastBracketIsShippedAfterAMoment(String text) {
    Scene scene = after(MOMENT, scene().write("a.log", text).start());
    assertThat(scene.received().raw("a.log")).contains(text);
    scene.write("a.log", "\n{\"a\": 2}\n").quiet();
    assertThat(scene.received().generations()).isOne();
    assertThat(scene.received().lines()).endsWith("{\"a\": 2}");
  }

  /** Its writer may print a line and its end apart. */
  @Test
  void anObjectWhoseLineEndComesWithinTheMomentIsOneLine() {
    Scene scene = scene().write("a.log", "{\"a\": 1}").start();
    for (int round = 0; round < 5; round++) {
      scene.round();
    }
    assertThat(scene.outlet.slices).isEmpty();
    scene.write("a.log", " \n").quiet();
    assertThat(scene.received().lines()).containsExactly("{\"a\": 1} ");
    assertThat(scene.received().unterminated()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1/5] step [x]",
        "[INFO] {\"a\": 1}",
        "{x}",
        "{\"a\": \"}",
        "{\"a\": {\"b\": 1}",
        "{\"a\": 1} and more",
        "one\n[{\"a\": 1}]",
        "one\n}",
        "{\"a\": 1}\n[{\"a\": 1}]",
        "{\"a\":\n\"text \nof two lines\"}",
        "]",
        "a line"
      })
  void anyOtherLineWaitsForTheSilence(String text) {
    String last = text.substring(text.lastIndexOf('\n') + 1);
    Scene scene = after(10 * MOMENT, scene().write("a.log", text).start());
    assertThat(scene.received().lines()).doesNotContain(last);
    after(SILENCE, scene);
    assertThat(scene.received().lines()).endsWith(last);
  }

  @Test
  void aDocumentReadInTwoPartsByTwoTailersWaitsForTheSilence() {
    Scene scene = scene().write("a.log", "{\n\"a\": 1,\n").start().quiet().stop();
    after(10 * MOMENT, scene.write("a.log", "\"b\": 2\n}").start());
    assertThat(scene.received().lines()).hasSize(3);
    after(SILENCE, scene);
    assertThat(scene.received().lines()).endsWith("}");
  }

  @Test
  void aPlanIsShippedAfterAMomentAndRewrittenInPlaceIsAnotherGeneration() {
    String plan =
        new String(Samples.bytes("zant/beer.json"), StandardCharsets.UTF_8).stripTrailing();
    Scene scene = scene().write("a.log", plan.substring(0, plan.length() / 2)).start();
    after(10 * MOMENT, scene);
    assertThat(scene.outlet.slices).isEmpty();
    after(MOMENT, scene.write("a.log", plan.substring(plan.length() / 2)));
    assertThat(scene.received().lines()).containsExactly(plan);

    String other = plan.replace("Relu6", "Relu7");
    scene.rewrite("a.log", other).round();
    after(MOMENT, after(RotationPolicy.DEFAULT.copySearch().toMillis(), scene));
    assertThat(scene.received().lines()).containsExactly(plan, other);
    assertThat(scene.received().generations()).isEqualTo(2);
  }

  @Test
  void aFileRewrittenInPlaceEndsItsOpenLine() {
    Scene scene = scene().write("a.log", "first plan").start().quiet();
    scene.rewrite("a.log", "second").quiet();
    after(SILENCE, after(RotationPolicy.DEFAULT.copySearch().toMillis(), scene));
    assertThat(scene.received().lines()).containsExactly("first plan", "second");
    assertThat(scene.received().generations()).isEqualTo(2);
  }
}
