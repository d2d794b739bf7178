package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Tests an unfinished last line while programs are killed. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class OpenLineIT {

  private static final String FAILURE =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12"
          + " banks, where each bank needs to store 8 B";

  @TempDir Path folder;
  private Apart programs;
  private Path log;
  private int undisturbed;

  @BeforeEach
  void begin() throws Exception {
    programs = new Apart(folder);
    programs.broker(0);
    programs.sink();
    log = Files.createDirectory(folder.resolve("logs")).resolve("train.log");
  }

  @AfterEach
  void end() {
    programs.close();
  }

  private void append(String text) throws Exception {
    Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Waits for the state as if the log had been written at once, with no line counted twice. */
  private void awaitUndisturbedState() {
    Path data = folder.resolve("undisturbed-" + undisturbed++);
    Here watch = Here.run("watch", "--once", "--json", "--data", data, log);
    assertThat(watch.exit()).describedAs(watch.complained()).isZero();
    programs.awaitState(watch.printed());
  }

  @Test
  void killsBeforeAndAfterItGrowsLeaveEachLineCountedOnce() throws Exception {
    Program streams = programs.streams("one");
    Program ingest = programs.ingest(log.getParent());
    append("start\n" + FAILURE);
    awaitUndisturbedState();
    assertThat(programs.body("/api/v1/state")).contains("OutOfMemory");

    ingest.kill();
    ingest = programs.ingest(log.getParent());
    awaitUndisturbedState();

    streams.kill();
    append(" 5 B");
    streams = programs.streams("one");
    awaitUndisturbedState();

    ingest.kill();
    streams.kill();
    append(" in all\nend\n");
    programs.ingest(log.getParent());
    programs.streams("one");
    awaitUndisturbedState();
    assertThat(programs.counted()).isEqualTo(3);
    assertThat(programs.gaps()).isZero();
  }
}
