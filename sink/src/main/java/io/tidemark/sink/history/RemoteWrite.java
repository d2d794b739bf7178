package io.tidemark.sink.history;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/**
 * Sends samples to a Prometheus that takes remote writes. A batch is sent again until it is taken:
 * the same sample twice is one sample. What is too old for the receiver is dropped and counted.
 */
public final class RemoteWrite implements HistoryWriter {

  static final int BATCH_SAMPLES = 2_000;
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final int MOST_SHOWN = 200;

  private final URI receiver;
  private final Duration patience;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private WriteRequest batch = new WriteRequest();
  private long taken;
  private long dropped;
  private @Nullable String whyDropped;

  /**
   * @param patience how long a batch is sent again before the receiver counts as gone
   */
  public RemoteWrite(URI receiver, Duration patience) {
    this.receiver = receiver;
    this.patience = patience;
  }

  @Override
  public void take(Series series, long millis, double value) throws IOException {
    batch.add(series, millis, value);
    if (batch.samples() >= BATCH_SAMPLES) {
      send();
    }
  }

  @Override
  public void finish() throws IOException {
    if (batch.samples() > 0) {
      send();
    }
  }

  /** Samples that the receiver took, marks of an end included. */
  public long taken() {
    return taken;
  }

  /** Samples that it will never take. */
  public long dropped() {
    return dropped;
  }

  /** Its words on the first of them; empty when none was dropped. */
  public String whyDropped() {
    return whyDropped == null ? "" : whyDropped;
  }

  private void send() throws IOException {
    WriteRequest sent = batch;
    batch = new WriteRequest();
    HttpRequest request = request(Snappy.compress(sent.bytes()));
    long began = System.nanoTime();
    long pause = FIRST_PAUSE_MILLIS;
    while (!settled(request, sent.samples(), began)) {
      pause(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }

  private HttpRequest request(byte[] body) {
    return HttpRequest.newBuilder(receiver)
        .timeout(ANSWER)
        .header("Content-Type", "application/x-protobuf")
        .header("Content-Encoding", "snappy")
        .header("X-Prometheus-Remote-Write-Version", "0.1.0")
        .header("User-Agent", "tidemark")
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
  }

  /** Whether the batch needs not be sent again. */
  private boolean settled(HttpRequest request, int samples, long began) throws IOException {
    HttpResponse<String> response;
    try {
      response = http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      throw interrupted();
    } catch (IOException e) {
      give(began, e.toString(), e);
      return false;
    }
    String said = response.statusCode() + " " + shown(response.body());
    switch (Answer.of(response.statusCode(), response.body())) {
      case TAKEN -> taken += samples;
      case NEVER -> {
        dropped += samples;
        whyDropped = whyDropped == null ? said : whyDropped;
      }
      case LATER -> {
        give(began, said, null);
        return false;
      }
      case WRONG ->
          throw new Refusal(
              "--remote-write %s answers %s: want a receiver of remote writes"
                  .formatted(receiver, said));
    }
    return true;
  }

  private void give(long began, String why, @Nullable Throwable cause) throws IOException {
    if (System.nanoTime() - began > patience.toNanos()) {
      throw new IOException(
          "%s took no samples for %d s: %s".formatted(receiver, patience.toSeconds(), why), cause);
    }
  }

  private static String shown(String body) {
    String line = body.strip().replaceAll("\\s+", " ");
    return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN) + "…";
  }

  private static void pause(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static IOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while samples were sent");
  }

  /** A client of this Java closes itself. */
  @Override
  public void close() {}
}
