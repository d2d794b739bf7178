package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.AllInOneConfig;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.ingest.own.ProcessSpace;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the scrape of a followed log. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ScrapeIT {

  private static final String LOG = "ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log";
  private static final String MEMORY =
      "{device=\"0\",host=\"%s\",memory=\"DRAM\",run=\"%s#1\"}".formatted(ProcessSpace.host(), LOG);

  @TempDir Path data;

  private static String text(int port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static Map<String, Double> scrape(int port) throws Exception {
    return text(port)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.lastIndexOf(' ')),
                line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
  }

  private static String name(String series) {
    return series.replaceFirst("\\{.*", "");
  }

  /** Lines read = lines shipped = sum of their outcomes = lines in the file. */
  private static void linesAddUp(Map<String, Double> scraped) throws IOException {
    // Counts as wc -l does: a carriage return ends no line.
    long ends = 0;
    for (byte one : Files.readAllBytes(Samples.path("tenstorrent/" + LOG))) {
      ends += one == '\n' ? 1 : 0;
    }
    double inTheFile = ends;
    double outcomes =
        Stream.of("fact", "ignored", "quoted", "rejected", "duplicate")
            .mapToDouble(one -> scraped.get("tidemark_lines_total{outcome=\"" + one + "\"}"))
            .sum();
    assertThat(outcomes).isEqualTo(inTheFile);
    assertThat(scraped.get("tidemark_lines_read_total")).isEqualTo(inTheFile);
    assertThat(scraped.get("tidemark_lines_shipped_total")).isEqualTo(inTheFile);
    String source = "{source=\"%s\"}".formatted(LOG);
    double size = Files.size(Samples.path("tenstorrent/" + LOG));
    assertThat(scraped)
        .containsEntry("tidemark_file_size_bytes" + source, size)
        .containsEntry("tidemark_file_offset_bytes" + source, size);
  }

  /** Bytes over 12 banks, from the megabytes per bank that the log prints. */
  private static double bytes(double mibPerBank) {
    return Math.round(mibPerBank * (1 << 20)) * 12.0;
  }

  private static String op(String metric, String op) {
    return "tidemark_op_memory_" + metric + MEMORY.replace("run=", "op=\"" + op + "\",run=");
  }

  /** The output of Prometheus' linter for a scrape: empty if it finds nothing. */
  private String lint(String scrape) throws Exception {
    Path file = Files.writeString(data.resolve("scrape.txt"), scrape);
    Process promtool;
    try {
      promtool =
          new ProcessBuilder("promtool", "check", "metrics")
              .redirectInput(file.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      return abort("no promtool on this machine: " + e.getMessage());
    }
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(promtool.waitFor()).describedAs(said).isZero();
    return said;
  }

  @Test
  void theFiguresOfTheLogAreServedInBytes() throws Exception {
    AllInOneConfig options =
        new AllInOneConfig(
            new IngestConfig(
                Map.of(),
                List.of(Samples.path("tenstorrent/" + LOG).toString()),
                IngestConfig.From.START,
                false),
            data,
            0,
            Settings.DEFAULT);
    try (AllInOne parts = new AllInOne(options)) {
      await().atMost(1, TimeUnit.MINUTES).until(() -> parts.lacks().isEmpty());
      Map<String, Double> scraped = scrape(parts.sink().port());
      assertThat(lint(text(parts.sink().port()))).isEmpty();
      assertThat(scraped.keySet().stream().map(ScrapeIT::name))
          .contains(
              "tidemark_lines_read_total",
              "tidemark_lines_shipped_total",
              "tidemark_file_offset_bytes",
              "tidemark_file_size_bytes",
              "tidemark_streams_running",
              "tidemark_streams_threads_replaced_total",
              "kafka_consumer_fetch_manager_records_lag_max",
              "jvm_memory_used_bytes",
              "process_cpu_usage");
      assertThat(scraped)
          .containsKeys(
              "tidemark_event_lag_seconds{stage=\"ship\"}",
              "tidemark_event_lag_seconds{stage=\"track\"}",
              "tidemark_event_lag_seconds{stage=\"show\"}");
      linesAddUp(scraped);
      // The exact figure of the out-of-memory line, per bank.
      assertThat(scraped.get("tidemark_run_memory_peak_bytes" + MEMORY))
          .isEqualTo(1_060_793_184.0 * 12);
      assertThat(scraped.get(op("growth_bytes_total", "(between submissions)")))
          .isCloseTo(bytes(979.328), within(12.0));
      assertThat(scraped.get(op("growth_bytes_total", "NamedFullOp")))
          .isCloseTo(bytes(15.105), within(12_000.0));
      assertThat(scraped.get(op("peak_bytes", "ToLayoutOp"))).isEqualTo(bytes(1007.232));
      assertThat(scraped)
          .containsEntry(
              "tidemark_out_of_memory_total"
                  + MEMORY.replace("device=\"0\",", "device=\"0\",diagnosis=\"fragmented\","),
              1.0);
    }
  }
}
