package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.simulate.Simulated;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a kill while the board is ahead of the commits. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KilledAheadIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int KILLS = 4;
  private static final int LINES = 60_000;

  @TempDir Path folder;

  /** The lines counted in the metrics; empty while these are not available. */
  private static OptionalDouble counted(Program watch) throws Exception {
    int port = Program.port(watch.awaitAddress("page and metrics on "));
    return Program.body("http://127.0.0.1:" + port + "/metrics")
        .lines()
        .filter(
            line -> line.matches("tidemark_lines_total\\{outcome=\"(fact|ignored|quoted)\"} .*"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .reduce(Double::sum);
  }

  private Program watch(int start, Path log) throws Exception {
    return Program.start(
        folder.resolve("watch%d.txt".formatted(start)),
        "watch",
        "--port",
        0,
        "--data",
        folder.resolve("data"),
        log);
  }

  @Test
  void noCounterFallsWhenAWatchIsKilledRightAfterItWasScraped() throws Exception {
    Path log = folder.resolve("grown.log");
    double seen = 0;
    Thread writer = Simulated.grow(log, LINES, 1, LINES / 60);
    for (int kill = 0; kill < KILLS; kill++) {
      try (Program watch = watch(kill, log)) {
        await().atMost(PATIENCE).until(() -> counted(watch).isPresent());
        double first = counted(watch).orElseThrow();
        assertThat(first).isGreaterThanOrEqualTo(seen);
        double growing = first;
        await()
            .atMost(PATIENCE)
            .until(() -> counted(watch).orElseThrow() > growing || !writer.isAlive());
        seen = counted(watch).orElseThrow();
        watch.kill();
      }
    }
    writer.join();
    try (Program watch = watch(KILLS, log)) {
      await().atMost(PATIENCE).until(() -> counted(watch).orElse(0) >= LINES);
      assertThat(counted(watch)).hasValue(LINES);
    }
  }
}
