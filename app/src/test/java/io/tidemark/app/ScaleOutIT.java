package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulated;
import io.tidemark.model.log.LineEnds;
import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests instances of the streams job that start and stop under the load of many logs. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ScaleOutIT {

  private static final int LOGS = 32;
  private static final int LINES = 3_000;
  private static final int PORTIONS = 5;
  private static final long SEED = 11;

  @TempDir Path folder;
  private final List<byte[]> texts = new ArrayList<>();
  private final Random random = new Random(SEED);
  private Apart programs = new Apart(Path.of(""));

  @BeforeEach
  void begin() {
    programs = new Apart(folder);
  }

  @AfterEach
  void end() {
    programs.close();
  }

  @Test
  void threeInstancesKilledAddedAndRemovedComeToTheStateOfAnUndisturbedRun() throws Exception {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    for (int log = 0; log < LOGS; log++) {
      Format format = log % 4 == 3 ? Format.TPU_MLIR : Format.TENSTORRENT;
      texts.add(Simulated.bytes(format, Scenario.STEADY, LINES, log));
    }
    programs.broker(0);
    programs.sink();
    // The portions end within a line; a busy machine may need over a minute for one.
    programs.ingest("--open-line", "1h", logs);
    Program one = programs.streams("one");
    Program two = programs.streams("two");

    append(logs, 0);
    awaitSomeOfPortion(0);
    two.kill();
    published("killed, its share taken over after", () -> awaitPortion(0));

    append(logs, 1);
    Program three = programs.streams("three");
    two = programs.streams("two");
    published("one came, one came back, counted after", () -> awaitPortion(1));

    append(logs, 2);
    awaitSomeOfPortion(2);
    one.kill();
    append(logs, 3);
    awaitSomeOfPortion(3);
    three.stop();
    published("one killed, one stopped, counted after", () -> awaitPortion(3));

    append(logs, 4);
    awaitPortion(4);

    String whole = programs.whole(logs);
    programs.awaitState(whole);
    assertThat(linesOf(whole)).isEqualTo((long) LOGS * LINES);
    assertThat(two.alive()).isTrue();
  }

  private interface Step {
    void run() throws Exception;
  }

  /** Prints a measurement without asserting it. */
  private static void published(String what, Step step) throws Exception {
    long from = System.nanoTime();
    step.run();
    System.out.printf("%s %d ms%n", what, Duration.ofNanos(System.nanoTime() - from).toMillis());
  }

  private void append(Path logs, int portion) throws IOException {
    for (int log = 0; log < LOGS; log++) {
      byte[] text = texts.get(log);
      Files.write(
          logs.resolve("run-%02d.log".formatted(log)),
          Arrays.copyOfRange(text, at(text, portion), at(text, portion + 1)),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  /** The start of a portion, mostly in the middle of a line. */
  private static int at(byte[] text, int portion) {
    return (int) ((long) text.length * portion / PORTIONS);
  }

  /** Waits until a random share of a portion is counted. */
  private void awaitSomeOfPortion(int portion) throws InterruptedException {
    long before = linesUpTo(portion);
    programs.awaitCounted(
        before + (long) (random.nextDouble() * 0.8 * (linesUpTo(portion + 1) - before)));
  }

  private void awaitPortion(int portion) throws InterruptedException {
    programs.awaitCounted(linesUpTo(portion + 1));
  }

  /** The number of whole lines; an unfinished line counts once its end is written. */
  private long linesUpTo(int portion) {
    return texts.stream().mapToLong(text -> LineEnds.count(text, 0, at(text, portion))).sum();
  }

  private static long linesOf(String state) {
    long lines = 0;
    for (JsonNode run : Json.MAPPER.readTree(state).get("runs")) {
      JsonNode counts = run.at("/status/lines");
      lines +=
          counts.get("fact").asLong()
              + counts.get("ignored").asLong()
              + counts.get("quoted").asLong()
              + counts.get("rejected").asLong();
    }
    return lines;
  }
}
