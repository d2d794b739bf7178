package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

/** Tests last lines without a line end: when they are shown, and while programs are killed. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class OpenLineIT {

  private static final String FAILURE =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12"
          + " banks, where each bank needs to store 8 B";

  @TempDir Path folder;
  private Apart programs;
  private Path log;

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
    programs.awaitState(programs.whole(log));
  }

  private static String plan(int size) {
    return """
        [{"name":"a","size":%d,"backing_buffer":{"id":0,"size":%d,"element_type":"u8",\
        "start_borrow":0,"end_borrow":1}}]"""
        .formatted(size, size);
  }

  /** Waits until a plan with this peak is on the board, for no longer than ten seconds. */
  private void awaitPlan(String key, int peakBytes) {
    await()
        .atMost(10, TimeUnit.SECONDS)
        .untilAsserted(
            () ->
                assertThat(programs.state())
                    .contains("\"" + key + "\"")
                    .contains("\"peakBytes\" : " + peakBytes));
  }

  @Test
  void aCrashLogWithoutLineEndAlertsOnceWhateverIsKilled() throws Exception {
    Program streams = programs.streams("one");
    Program ingest = programs.ingest("--open-line", "5s", log.getParent());
    append("start\n");
    programs.awaitCounted(1);
    append(FAILURE);
    await()
        .atMost(60, TimeUnit.SECONDS)
        .untilAsserted(
            () -> assertThat(programs.body("/api/v1/state")).contains("TidemarkOutOfMemory"));
    awaitUndisturbedState();

    ingest.kill();
    streams.kill();
    ingest = programs.ingest("--open-line", "5s", log.getParent());
    programs.streams("one");
    awaitUndisturbedState();

    append(" 5 B");
    programs.awaitCounted(3);
    ingest.kill();
    append(" in all\nend\n");
    programs.ingest("--open-line", "5s", log.getParent());
    programs.awaitCounted(5);
    assertThat(programs.counted()).isEqualTo(5);
    assertThat(programs.gaps()).isZero();
  }

  @Test
  void aPlanWithoutLineEndIsShownAtOnceAndRewrittenInPlaceIsANewRun() throws Exception {
    programs.streams("one");
    programs.ingest(log.getParent());
    append("start\n");
    programs.awaitCounted(1);

    Path file = log.resolveSibling("plan.json");
    Files.writeString(file, plan(1024));
    awaitPlan("plan.json#1", 1024);

    Files.writeString(file, plan(2048));
    awaitPlan("plan.json#2", 2048);
  }
}
