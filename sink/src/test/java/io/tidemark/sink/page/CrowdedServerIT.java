package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the probes and the scrape of a server under full load, with a heap of 256 MiB. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class CrowdedServerIT {

  private static final int READERS = 40;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String LOG_IN = "carol:carol123";

  @TempDir Path folder;

  private final List<Socket> sockets = new ArrayList<>();
  private final List<SocketChannel> channels = new ArrayList<>();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .executor(
              Executors.newFixedThreadPool(
                  8,
                  task -> {
                    Thread thread = new Thread(task, "reader");
                    thread.setDaemon(true);
                    return thread;
                  }))
          .build();
  private Process server;
  private int port;

  private void start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+ExitOnOutOfMemoryError", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(CrowdedServer.class.getName());
    command.addAll(List.of(arguments));
    server =
        new ProcessBuilder(command).redirectError(folder.resolve("errors.txt").toFile()).start();
    port = Integer.parseInt(printed());
  }

  @AfterEach
  void end() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    for (SocketChannel channel : channels) {
      channel.close();
    }
    if (server != null) {
      server.destroyForcibly();
    }
  }

  @Test
  void theProbesAnswerWhileFortyReadEveryDocumentAtOnce() throws Exception {
    start();
    Figures unloaded = probes(() -> true);
    server.getOutputStream().write('\n');
    server.getOutputStream().flush();
    List<CompletableFuture<Integer>> reads = new ArrayList<>();
    for (String path :
        List.of(
            "/api/v1/state",
            "/api/v1/board",
            "/api/v1/timelines?run=cluster.log%231",
            "/metrics")) {
      for (int reader = 0; reader < READERS; reader++) {
        reads.add(read(path));
      }
    }
    CompletableFuture<Void> all = CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new));

    Figures loaded = probes(all::isDone);

    Map<Integer, Integer> statuses = new TreeMap<>();
    reads.forEach(read -> statuses.merge(read.join(), 1, Integer::sum));
    assertThat(server.isAlive()).describedAs(errors()).isTrue();
    server.getOutputStream().close();
    System.out.printf(
        "/health unloaded %s, beside %d reads %s; statuses %s; longest pause of the board %s ms%n",
        unloaded, reads.size(), loaded, statuses, printed());
    assertThat(statuses.keySet()).isSubsetOf(200, 503);
    assertThat(statuses.get(200)).isGreaterThanOrEqualTo(3 * READERS);
    assertThat(loaded.count()).isGreaterThan(20);
    assertThat(loaded.p99()).isLessThan(1000 + 100 * unloaded.p99());
    assertThat(errors()).doesNotContain("Exception", "Error");
  }

  @Test
  void theProbesAnswerThroughTenThousandIdleSlowAndGuessing() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("web.yml"),
            "basic_auth_users: {carol: $2y$10$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu}");
    start(config.toString());
    // Known from here on, the 200 readers take no attempts from the guesses.
    assertThat(status("/metrics", LOG_IN)).isEqualTo(200);
    Figures unloaded = probes(() -> true);

    for (int reader = 0; reader < 200; reader++) {
      slowReader(reader % 2 == 0 ? "/metrics" : "/api/v1/state");
    }
    List<CompletableFuture<Integer>> guesses = new ArrayList<>();
    for (int guesser = 0; guesser < 100; guesser++) {
      guesses.add(ask("/metrics", "carol:guess" + guesser));
    }
    // An unread request would be cut off by a new connection; one that waits for its hash is kept.
    CompletableFuture.anyOf(guesses.toArray(CompletableFuture[]::new)).join();
    int opened = idle(10_000);
    Figures crowded = probes(() -> true);

    assertThat(status("/ready", LOG_IN)).isEqualTo(200);
    assertThat(status("/metrics", LOG_IN)).isEqualTo(200);
    Map<Integer, Integer> statuses = new TreeMap<>();
    guesses.forEach(guess -> statuses.merge(guess.join(), 1, Integer::sum));
    System.out.printf(
        "/health unloaded %s, among %d idle, 200 slow and 100 guessing %s; guesses %s%n",
        unloaded, opened, crowded, statuses);
    // A log-in attempt whose connection is closed for a new one is cut off, or reads 500.
    assertThat(statuses.keySet()).isSubsetOf(401, 429, 0, 500);
    assertThat(statuses.get(401)).isPositive();
    assertThat(crowded.p99()).isLessThan(2000 + 100 * unloaded.p99());
    assertThat(server.isAlive()).describedAs(errors()).isTrue();
  }

  /** Times in milliseconds. */
  private record Figures(long count, double p50, double p99, double most) {
    static Figures of(List<Long> nanos) {
      long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
      return new Figures(
          sorted.length,
          sorted[sorted.length / 2] / 1e6,
          sorted[Math.min(sorted.length - 1, sorted.length * 99 / 100)] / 1e6,
          sorted[sorted.length - 1] / 1e6);
    }

    @Override
    public String toString() {
      return "p50 %.1f ms, p99 %.1f ms, max %.1f ms (n=%d)".formatted(p50, p99, most, count);
    }
  }

  /** Opens a new connection for each probe; two hundred, and more until {@code done}. */
  private Figures probes(BooleanSupplier done) throws Exception {
    List<Long> nanos = new ArrayList<>();
    while (nanos.size() < 200 || !done.getAsBoolean()) {
      long from = System.nanoTime();
      assertThat(status("/health", LOG_IN)).isEqualTo(200);
      nanos.add(System.nanoTime() - from);
    }
    return Figures.of(nanos);
  }

  private int status(String path, String who) throws IOException {
    try (Socket socket = connect()) {
      socket
          .getOutputStream()
          .write((request(path, who) + "Connection: close\r\n\r\n").getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      return Integer.parseInt(answer.substring(9, 12));
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 60_000);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  private static String request(String path, String who) {
    return "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\n"
        .formatted(path, basic(who));
  }

  private static String basic(String who) {
    return "Basic " + Base64.getEncoder().encodeToString(who.getBytes(UTF_8));
  }

  private CompletableFuture<Integer> read(String path) {
    return ask(path, LOG_IN);
  }

  /** The status once the whole body was read; 0 if the connection was closed. */
  private CompletableFuture<Integer> ask(String path, String who) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .header("Authorization", basic(who))
            .timeout(PATIENCE)
            .build();
    return http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
        .handle((answer, closed) -> answer == null ? 0 : answer.statusCode());
  }

  /** Sends a request and reads nothing. */
  private void slowReader(String path) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.getOutputStream().write((request(path, LOG_IN) + "\r\n").getBytes(US_ASCII));
    sockets.add(socket);
  }

  /** Opens as many connections as this process may have, up to {@code most}. */
  private int idle(int most) {
    for (int i = 0; i < most; i++) {
      try {
        channels.add(
            SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
      } catch (IOException tooMany) {
        return i;
      }
    }
    return most;
  }

  private String printed() throws IOException {
    InputStream out = server.getInputStream();
    String line = new BufferedReader(new InputStreamReader(out, UTF_8)).readLine();
    assertThat(line).describedAs(errors()).isNotNull();
    return line;
  }

  private String errors() throws IOException {
    return Files.readString(folder.resolve("errors.txt"));
  }
}
