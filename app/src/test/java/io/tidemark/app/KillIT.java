package io.tidemark.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.simulate.Simulated;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the counts when all programs are killed repeatedly while the log grows. */
@Tag("slow")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class KillIT {

  private static final int KILLS = 10;
  private static final int LINES = 150_000;
  private static final int LINES_PER_SECOND = 2_000;

  /** Bytes that the writer writes in about three seconds. */
  private static final int MAX_GROWTH_BYTES = 3 * LINES_PER_SECOND * 150;

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long SEED = 7;

  @TempDir Path folder;

  @Test
  void tenKillsWhileTheLogIsWrittenLoseAndRepeatNothing() throws Exception {
    Path log = folder.resolve("grown.log");
    Random random = new Random(SEED);
    Thread writer = Simulated.grow(log, LINES, SEED, LINES_PER_SECOND);
    for (int kill = 0; kill < KILLS; kill++) {
      Path output = folder.resolve("killed-%d.txt".formatted(kill));
      try (Program watch =
          Program.start(output, "watch", "--port", 0, "--data", folder.resolve("data"), log)) {
        if (kill % 4 > 0) {
          watch.awaitPrinted("page and metrics on");
        }
        // Kills at a random time, from the middle of a start to the middle of the reading.
        long size = Files.size(log) + random.nextInt(MAX_GROWTH_BYTES);
        await().atMost(PATIENCE).until(() -> Files.size(log) >= size || !writer.isAlive());
        watch.kill();
      }
    }
    writer.join();

    String killed = state("data", log);

    assertThat(killed).isEqualTo(state("undisturbed", log));
    assertThat(Files.readString(log, ISO_8859_1).chars().filter(c -> c == '\n').count())
        .isEqualTo(LINES);
    assertThat(summary(log)).contains("%,d lines".formatted(LINES)).doesNotContain("gap");
  }

  private String state(String data, Path log) {
    return once(log, data, "--json");
  }

  private String summary(Path log) {
    return once(log, "data");
  }

  private String once(Path log, String data, String... options) {
    List<Object> arguments = new ArrayList<>(List.of("watch", "--once"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--data", folder.resolve(data), log));
    Here watch = Here.run(arguments.toArray());
    assertThat(watch.exit()).describedAs(watch.complained()).isZero();
    return watch.printed();
  }
}
