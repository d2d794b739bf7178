package io.tidemark.sink.history;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

  private static final Logger LOG = LoggerFactory.getLogger(RemoteWrite.class);

  /** Until it is closed: whoever goes on writing can wait, and a wrong receiver may be mended. */
  public static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Endpoint receiver;
  private final Duration patience;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private WriteRequest batch = new WriteRequest();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();
  private boolean waiting;
  private @Nullable String whyDropped;

  /**
   * @param patience how long a batch is sent again before the receiver counts as gone
   */
  public RemoteWrite(Endpoint receiver, Duration patience) {
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
    return taken.get();
  }

  /** Samples that it will never take. */
  public long dropped() {
    return dropped.get();
  }

  /** Samples sent once more, once for each time. */
  public long repeated() {
    return repeated.get();
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
      repeated.addAndGet(sent.samples());
      pause(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }

  private HttpRequest request(byte[] body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(receiver.url());
    receiver.headers().forEach(request::setHeader);
    return request
        .timeout(ANSWER)
        .setHeader("Content-Type", "application/x-protobuf")
        .setHeader("Content-Encoding", "snappy")
        .setHeader("X-Prometheus-Remote-Write-Version", "0.1.0")
        .setHeader("User-Agent", "tidemark")
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
    Answer answer = Answer.of(response.statusCode(), response.body());
    if (answer == Answer.WRONG && !patience.equals(FOR_EVER)) {
      throw new Refusal(
          "--remote-write %s answers %s: want a receiver of remote writes"
              .formatted(receiver, said));
    }
    if (answer == Answer.LATER || answer == Answer.WRONG) {
      give(began, said, null);
      return false;
    }
    if (waiting) {
      waiting = false;
      LOG.info("{} takes samples again", receiver);
    }
    if (answer == Answer.TAKEN) {
      taken.addAndGet(samples);
    } else {
      drop(samples, said);
    }
    return true;
  }

  private void drop(int samples, String said) {
    if (dropped.getAndAdd(samples) == 0) {
      whyDropped = said;
      // Who comes to an end says it there, with their number.
      if (patience.equals(FOR_EVER)) {
        LOG.warn(
            "{} will never take some samples, they are dropped and counted: {}", receiver, said);
      }
    }
  }

  private void give(long began, String why, @Nullable Throwable cause) throws IOException {
    if (System.nanoTime() - began > patience.toNanos()) {
      throw new IOException(
          "%s took no samples for %d s: %s".formatted(receiver, patience.toSeconds(), why), cause);
    }
    if (!waiting && patience.equals(FOR_EVER)) {
      waiting = true;
      LOG.warn("{} takes no samples, tried again until it does: {}", receiver, why);
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
