package io.tidemark.bench.history;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.Mode;
import io.tidemark.sink.history.Endpoint;
import io.tidemark.sink.history.RemoteWrite;
import io.tidemark.sink.history.Series;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Measures samples per second by remote write. A bare loop that posts the same recorded requests
 * serves as comparison. The receiver's accepted samples count. {@code RemoteWriteBench URL [SAMPLES
 * [ROUNDS]]}.
 */
public final class RemoteWriteBench {

  private static final int SERIES = 200;

  private final String url;
  private final int samples;
  private final long startMillis;

  private RemoteWriteBench(String url, int samples) {
    this.url = url;
    this.samples = samples;
    this.startMillis = System.currentTimeMillis() - 1000L * (samples / SERIES);
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    int samples = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
    RemoteWriteBench bench = new RemoteWriteBench(args[0], samples);
    for (int round = 1; round <= rounds; round++) {
      double ours = bench.ours("ours" + round);
      double bare = bench.bare("bare" + round);
      System.out.printf(
          "round %d: tidemark %,.0f samples/s, bare loop %,.0f samples/s, ratio %.2f%n",
          round, ours, bare, ours / bare);
    }
  }

  private List<Series> series(String run) {
    List<Series> series = new ArrayList<>();
    for (int device = 0; device < SERIES; device++) {
      List<String> labels = List.of(run + "#1", Integer.toString(device), "DRAM");
      series.add(Series.of(Mode.REPLAY, BoardMeter.USED, labels));
    }
    return series;
  }

  private long millisOf(int sample) {
    return startMillis + 1000L * (sample / SERIES);
  }

  private double ours(String run) throws IOException {
    long start = System.nanoTime();
    long accepted = write(url, run);
    return perSecond(accepted, start);
  }

  /** Writes all samples to the receiver at this address; returns how many it accepted. */
  private long write(String address, String run) throws IOException {
    List<Series> series = series(run);
    Endpoint endpoint = Endpoint.of(address, Map.of());
    try (RemoteWrite remote = new RemoteWrite(endpoint, Duration.ofMinutes(1))) {
      for (int sample = 0; sample < samples; sample++) {
        remote.write(series.get(sample % SERIES), millisOf(sample), sample);
      }
      remote.finish();
      return remote.accepted();
    }
  }

  private double bare(String run) throws IOException, InterruptedException {
    List<byte[]> bodies;
    try (RequestRecorder recorder = RequestRecorder.open()) {
      write(recorder.url(), run);
      bodies = recorder.bodies();
    }
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    long start = System.nanoTime();
    for (byte[] body : bodies) {
      HttpRequest post =
          HttpRequest.newBuilder(URI.create(url))
              .header("Content-Type", "application/x-protobuf")
              .header("Content-Encoding", "snappy")
              .header("X-Prometheus-Remote-Write-Version", "0.1.0")
              .POST(HttpRequest.BodyPublishers.ofByteArray(body))
              .build();
      int status = http.send(post, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status / 100 != 2) {
        throw new IOException("answered " + status);
      }
    }
    return perSecond(samples, start);
  }

  private static double perSecond(long samples, long startNanos) {
    return samples / ((System.nanoTime() - startNanos) / 1e9);
  }

  /** A local receiver of remote write that accepts every request and stores its body. */
  private static final class RequestRecorder implements AutoCloseable {

    private static final int NO_CONTENT = 204;

    private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    private RequestRecorder(HttpServer server) {
      this.server = server;
    }

    static RequestRecorder open() throws IOException {
      InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      RequestRecorder recorder = new RequestRecorder(HttpServer.create(anyPort, 0));
      recorder.server.createContext("/", recorder::keep);
      recorder.server.start();
      return recorder;
    }

    private void keep(HttpExchange exchange) throws IOException {
      try (exchange) {
        bodies.add(exchange.getRequestBody().readAllBytes());
        exchange.sendResponseHeaders(NO_CONTENT, -1);
      }
    }

    String url() {
      return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** The bodies in order of arrival. */
    List<byte[]> bodies() {
      return List.copyOf(bodies);
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
