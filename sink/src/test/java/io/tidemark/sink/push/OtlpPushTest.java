package io.tidemark.sink.push;

import static io.tidemark.sink.Made.MIB;
import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.meter.BoardCollector;
import io.tidemark.sink.receiver.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class OtlpPushTest {

  private static final String SCRAPE = "text/plain; version=0.0.4";

  private final List<OtlpPoints> received = new CopyOnWriteArrayList<>();
  private final BoardBuilder board = Made.board();
  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private int status = 200;
  private byte[] answer = {};
  private HttpServer server;
  private OtlpPush push;

  @BeforeEach
  void listen() throws IOException {
    // Else the JDK's server waits for an acknowledgement between an answer's head and body.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/metrics", this::take);
    server.start();
    Clock clock = Clock.fixed(Instant.ofEpochMilli(NEW_YEAR_MILLIS), ZoneOffset.UTC);
    meters
        .getPrometheusRegistry()
        .register(
            new BoardCollector(board::snapshot, clock, 0, "1.2.3", 100, "", now -> now.ready()));
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/metrics";
    push =
        new OtlpPush(
            Endpoint.of("--otlp", url, Map.of("X-Scope-OrgID", () -> "lab")), "box-9:9464", meters);
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    assertThat(exchange.getRequestHeaders().getFirst("Content-Type"))
        .isEqualTo("application/x-protobuf");
    assertThat(exchange.getRequestHeaders().getFirst("X-Scope-OrgID")).isEqualTo("lab");
    received.add(OtlpPoints.of(exchange.getRequestBody().readAllBytes()));
    exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private Map<String, Double> exported() {
    return received.stream()
        .flatMap(request -> request.series().entrySet().stream())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private boolean push() throws IOException {
    return push.push(meters.getPrometheusRegistry().scrape(), NEW_YEAR_MILLIS);
  }

  private double points(String outcome) {
    return meters.get("tidemark.otlp.points").tag("outcome", outcome).counter().count();
  }

  @Test
  void everySeriesOfTheScrapeIsExportedWithItsValue() throws IOException {
    board.applyRun(new RunId("a \"quoted\\\n log ü", 1), Made.status("g7", 1, null));
    Timer.builder("a.pause").tag("gc", "serial").register(meters).record(Duration.ofSeconds(3));
    Gauge.builder("not.known", () -> Double.NaN).register(meters);
    String scrape = meters.scrape(SCRAPE);

    assertThat(push()).isTrue();

    Map<String, Double> exported = exported();
    exported.keySet().removeIf(name -> name.startsWith("hw."));
    assertThat(new TreeMap<>(exported))
        .isEqualTo(WrittenRequest.series(scrape))
        .hasSizeGreaterThan(150);
    assertThat(points("sent")).isEqualTo(exported().size() - 1.0); // a summary is one point
    assertThat(received)
        .allSatisfy(
            request ->
                assertThat(request.resource())
                    .containsEntry("service.name", "tidemark")
                    .containsEntry("service.instance.id", "box-9:9464")
                    .containsEntry("host.name", "box-9"))
        .allSatisfy(
            request -> assertThat(request.nanos()).containsOnly(NEW_YEAR_MILLIS * 1_000_000));
  }

  @ParameterizedTest
  @CsvSource({
    "tidemark_memory_used_bytes, gauge, By",
    "tidemark_memory_fragmentation_ratio, gauge, 1",
    "tidemark_run_start_timestamp_seconds, gauge, s",
    "tidemark_lines_total, rising sum,",
    "tidemark_run_info, sum,",
    "a_pause_seconds, summary,",
    "hw.gpu.memory.usage, sum, By",
    "hw.gpu.memory.limit, sum, By",
  })
  void aMeterHasTheKindAndTheUnitOfOpenTelemetry(String name, String kind, String unit)
      throws IOException {
    Timer.builder("a.pause").register(meters).record(Duration.ofSeconds(3));
    push();

    assertThat(received.get(0).kinds()).containsEntry(name, kind);
    assertThat(received.get(0).units()).containsEntry(name, unit == null ? "" : unit);
  }

  @Test
  void theMemoriesOfADeviceHaveOpenTelemetrysNamesWhileTheirRunIsOpen() throws IOException {
    RunId ended = new RunId("ended.log", 1);
    board.applyRun(ended, Made.status("g9", 1, NEW_YEAR_MILLIS));
    board.applyUsage(new MemoryKey(ended, "0", "DRAM"), Made.usage(1, 1, 1), NEW_YEAR_MILLIS);
    board.applyUsage(new MemoryKey(Made.RUN, "0", "HOST"), Made.usage(1, 1, 1), NEW_YEAR_MILLIS);

    push();

    Map<String, Double> hardware = exported();
    hardware.keySet().removeIf(name -> !name.startsWith("hw."));
    String labels = "{device=\"0\",host=\"box-1\",hw.id=\"0\",memory=\"%s\",run=\"june.log#1\"}";
    assertThat(hardware)
        .containsOnly(
            Map.entry("hw.gpu.memory.usage" + labels.formatted("DRAM"), 600.0 * MIB),
            Map.entry("hw.gpu.memory.limit" + labels.formatted("DRAM"), 1024.0 * MIB),
            Map.entry("hw.gpu.memory.usage" + labels.formatted("L1"), 10.0 * MIB),
            Map.entry("hw.gpu.memory.limit" + labels.formatted("L1"), 1024.0 * MIB));
  }

  @Test
  void pointsThatTheReceiverRejectsAreCounted() throws IOException {
    status = 400;
    answer = "no such metric".getBytes(UTF_8);

    assertThat(push()).isTrue();

    assertThat(points("rejected")).isEqualTo(received.get(0).series().size());
    assertThat(points("sent") + points("missed")).isZero();
  }

  /** {@code partial_success { rejected_data_points: 130, error_message: "late" }}. */
  @Test
  void pointsOfAnAcceptedRequestMayBeRejected() throws IOException {
    answer = HexFormat.of().parseHex("0a09088201" + "12046c617465");

    push();

    assertThat(points("rejected")).isEqualTo(130);
    assertThat(points("sent")).isEqualTo(received.get(0).series().size() - 130);
  }

  @ParameterizedTest
  @CsvSource({"503", "429", "404"})
  void aReceiverThatIsNotReadyMissesAPush(int code) throws IOException {
    status = code;
    assertThat(push()).isFalse();
    assertThat(points("missed")).isEqualTo(received.get(0).series().size());

    status = 200;
    assertThat(push()).isTrue();
    assertThat(points("sent")).isEqualTo(received.get(1).series().size());
  }

  @Test
  void aReceiverThatIsAbsentMissesAPush() throws IOException {
    server.stop(0);

    assertThat(push()).isFalse();

    assertThat(points("missed")).isGreaterThan(100);
    assertThat(points("sent") + points("rejected")).isZero();
  }
}
