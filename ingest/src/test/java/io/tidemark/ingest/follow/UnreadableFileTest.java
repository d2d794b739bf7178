package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Position;
import io.tidemark.model.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and pipes whose every read fails, though they are open. */
class UnreadableFileTest {

  /** Its size is 0, and every read of it fails with EIO. */
  private static final Path UNREADABLE = Path.of("/proc/self/mem");

  private static final long PATIENCE = RotationPolicy.DEFAULT.unreadable().toMillis();

  @TempDir Path folder;

  private final MemoryOutlet outlet = MemoryOutlet.prompt();
  private final LineCounts counts = new LineCounts();
  private final Losses losses = new Losses();
  private final Expiry expiry = new Expiry(RotationPolicy.DEFAULT, losses);
  private final Source source = new Source("a.log", Path.of("/logs/a.log"));
  private long millis;

  private Round round(long passed) {
    millis += passed;
    return new Round(millis, millis, false, new byte[8192], outlet);
  }

  private void pass(int rounds, long millisEach) {
    for (int i = 0; i < rounds; i++) {
      outlet.settle();
      Round round = round(millisEach);
      source.poll(round);
      expiry.expire(source, round);
    }
  }

  private Generation generation(int number, ByteSource file) {
    GenerationName name = GenerationName.next(source, number);
    return Generation.of(name, file, ReadPosition.START, new ContentPrints(), counts);
  }

  @Test
  void theRestOfARenamedFileThatCannotBeReadIsAGapAndTheNextGenerationGoesOn() {
    source.add(generation(1, new FailingFile("one\ntwo\nthree\n", 8)), round(0));
    source.add(generation(2, new FailingFile("next\n", 5)), round(0));
    pass(20, 20);
    assertThat(outlet.slices)
        .extracting(arrived -> text(arrived.slice()))
        .containsExactly("one\ntwo\n");

    pass(20, PATIENCE / 10);

    assertThat(outlet.slices)
        .extracting(arrived -> text(arrived.slice()))
        .containsExactly("one\ntwo\n", "", "next\n");
    Slice gap = outlet.slices.get(1).slice();
    assertThat(gap.isLost()).isTrue();
    assertThat(gap.offset()).isEqualTo(8);
    assertThat(gap.length()).isEqualTo(6);
    assertThat(losses.generations(Losses.Reason.UNREADABLE)).isOne();
    assertThat(losses.bytes()).isEqualTo(6);
    assertThat(outlet.positions.values())
        .filteredOn(Position::ended)
        .singleElement()
        .matches(end -> end.offset() == 14 && end.marker().startsWith("unread6:"));
  }

  private static String text(Slice slice) {
    return new String(slice.bytes(), UTF_8);
  }

  @Test
  void aLiveFileThatCannotBeReadIsTriedForEverAndReadOnWhenItCan() {
    FailingFile file = new FailingFile("one\ntwo\n", 4);
    source.add(generation(1, file), round(0));
    pass(20, PATIENCE);
    assertThat(losses.generations(Losses.Reason.UNREADABLE)).isZero();
    assertThat(source.generations()).allMatch(generation -> generation.failures().any());

    file.heal();
    pass(20, 20);

    assertThat(outlet.slices)
        .extracting(arrived -> text(arrived.slice()))
        .containsExactly("one\n", "two\n");
    assertThat(source.generations()).noneMatch(generation -> generation.failures().any());
  }

  @Test
  void aFileThatFailsForAMomentLosesNothing() {
    FailingFile file = new FailingFile("one\ntwo\n", 4);
    source.add(generation(1, file), round(0));
    source.add(generation(2, new FailingFile("next\n", 5)), round(0));
    pass(20, 20);
    file.heal();
    pass(20, PATIENCE);
    assertThat(outlet.slices)
        .extracting(arrived -> text(arrived.slice()))
        .containsExactly("one\n", "two\n", "next\n");
    assertThat(losses.bytes()).isZero();
  }

  @Test
  void aRenamedFileThatCannotBeReadHidesNotTheLogThatCameAfterIt() throws IOException {
    Scene scene = onUnreadable(new Scene(folder, "a.log")).start();
    for (int i = 0; i < 50; i++) {
      scene.round();
    }
    assertThat(scene.tailer().obstacles().unreadable()).isOne();
    scene.delete("a.log");
    scene.write("a.log", "one\n");
    for (int i = 0; i < 50; i++) {
      scene.round();
    }
    scene.pass(PATIENCE);
    assertThat(scene.quiet().received().lines("a.log")).containsExactly("one");
    assertThat(scene.tailer().losses().generations(Losses.Reason.UNREADABLE)).isOne();
    assertThat(scene.tailer().obstacles().unreadable()).isZero();
  }

  @Test
  void aSingleReadUpEndsThoughAFileCannotBeRead() throws IOException {
    Scene scene = onUnreadable(new Scene(folder, "a.log", "b.log").once()).write("b.log", "one\n");
    scene.start();
    for (int i = 0; i < 50; i++) {
      scene.round();
    }
    assertThat(scene.tailer().drained()).isFalse();
    scene.pass(PATIENCE);
    assertThat(scene.quiet().received().lines()).containsExactly("one");
    assertThat(scene.tailer().losses().generations(Losses.Reason.UNREADABLE)).isOne();
  }

  private Scene onUnreadable(Scene scene) throws IOException {
    assumeTrue(Files.isReadable(UNREADABLE), "no " + UNREADABLE + " on this system");
    Files.createSymbolicLink(folder.resolve("a.log"), UNREADABLE);
    return scene;
  }

  @Test
  void aPipeThatFailsEndsAfterAllThatCameAndItsRestIsAGap() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("broken pipe");
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            throw new IOException("broken pipe");
          }
        };
    InputStream text = new ByteArrayInputStream("one\ntwo".getBytes(UTF_8));
    Scene scene =
        new Scene(folder, "-").once().stdin(new SequenceInputStream(text, broken)).start();
    for (int i = 0; i < 1_000_000 && !scene.tailer().drained(); i++) {
      scene.round();
    }
    assertThat(scene.tailer().drained()).isTrue();
    assertThat(scene.received().lines("stdin")).startsWith("one", "two");
    assertThat(scene.outlet.slices).last().matches(arrived -> arrived.slice().isLost());
    assertThat(scene.tailer().losses().generations(Losses.Reason.UNREADABLE)).isOne();
  }
}
