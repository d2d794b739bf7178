package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.AllInOneConfig;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.model.Samples;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests ranges of snapshots from a real broker: finding the run's partition and reading its events.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SnapshotRangeIT {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");
  private static final String DRAM =
      "/api/v1/snapshots?run=tenstorrent.log%231&device=0&memory=DRAM";

  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir Path data;

  private JsonNode get(AllInOne parts, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(parts.address() + path))
            .timeout(Duration.ofSeconds(60))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return new JsonMapper().readTree(answer.body());
  }

  @Test
  void aRangeOfALiveRunIsReadFromItsEvents() throws Exception {
    AllInOneConfig options =
        new AllInOneConfig(
            new IngestConfig(Map.of(), List.of(LOG.toString()), IngestConfig.From.START, true),
            data,
            0,
            Settings.DEFAULT);
    try (AllInOne parts = new AllInOne(options);
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream())) {
      new Watch(parts, nowhere, new CountDownLatch(1)).once(false);

      // The board is ahead of the events by one commit.
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !get(parts, DRAM + "&most=5").has("partial"));

      JsonNode single = get(parts, DRAM + "&from=60&until=62");
      JsonNode buckets = get(parts, DRAM + "&most=5");

      assertThat(single.at("/rows/0/usedBytes").asLong()).isEqualTo(12_696_271_452L);
      assertThat(single.get("rows")).hasSize(2);
      assertThat(single.has("partial")).isFalse();
      assertThat(buckets.get("inAll").asInt()).isEqualTo(79);
      assertThat(buckets.at("/mostAt/3").asInt()).isEqualTo(60);
      assertThat(buckets.at("/marks/submission/n").toString()).isEqualTo("[0,39,70]");
      assertThat(buckets.at("/marks/const_eval/n").toString()).isEqualTo("[1,7]");
    }
  }
}
