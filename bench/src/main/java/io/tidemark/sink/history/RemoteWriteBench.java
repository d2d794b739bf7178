package io.tidemark.sink.history;

import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.Mode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.xerial.snappy.Snappy;

/**
 * Samples a second by remote write, beside a bare loop that posts requests made beforehand: what
 * the receiver takes. {@code RemoteWriteBench URL [SAMPLES [ROUNDS]]}. It stands in the writer's
 * own package: both send the same requests.
 */
public final class RemoteWriteBench {

  private static final int SERIES = 200;
  private static final int BATCH = 2_000;

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
    List<Series> series = series(run);
    long start = System.nanoTime();
    try (RemoteWrite remote = new RemoteWrite(Endpoint.of(url, Map.of()), Duration.ofMinutes(1))) {
      for (int sample = 0; sample < samples; sample++) {
        remote.write(series.get(sample % SERIES), millisOf(sample), sample);
      }
      remote.finish();
      return perSecond(remote.accepted(), start);
    }
  }

  private double bare(String run) throws IOException, InterruptedException {
    List<Series> series = series(run);
    List<byte[]> bodies = new ArrayList<>();
    WriteRequest request = new WriteRequest();
    for (int sample = 0; sample < samples; sample++) {
      request.add(series.get(sample % SERIES), millisOf(sample), sample);
      if (request.samples() == BATCH || sample == samples - 1) {
        bodies.add(Snappy.compress(request.bytes()));
        request = new WriteRequest();
      }
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
}
