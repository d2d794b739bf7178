package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.generation.LineCounts.Reason;
import io.tidemark.model.log.Position;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that was seen, of which nothing was shipped before its tailer died, loses nothing. */
class FirstFilesTest {

  private static final String FIRST = "what the first file says\nand its second line\n";
  private static final String NEXT = "what the next file says\n";

  @TempDir Path folder;

  /** The fate of the first file while no tailer runs. */
  enum Rotation {
    RENAMED("a.log.1"),
    CUT("a.log.1"),
    COMPRESSED_BY_GZIP("a.log.1.gz"),
    COMPRESSED_BY_ZSTD("a.log.1.zst"),
    CUT_AND_COMPRESSED("a.log-20261128.gz");

    private final String to;

    Rotation(String to) {
      this.to = to;
    }

    void rotate(Scene scene) {
      switch (this) {
        case RENAMED -> scene.move("a.log", to).write("a.log", NEXT);
        case CUT -> scene.copyAndCut("a.log", to, NEXT);
        case CUT_AND_COMPRESSED -> scene.copyAndCut("a.log", "a.log.1", NEXT).pack("a.log.1", to);
        default -> scene.pack("a.log", to).write("a.log", NEXT);
      }
    }
  }

  private void bothArrivedOnce(Scene scene) {
    assertThat(scene.quiet().received().lines("a.log"))
        .containsExactly(
            "what the first file says", "and its second line", "what the next file says");
    assertThat(scene.received().lost()).isZero();
  }

  private static void claimed(Scene scene) {
    scene.round();
    scene.outlet.settle();
    assertThat(scene.outlet.positions).isNotEmpty();
    assertThat(scene.outlet.slices).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aClaimedFileIsReadWhereverItWasRotatedTo(Rotation rotation) {
    Scene scene = new Scene(folder, "a.log").write("a.log", FIRST).start();
    claimed(scene);
    rotation.rotate(scene.crash());
    bothArrivedOnce(scene.start());
    bothArrivedOnce(scene.crash().start());
  }

  /** Nothing can be stored without a broker. */
  @ParameterizedTest
  @EnumSource
  void aFileSeenWhileTheBrokerIsAwayIsReadWhereverItWasRotatedTo(Rotation rotation) {
    Scene scene = new Scene(folder, "*.log").start();
    scene.quiet().outlet.away();
    scene.write("a.log", FIRST);
    for (int i = 0; i < 100; i++) {
      scene.round();
    }
    assertThat(scene.outlet.positions).isEmpty();
    rotation.rotate(scene.crash());
    scene.outlet.back();
    bothArrivedOnce(scene.start());
    bothArrivedOnce(scene.crash().start());
  }

  /** Nothing but claims reaches the broker for minutes. */
  @Test
  void allFilesThatWereOnlyClaimedAreReadAfterTheyWereCompressed() {
    Scene scene = new Scene(folder, "*.log").start().quiet().crash();
    Map<String, Position> claims = new LinkedHashMap<>();
    for (int file = 4; file > 0; file--) {
      scene.write("a.log", "one line of file " + file + '\n').start().round();
      scene.outlet.settle();
      scene.outlet.positions.forEach(claims::putIfAbsent);
      scene.crash().move("a.log", "a.log." + file);
      scene.outlet.positions.putAll(claims);
      scene.outlet.slices.clear();
    }
    for (int file = 4; file > 1; file--) {
      scene.pack("a.log." + file, "a.log." + file + ".gz");
    }
    scene.write("a.log", NEXT).start();
    assertThat(scene.quiet().received().lines("a.log"))
        .containsExactly(
            "one line of file 4",
            "one line of file 3",
            "one line of file 2",
            "one line of file 1",
            "what the next file says");
    assertThat(scene.received().lost()).isZero();
  }

  @Test
  void aFileThatWasRotatedBeforeItsLogWasFirstSeenIsAFileOfIt() {
    Scene scene = new Scene(folder, "*.log*").start().quiet().crash();
    scene.write("a.log", FIRST).copyAndCut("a.log", "a.log.1", NEXT);
    bothArrivedOnce(scene.start());
    assertThat(scene.received().sources()).containsExactly("a.log");
  }

  @Test
  void aLogThatWasRotatedBeforeItWasFirstFollowedIsReadFromItsPresentFile() {
    Scene scene = new Scene(folder, "*.log").write("a.log.1", FIRST).pack("a.log.1", "a.log.1.gz");
    scene.write("a.log.2", "older\n").write("a.log", NEXT).start();
    assertThat(scene.quiet().received().lines()).containsExactly("what the next file says");
    scene.crash().write("a.log", "more\n").start();
    assertThat(scene.quiet().received().lines()).containsExactly("what the next file says", "more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.log", "*.log"})
  void aClaimedFileThatIsGoneIsAGapOfItsLength(String log) {
    Scene scene = new Scene(folder, log).write("a.log", FIRST).start();
    claimed(scene);
    scene.crash().delete("a.log").write("a.log", NEXT).start();
    assertThat(scene.quiet().received().lines()).containsExactly("what the next file says");
    assertThat(scene.received().lost()).isEqualTo(FIRST.length());
    assertThat(scene.tailer().counts().lost(Reason.GONE_WHILE_DOWN)).isOne();
    assertThat(scene.tailer().counts().lostBytes()).isEqualTo(FIRST.length());
  }

  @Test
  void allLogsAreClaimedBeforeAnyLineIsSent() {
    Scene scene = new Scene(folder, MemoryOutlet.prompt(), "*.log");
    IntStream.range(0, 200).forEach(i -> scene.write("l%03d.log".formatted(i), FIRST));
    scene.start().round();
    scene.outlet.settle();
    assertThat(scene.outlet.positions).hasSize(200);
    assertThat(scene.outlet.slices).isEmpty();
    assertThat(scene.quiet().received().lines()).hasSize(400);
  }

  @Test
  void aRotatedLogWhoseFirstFileWasOnlyClaimedIsOneRun() {
    Scene scene = new Scene(folder, "a.log").write("a.log", FIRST).start();
    claimed(scene);
    scene.crash().move("a.log", "a.log.1").write("a.log", NEXT).start().quiet();
    String first = scene.outlet.slices.get(0).slice().generation();
    assertThat(scene.outlet.slices)
        .extracting(arrived -> arrived.slice().origin().follows())
        .containsExactly(null, first);
  }
}
