package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.ingest.generation.LineCounts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tailers over logs whose every read fails. */
class UnreadableLogTest {

  /** Its size is 0, and every read of it fails with EIO. */
  private static final Path UNREADABLE = Path.of("/proc/self/mem");

  private static final long PATIENCE = RotationPolicy.DEFAULT.unreadable().toMillis();

  @TempDir Path folder;

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
    assertThat(scene.tailer().counts().lost(LineCounts.Reason.UNREADABLE)).isOne();
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
    assertThat(scene.tailer().counts().lost(LineCounts.Reason.UNREADABLE)).isOne();
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
    assertThat(scene.tailer().counts().lost(LineCounts.Reason.UNREADABLE)).isOne();
  }
}
