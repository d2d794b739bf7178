package io.tidemark.sink.push;

import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.log.RunId;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RemoteWritePushTest {

  private static final String SCRAPE = "text/plain; version=0.0.4";
  private static final String ADDED = "instance=\"box-9:9464\",job=\"tidemark\"";
  private static final long STALE = 0x7ff0000000000002L;
  private static final long NEXT_MILLIS = NEW_YEAR_MILLIS + 15_000;

  private final List<WrittenRequest> received = new CopyOnWriteArrayList<>();
  private final List<Integer> refusals = new CopyOnWriteArrayList<>();
  private final BoardBuilder board = Made.board();
  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    // Else the JDK's server waits for an acknowledgement between an answer's head and body.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/write", this::take);
    server.start();
    Clock clock = Clock.fixed(Instant.ofEpochMilli(NEW_YEAR_MILLIS), ZoneOffset.UTC);
    meters
        .getPrometheusRegistry()
        .register(
            new BoardCollector(board::snapshot, clock, 0, "1.2.3", 100, "", now -> now.ready()));
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    int status = refusals.isEmpty() ? 204 : refusals.remove(0);
    if (status == 204) {
      received.add(WrittenRequest.of(body));
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private RemoteWritePush to(Duration patience) {
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/write";
    return new RemoteWritePush(
        Endpoint.of("--remote-write", url, Map.of()), patience, "box-9:9464", meters);
  }

  private boolean push(RemoteWritePush push, long millis) {
    return push.push(meters.getPrometheusRegistry().scrape(), millis);
  }

  private double samples(String outcome) {
    return meters
        .get("tidemark.remote.write.samples")
        .tag("outcome", outcome)
        .functionCounter()
        .count();
  }

  private Map<String, Long> sent() {
    return received.stream()
        .flatMap(request -> request.samples().entrySet().stream())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** A series as Prometheus stores it: job and instance are among its sorted labels. */
  private static String stored(String scraped) {
    int begin = scraped.indexOf('{');
    if (begin < 0) {
      return scraped + "{" + ADDED + "}";
    }
    String labels = scraped.substring(begin + 1, scraped.length() - 1);
    return Stream.concat(
            Arrays.stream(ADDED.split(",")), Arrays.stream(labels.split(",(?=\\w+=\")")))
        .sorted()
        .collect(Collectors.joining(",", scraped.substring(0, begin) + "{", "}"));
  }

  @Test
  void everySeriesOfTheScrapeArrivesWithItsValueUnderJobAndInstance() {
    board.applyRun(new RunId("a \"quoted\\\n log ü", 1), Made.status("g7", 1, null));
    Timer.builder("a.pause").tag("gc", "serial").register(meters).record(Duration.ofSeconds(3));
    Gauge.builder("not.known", () -> Double.NaN).register(meters);
    RemoteWritePush push = to(Duration.ZERO);
    Map<String, Double> scraped = new TreeMap<>();
    WrittenRequest.series(meters.scrape(SCRAPE))
        .forEach((series, value) -> scraped.put(stored(series), value));

    assertThat(push(push, NEW_YEAR_MILLIS)).isTrue();

    Map<String, Double> values = new TreeMap<>();
    sent().forEach((series, bits) -> values.put(series, Double.longBitsToDouble(bits)));
    assertThat(values).isEqualTo(scraped).hasSizeGreaterThan(150);
    assertThat(values)
        .containsKey(
            "tidemark_memory_used_bytes{device=\"0\",host=\"box-1\","
                + ADDED
                + ",memory=\"DRAM\",run=\"june.log#1\"}");
    assertThat(received)
        .allSatisfy(request -> assertThat(request.millis()).containsOnly(NEW_YEAR_MILLIS));
    assertThat(samples("sent")).isEqualTo(scraped.size());
    assertThat(samples("dropped") + samples("missed") + samples("repeated")).isZero();
  }

  @Test
  void aSeriesThatLeavesTheScrapeGetsOneStaleMarker() {
    Gauge leaving = Gauge.builder("leaving", () -> 7).register(meters);
    RemoteWritePush push = to(Duration.ZERO);
    push(push, NEW_YEAR_MILLIS);
    meters.remove(leaving);
    String series = "leaving{" + ADDED + "}";
    assertThat(sent()).containsEntry(series, Double.doubleToRawLongBits(7));
    assertThat(sent()).doesNotContainValue(STALE);

    received.clear();
    push(push, NEXT_MILLIS);
    assertThat(sent()).containsEntry(series, STALE);
    assertThat(sent().values()).containsOnlyOnce(STALE);

    received.clear();
    push(push, NEXT_MILLIS + 15_000);
    assertThat(sent()).doesNotContainKey(series).hasSizeGreaterThan(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {503, 401})
  void aReceiverThatIsAwayMissesAScrapeAndGetsTheNext(int code) {
    Gauge leaving = Gauge.builder("leaving", () -> 7).register(meters);
    RemoteWritePush push = to(Duration.ZERO);
    push(push, NEW_YEAR_MILLIS);
    int all = received.get(0).samples().size();
    meters.remove(leaving);
    received.clear();
    refusals.add(code);

    assertThat(push(push, NEXT_MILLIS)).isFalse();

    assertThat(received).isEmpty();
    assertThat(samples("missed")).isEqualTo(all);

    assertThat(push(push, NEXT_MILLIS + 15_000)).isTrue();
    assertThat(received.get(0).millis()).containsOnly(NEXT_MILLIS + 15_000);
    // The marker was not taken with the missed scrape.
    assertThat(sent()).containsEntry("leaving{" + ADDED + "}", STALE).hasSize(all);
    assertThat(samples("sent")).isEqualTo(2 * all);
    assertThat(samples("repeated") + samples("dropped")).isZero();
  }

  @Test
  void aScrapeIsSentAgainWhileTheReceiverIsAwayForAMoment() {
    RemoteWritePush push = to(Duration.ofMinutes(1));
    refusals.addAll(List.of(503, 429));

    assertThat(push(push, NEW_YEAR_MILLIS)).isTrue();

    int all = received.get(0).samples().size();
    assertThat(samples("repeated")).isEqualTo(2 * all);
    assertThat(samples("sent")).isEqualTo(all);
    assertThat(samples("missed")).isZero();
  }

  @Test
  void aSampleThatTheReceiverRefusesIsDroppedAndTheOthersArrive() {
    RemoteWritePush push = to(Duration.ZERO);
    int all = new TreeSet<>(WrittenRequest.series(meters.scrape(SCRAPE)).keySet()).size();
    // The whole, its halves and so on down to the first sample; then everything is accepted.
    for (int left = all; left > 1; left = (left + 1) / 2) {
      refusals.add(400);
    }
    refusals.add(400);

    assertThat(push(push, NEW_YEAR_MILLIS)).isTrue();

    assertThat(samples("dropped")).isEqualTo(1);
    assertThat(samples("sent")).isEqualTo(all - 1.0);
    assertThat(sent()).hasSize(all - 1);
    assertThat(samples("missed")).isZero();
  }
}
