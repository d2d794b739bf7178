package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The oldest byte that the broker has not acknowledged: the source of lag and of health. */
class OldestByteTest {

  @TempDir Path folder;

  private Scene scene() {
    return new Scene(folder, "a.log").write("a.log", "one\n").start().quiet();
  }

  @Test
  void nothingWaitsOnceAllIsAcknowledged() {
    Scene scene = scene();
    assertThat(scene.tailer().oldestMillis()).isEmpty();
    assertThat(scene.tailer().drained()).isTrue();
  }

  @Test
  void bytesThatNobodyReadWaitSinceTheyWereSeenInTheFile() {
    Scene scene = scene();
    scene.outlet.away();
    // Full, so that the tailer reads no further.
    while (scene.outlet.hasRoom()) {
      scene.outlet.send("other.log", scene.outlet.slices.get(0).slice(), () -> {});
    }
    long read = scene.tailer().counts().read();
    scene.write("a.log", "two\n").round();
    long seen = scene.wallMillis();
    for (int i = 0; i < 100; i++) {
      scene.pass(1_000);
      scene.write("a.log", "more\n").round();
    }

    assertThat(scene.tailer().counts().read()).isEqualTo(read);
    assertThat(scene.tailer().oldestMillis()).hasValue(seen);

    scene.outlet.back();
    assertThat(scene.quiet().tailer().oldestMillis()).isEmpty();
  }

  @Test
  void bytesInFlightWaitUntilTheyAreAcknowledgedAndTheirAgeIsPassedOn() {
    Scene scene = scene();
    List<Long> shipped = new ArrayList<>();
    scene.tailer().onShipped(shipped::add);
    scene.outlet.away();
    scene.write("a.log", "two\n").round();
    long seen = scene.wallMillis();
    scene.pass(40_000);
    scene.round();
    assertThat(scene.tailer().oldestMillis()).hasValue(seen);
    assertThat(shipped).isEmpty();

    scene.outlet.back();
    scene.quiet();
    assertThat(shipped).containsExactly(seen);
  }

  @Test
  void anUnfinishedLineWaitsForItsEndAndIsNotLate() {
    Scene scene = scene().write("a.log", "tw").quiet();
    List<Long> shipped = new ArrayList<>();
    scene.tailer().onShipped(shipped::add);
    scene.pass(40_000);
    scene.round();
    assertThat(scene.tailer().oldestMillis()).isEmpty();

    scene.outlet.away();
    scene.write("a.log", "o\n").round();
    long ended = scene.wallMillis();
    assertThat(scene.tailer().oldestMillis()).hasValue(ended);
    scene.outlet.back();
    scene.quiet();
    assertThat(shipped).containsExactly(ended);
  }

  @Test
  void growthThatNoRoundHasSeenWaitsSinceTheLastRound() {
    Scene scene = scene();
    scene.round();
    long last = scene.wallMillis();
    scene.pass(40_000);
    scene.write("a.log", "two\n");

    assertThat(scene.tailer().oldestMillis()).hasValue(last);
  }
}
