package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.SeriesKey;
import io.tidemark.sink.receiver.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** Uses a receiver that rejects a whole request for one of its samples, as Prometheus does. */
class RemoteWriteTest {

  /** A sample: field 2 of a series, 11 to 16 bytes, field 1 the value, field 2 its time. */
  private static final Pattern SAMPLE =
      Pattern.compile("12(?:0[a-f]|10)09([0-9a-f]{16})10((?:[89a-f][0-9a-f])*[0-7][0-9a-f])");

  private final List<NavigableSet<Long>> requests = new CopyOnWriteArrayList<>();
  private final NavigableSet<Long> held = new ConcurrentSkipListSet<>();
  private LongPredicate refused = millis -> false;
  private String words = "";
  private int status = 400;
  private int largest = Integer.MAX_VALUE;
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    // Otherwise the JDK's server waits for an acknowledgement between an answer's head and body.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/write", this::answer);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    NavigableSet<Long> times = times(Snappy.uncompress(exchange.getRequestBody().readAllBytes()));
    requests.add(times);
    boolean large = times.size() > largest;
    boolean bad = large || times.stream().anyMatch(refused::test);
    byte[] body = (bad ? words : "").getBytes(ISO_8859_1);
    if (!bad) {
      held.addAll(times);
    }
    exchange.sendResponseHeaders(
        large ? 413 : bad ? status : 200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** The value of each sample is its time, so that samples cannot be confused. */
  private static NavigableSet<Long> times(byte[] request) {
    NavigableSet<Long> times = new TreeSet<>();
    SAMPLE
        .matcher(HexFormat.of().formatHex(request))
        .results()
        .map(sample -> HexFormat.of().parseHex(sample.group(1)))
        .forEach(
            value ->
                times.add(
                    (long) ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getDouble()));
    return times;
  }

  private RemoteWrite sent(long from, long to, int series) throws IOException {
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/write";
    RemoteWrite remote =
        new RemoteWrite(Endpoint.of("--remote-write", url, Map.of()), Duration.ofSeconds(5));
    send(remote, from, to, series);
    return remote;
  }

  private static void send(RemoteWrite remote, long from, long to, int series) throws IOException {
    for (long millis = from; millis <= to; millis++) {
      String run = "run#" + millis % series;
      remote.write(
          Series.of(new SeriesKey(BoardMeter.RUN_START, List.of(run, ""))),
          millis,
          (double) millis);
    }
    remote.finish();
  }

  private static Long[] all(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toArray(Long[]::new);
  }

  @Test
  void ofABatchThatIsRefusedForOneSampleOnlyThatOneIsLost() throws Exception {
    refused = millis -> millis == 1_234;
    words = "duplicate sample for timestamp";
    RemoteWrite remote = sent(1_000, 1_999, 7);

    assertThat(remote.dropped()).isEqualTo(1);
    assertThat(remote.tooOld()).isZero();
    assertThat(remote.accepted()).isEqualTo(999);
    assertThat(remote.repeated()).isZero();
    assertThat(held).hasSize(999).doesNotContain(1_234L);
    assertThat(remote.whyDropped())
        .isEqualTo(
            "it answers 400 duplicate sample for timestamp, first for tidemark_run_start_timestamp_seconds"
                + "{instance=\"replay\",job=\"tidemark\",run=\"run#2\"} at 1970-01-01T00:00:01.234Z");
    // Two requests per halving of a thousand: down to the series, then to the sample.
    assertThat(requests).hasSizeLessThan(1 + 2 * 12);
  }

  @ParameterizedTest
  @ValueSource(ints = {409, 422})
  void oneSampleThatThanosOrMimirRefusesStopsNoOther(int code) throws Exception {
    refused = millis -> millis == 1_234;
    status = code;
    RemoteWrite remote = sent(1_000, 1_999, 7);

    assertThat(remote.dropped()).isEqualTo(1);
    assertThat(remote.accepted()).isEqualTo(999);
    assertThat(remote.whyDropped()).startsWith("it answers " + code);
  }

  @Test
  void aRequestThatIsTooLargeIsHalvedAndFurtherOnesAreSmall() throws Exception {
    largest = 10;
    RemoteWrite remote = sent(1, 3L * RemoteWrite.BATCH_SAMPLES, 7);

    assertThat(held).hasSize(3 * RemoteWrite.BATCH_SAMPLES);
    assertThat(remote.dropped()).isZero();
    assertThat(requests.stream().filter(one -> one.size() > largest)).hasSizeLessThan(300);
    assertThat(requests.subList(requests.size() - 100, requests.size()))
        .allMatch(one -> one.size() <= largest);
  }

  @Test
  void requestsGrowAgainWhenTheReceiverTakesLargerOnes() throws Exception {
    largest = 500;
    RemoteWrite remote = sent(1, RemoteWrite.BATCH_SAMPLES, 7);
    assertThat(requests.get(requests.size() - 1)).hasSizeLessThanOrEqualTo(500);
    requests.clear();

    largest = Integer.MAX_VALUE;
    send(remote, 10_001, 1_000_000, 7);

    assertThat(requests.subList(0, RemoteWrite.LARGER_AFTER - 10))
        .allMatch(one -> one.size() <= 500);
    assertThat(requests).anyMatch(one -> one.size() == RemoteWrite.BATCH_SAMPLES);
    assertThat(requests).noneMatch(one -> one.size() > RemoteWrite.BATCH_SAMPLES);
    assertThat(remote.dropped()).isZero();
  }

  @Test
  void aLargerRequestIsTriedOnlyNowAndThen() throws Exception {
    largest = 500;
    RemoteWrite remote = sent(1, RemoteWrite.BATCH_SAMPLES, 7);
    requests.clear();

    send(remote, 10_001, 400_000, 7);

    long tried = requests.stream().filter(one -> one.size() > largest).count();
    assertThat(tried).isBetween(1L, 1L + requests.size() / RemoteWrite.LARGER_AFTER);
    assertThat(remote.dropped()).isZero();
  }

  @Test
  void aSampleThatIsTooLargeAloneIsDropped() throws Exception {
    status = 413;
    refused = millis -> millis == 1_234;
    RemoteWrite remote = sent(1_000, 1_999, 7);

    assertThat(remote.dropped()).isEqualTo(1);
    assertThat(held).hasSize(999).doesNotContain(1_234L);
  }

  @Test
  void whatIsOlderThanAWindowIsDroppedWithoutAskingForEach() throws Exception {
    refused = millis -> millis < 1_500;
    words = "too old sample";
    status = 500;
    RemoteWrite remote = sent(1_000, 1_999, 4);

    assertThat(remote.dropped()).isEqualTo(500);
    assertThat(remote.tooOld()).isEqualTo(500);
    assertThat(held).containsExactly(all(1_500, 1_999));
    assertThat(requests).hasSizeLessThan(120);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "out of bounds"})
  void aReceiverThatRefusesEverythingIsAskedForFewSamplesOfALog(String reason) throws Exception {
    refused = millis -> true;
    words = reason;
    int batches = 20;
    RemoteWrite remote = sent(1, (long) batches * RemoteWrite.BATCH_SAMPLES, 300);

    assertThat(remote.dropped()).isEqualTo((long) batches * RemoteWrite.BATCH_SAMPLES);
    assertThat(remote.accepted()).isZero();
    // The first batch is halved down to single samples; of the others one sample each is isolated.
    assertThat(requests).hasSizeLessThanOrEqualTo(401 + (batches - 1) * 25);
  }

  @Test
  void afterBatchesThatAreTooOldTheFirstSamplesThatAreNotAreFound() throws Exception {
    long begin = 3L * RemoteWrite.BATCH_SAMPLES + 700;
    refused = millis -> millis < begin;
    words = "out of bounds";
    RemoteWrite remote = sent(1, 5L * RemoteWrite.BATCH_SAMPLES, 4);

    assertThat(held).containsExactly(all(begin, 5L * RemoteWrite.BATCH_SAMPLES));
    assertThat(remote.dropped()).isEqualTo(begin - 1);
    assertThat(remote.tooOld()).isEqualTo(begin - 1);
  }

  @Test
  void whatIsOutOfBoundsByAClockThatIsAheadTakesNothingElseWithIt() throws Exception {
    long ahead = System.currentTimeMillis() + Duration.ofDays(1).toMillis();
    refused = millis -> millis == ahead + 99;
    words = "out of bounds";
    RemoteWrite remote = sent(ahead, ahead + 99, 1);

    assertThat(remote.dropped()).isEqualTo(1);
    assertThat(held).containsExactly(all(ahead, ahead + 98));
  }

  @Test
  void theOlderHalfComesFirstWhereAgeIsNotTheReason() throws Exception {
    refused = millis -> millis == 1_999;
    words = "out of order sample";
    sent(1_000, 1_999, 1);

    List<Long> firsts =
        requests.stream().filter(one -> !one.contains(1_999L)).map(times -> times.first()).toList();
    assertThat(firsts).isSorted().contains(1_000L);
  }
}
