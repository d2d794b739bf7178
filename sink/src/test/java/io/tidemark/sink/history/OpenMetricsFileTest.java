package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.SeriesKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenMetricsFileTest {

  private static final int RUNS = 40;
  private static final int SAMPLES = 389;

  @TempDir Path folder;

  private static Series used(String run) {
    return Series.of(new SeriesKey(BoardMeter.USED, List.of(run, "", "0", "DRAM")));
  }

  private static Series began(String run) {
    return Series.of(new SeriesKey(BoardMeter.RUN_START, List.of(run, "")));
  }

  /** One series covers the whole time, the others are short. */
  private String written(int mostHeld) throws Exception {
    Path path = folder.resolve(mostHeld + ".txt");
    try (OpenMetricsFile file = new OpenMetricsFile(path, mostHeld)) {
      for (int i = 0; i < SAMPLES; i++) {
        file.write(used("long"), i, i);
        if (i < RUNS) {
          file.write(began("run " + i), i, i);
          file.write(used("run " + i), i, 0.5);
        }
      }
      file.finish();
    }
    return Files.readString(path);
  }

  @Test
  void moreSamplesThanAreHeldAreTheSameFile() throws Exception {
    String held = written(1_000_000);
    assertThat(written(70)).isEqualTo(held);
    assertThat(held.lines().filter(line -> line.contains("run=\"long\""))).hasSize(SAMPLES);
    assertThat(held.lines().filter(line -> line.startsWith("# TYPE"))).hasSize(2);
    assertThat(held).endsWith("\n# EOF\n");
    try (var left = Files.list(folder)) {
      assertThat(left).hasSize(2);
    }
  }

  /** A rename over a device would take it from every other program. */
  @Test
  void aPipeIsWrittenAndNotReplaced() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "no mkfifo");
    assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process reader = new ProcessBuilder("/bin/cat", pipe.toString()).start();
    try (OpenMetricsFile file = new OpenMetricsFile(pipe)) {
      file.write(began("run"), 1, 1);
      file.finish();
      assertThat(new String(reader.getInputStream().readAllBytes(), UTF_8))
          .endsWith("} 1 0.001\n# EOF\n");
    } finally {
      reader.destroyForcibly();
    }
    assertThat(OpenMetricsFile.isOpened(pipe)).isTrue();
  }

  @Test
  void whatIsWithdrawnIsNotInTheFile() throws Exception {
    Path path = folder.resolve("file.txt");
    try (OpenMetricsFile file = new OpenMetricsFile(path, 2)) {
      for (String log : List.of("a", "broken", "c")) {
        file.begin();
        for (int run = 1; run <= 3; run++) {
          file.write(used(log + "#" + run), run, run);
        }
        if (log.equals("broken")) {
          file.discard();
        }
      }
      file.finish();
    }
    assertThat(Files.readString(path))
        .contains("run=\"a#1\"", "run=\"a#3\"", "run=\"c#1\"", "run=\"c#3\"")
        .doesNotContain("broken");
  }

  @Test
  void whatIsWithdrawnTakesNoOtherLogsSamplesOfTheSameSeriesAlong() throws Exception {
    Path path = folder.resolve("file.txt");
    try (OpenMetricsFile file = new OpenMetricsFile(path, 100)) {
      for (int log = 1; log <= 3; log++) {
        file.begin();
        file.write(used("shared"), log, 100 + log);
        if (log == 2) {
          file.discard();
        }
      }
      file.finish();
    }
    assertThat(Files.readString(path).lines().filter(line -> line.contains("shared")))
        .satisfiesExactly(
            first -> assertThat(first).contains(" 101"), last -> assertThat(last).contains(" 103"));
  }
}
