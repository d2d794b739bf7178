package io.tidemark.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlayerTest {

  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void name() {
    log = folder.resolve("a.log");
  }

  private void play(String recording, int linesPerSecond) throws Exception {
    new DemoLogs.Player(() -> new BufferedReader(new StringReader(recording)), log, linesPerSecond)
        .playOnce();
  }

  @Test
  void aWholeRecordingIsRenamedAndAnOlderOneGoes() throws Exception {
    play("older\n", 1_000_000);
    play("\u2588 one\ntwo\n", 1_000_000);

    assertThat(log).doesNotExist();
    assertThat(folder.resolve("a.log.1")).content().isEqualTo("\u2588 one\ntwo\n");
  }

  @Test
  void aLogCutShortIsContinuedByTheNextProcess() throws Exception {
    Files.writeString(log, "cut\n");
    play("one\n", 1_000_000);

    assertThat(folder.resolve("a.log.1")).content().isEqualTo("cut\none\n");
  }

  @Test
  void linesAreNotWrittenBeforeTheirTime() throws Exception {
    long start = System.nanoTime();
    play("one\ntwo\nthree\n", 20);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(99));
  }

  @Test
  void anInterruptEndsTheLogAtALineEnd() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> play("one\ntwo\n", 1)).isInstanceOf(InterruptedException.class);
    assertThat(log).content().isIn("", "one\n");
  }
}
