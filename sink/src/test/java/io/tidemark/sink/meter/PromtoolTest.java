package io.tidemark.sink.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.read.Clients;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PromtoolTest {

  private static final RunId HOSTILE =
      new RunId("x\"} 1\r\n# HELP \\evil\\ \u001b[2J\u2028\ud800<img src=x onerror=alert(1)>", 1);

  @TempDir private Path folder;

  @Test
  void promtoolHasNothingToSayAboutTheScrape() throws IOException, InterruptedException {
    assumeTrue(onPath("promtool"), "promtool is not on the PATH (Debian package prometheus)");
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Consumer<byte[], byte[]> consumer =
        Clients.consumer(Map.of("bootstrap.servers", "127.0.0.1:1"));
    try (consumer;
        ProcessMeters process = ProcessMeters.of(meters, consumer)) {
      BoardBuilder board = Made.board();
      board.applyRun(HOSTILE, Made.status("g7", 1, null));
      board.applyUsage(new MemoryKey(HOSTILE, "0", HOSTILE.source()), Made.usage(1, 1, 1), 0);
      meters
          .getPrometheusRegistry()
          .register(
              new BoardCollector(
                  () -> board.snapshot(),
                  Clock.systemUTC(),
                  0,
                  "1.2.3",
                  BoardCollector.MOST_RUNS,
                  "",
                  now -> now.ready()));

      assertThat(process).isNotNull();
      assertThat(complaints(meters.scrape("text/plain"))).isEmpty();
    }
  }

  private String complaints(String scrape) throws IOException, InterruptedException {
    Path said = folder.resolve("said.txt");
    Process promtool =
        new ProcessBuilder("promtool", "check", "metrics")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try (OutputStream in = promtool.getOutputStream()) {
      in.write(scrape.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(promtool.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return "exit %d %s"
        .formatted(promtool.exitValue(), Files.readString(said))
        .replace("exit 0 ", "");
  }

  private static boolean onPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
