package io.tidemark.app.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.AllInOneConfig;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests files that are put complete into a watched folder. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PlanFileIT {

  private static final Duration ON_THE_BOARD = Duration.ofSeconds(10);
  private static final String NAME = "memory_allocation_beer.json";

  @TempDir Path folder;
  private Path logs;
  private AllInOne parts;

  @BeforeEach
  void watch() throws Exception {
    logs = Files.createDirectory(folder.resolve("logs"));
    // Its lines show that the pipeline works before any file is timed.
    Files.writeString(logs.resolve("first.log"), "nothing of ours\n");
    parts =
        new AllInOne(
            new AllInOneConfig(
                new IngestConfig(
                    Map.of(), List.of(logs.toString()), IngestConfig.From.START, false),
                folder.resolve("data"),
                0,
                Settings.DEFAULT));
    awaitWithin(Duration.ofMinutes(1), () -> run("first.log#1").has("lines"));
  }

  @AfterEach
  void close() throws IOException {
    parts.close();
  }

  private static void awaitWithin(Duration most, Callable<Boolean> holds) {
    await().atMost(most).pollInterval(Duration.ofMillis(100)).until(holds);
  }

  private JsonNode run(String id) throws Exception {
    URI address =
        URI.create(
            "http://127.0.0.1:%d/api/v1/run?run=%s"
                .formatted(parts.sink().port(), id.replace("#", "%23")));
    return Json.MAPPER.readTree(
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
            .body());
  }

  private long peak(String id) throws Exception {
    JsonNode plans = run(id).path("plans");
    return plans.isEmpty() ? 0 : plans.get(0).get("peakBytes").asLong();
  }

  /** A plan without a line end, as written by {@code printf %s}. */
  private static String plan() {
    return new String(Samples.bytes("zant/beer.json"), UTF_8).stripTrailing();
  }

  @Test
  void aPlanWithoutALineEndIsOnTheBoardWithinTenSecondsAndRewrittenANewRun() throws Exception {
    Path file = Files.writeString(logs.resolve(NAME), plan());
    awaitWithin(ON_THE_BOARD, () -> peak(NAME + "#1") == 221_184);

    // The two largest buffers are those live at the peak.
    Files.writeString(file, plan().replace("110592", "55296"));
    awaitWithin(ON_THE_BOARD, () -> peak(NAME + "#2") == 110_592);
    assertThat(peak(NAME + "#1")).isEqualTo(221_184);
    assertThat(run(NAME + "#1").get("state").asString()).isNotEqualTo("live");
  }

  @Test
  void aFileAtRestIsIdleAtOnceAndBeginsWhenItsLogSays() throws Exception {
    Instant begin = Instant.parse("2026-06-19T09:26:13.108Z");
    Path rest = folder.resolve("at-rest.log");
    Files.writeString(rest, begin + " | nothing of ours\n=== Memory Usage Summary ===\n");
    Files.setLastModifiedTime(rest, FileTime.from(Instant.now().minusSeconds(3 * 3600 + 5)));
    Files.move(rest, logs.resolve("at-rest.log"));

    awaitWithin(ON_THE_BOARD, () -> run("at-rest.log#1").has("lines"));
    JsonNode run = run("at-rest.log#1");
    assertThat(run.get("verdict").asString()).matches("no news for \\d+ d \\d+ h");
    assertThat(run.get("startMillis").asLong()).isEqualTo(begin.toEpochMilli());
    assertThat(run.get("readBytes")).isEqualTo(run.get("fileBytes"));
  }
}
