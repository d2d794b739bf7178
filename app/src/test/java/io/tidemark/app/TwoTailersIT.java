package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two tailers on one folder: one follows, the other waits until it is gone. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TwoTailersIT {

  private static final Path TEXT = Samples.root().resolve("examples/tenstorrent.log");

  @TempDir Path folder;
  private Apart programs = new Apart(Path.of(""));
  private Path log = Path.of("");

  @BeforeEach
  void begin() throws Exception {
    programs = new Apart(folder);
    programs.broker(0);
    programs.streams("one");
    programs.sink();
    log = Files.createDirectory(folder.resolve("logs")).resolve("train.log");
    Files.copy(TEXT, log);
  }

  @AfterEach
  void end() {
    programs.close();
  }

  private void awaitCounted(int texts) throws Exception {
    long want = texts * (long) Program.lines(TEXT);
    programs.awaitCounted(want);
    assertThat(programs.counted()).isEqualTo(want);
  }

  private void append() throws Exception {
    Files.write(
        log, Files.readAllBytes(TEXT), StandardOpenOption.APPEND, StandardOpenOption.CREATE);
  }

  @Test
  void oneThatStoodStillOverARotationEndsAndEachLineIsCountedOnce() throws Exception {
    Program first = programs.ingest(log.getParent());
    awaitCounted(1);
    Program second = programs.ingest(log.getParent());
    await()
        .atMost(Apart.PATIENCE)
        .until(() -> second.complained().contains("train.log: followed by "));

    first.signal("STOP");
    append();
    Files.move(log, log.resolveSibling("train.log.1"));
    append();
    awaitCounted(3);
    first.signal("CONT");

    assertThat(first.exit()).isEqualTo(1);
    assertThat(first.complained())
        .containsPattern(
            "tidemark: \\S*train\\.log: \\S+, process \\d+ follows it now; this tailer stood still for \\d+ s\n");
    append();
    awaitCounted(4);
    assertThat(second.alive()).isTrue();
  }

  @Test
  void oneThatIsKilledLeavesItsLogsToTheNextOnItsMachine() throws Exception {
    Program first = programs.ingest(log.getParent());
    awaitCounted(1);

    first.kill();
    append();
    Program second = programs.ingest(log.getParent());

    awaitCounted(2);
    assertThat(second.complained()).doesNotContain("followed by");
  }
}
