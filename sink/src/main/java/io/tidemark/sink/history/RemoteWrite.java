package io.tidemark.sink.history;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xerial.snappy.Snappy;

/**
 * Sends samples to a Prometheus that accepts remote writes. A batch is sent again until it is
 * accepted: sending a sample twice changes nothing. A receiver that rejects a batch permanently
 * names only one of its samples. So the batch is halved until the rejected samples are alone; they
 * are dropped and counted.
 */
public final class RemoteWrite implements HistoryWriter {

  static final int BATCH_SAMPLES = 2_000;

  /** Halvings of a batch; after them its parts are accepted or dropped as they are. */
  static final int MOST_HALVINGS = 200;

  /** After a batch without an accepted sample: enough to come down to one sample of a batch. */
  static final int FEW_HALVINGS = 12;

  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final int MOST_SHOWN = 200;

  private static final Logger LOG = LoggerFactory.getLogger(RemoteWrite.class);
  private static final Reply ACCEPTED = new Reply(Answer.ACCEPTED, "");

  /** Retries until it is closed: a live writer can wait, and a wrong receiver may be repaired. */
  public static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Endpoint receiver;
  private final Duration patience;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private WriteRequest batch = new WriteRequest();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();
  private int mostHalvings = MOST_HALVINGS;
  private boolean waiting;
  private @Nullable String whyDropped;

  /**
   * @param patience how long a batch is retried before the receiver counts as gone
   */
  public RemoteWrite(Endpoint receiver, Duration patience) {
    this.receiver = receiver;
    this.patience = patience;
  }

  @Override
  public void write(Series series, long millis, double value) throws IOException {
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

  /** Samples that the receiver accepted, stale markers included. */
  public long accepted() {
    return accepted.get();
  }

  /** Samples that the receiver rejects permanently. */
  public long dropped() {
    return dropped.get();
  }

  /** Samples sent once more, once for each time. */
  public long repeated() {
    return repeated.get();
  }

  /** The receiver's reason for the first dropped sample, and its series; empty without one. */
  public String whyDropped() {
    return whyDropped == null ? "" : whyDropped;
  }

  private void send() throws IOException {
    Deque<WriteRequest> left = new ArrayDeque<>(List.of(batch));
    batch = new WriteRequest();
    long before = accepted.get();
    int halvings = 0;
    while (!left.isEmpty()) {
      WriteRequest part = left.pop();
      Reply reply = part.samples() == 0 ? ACCEPTED : delivered(part);
      if (reply.answer() == Answer.ACCEPTED) {
        onAccepted(part.samples());
      } else if (part.samples() > 1 && halvings < mostHalvings) {
        halvings++;
        halve(part, reply.answer() == Answer.TOO_OLD, left);
      } else {
        drop(part, reply.said());
        if (part.samples() == 1
            && reply.answer() == Answer.TOO_OLD
            && part.firstMillis() < System.currentTimeMillis()) {
          left.forEach(other -> dropped.addAndGet(other.without(part)));
        }
      }
    }
    if (accepted.get() == before) {
      mostHalvings = FEW_HALVINGS;
    }
  }

  private void onAccepted(int samples) {
    accepted.addAndGet(samples);
    mostHalvings = samples > 0 ? MOST_HALVINGS : mostHalvings;
  }

  /** The newer half comes first where age counts: if it is too old, so is the older one. */
  private static void halve(WriteRequest part, boolean newestFirst, Deque<WriteRequest> left) {
    List<WriteRequest> halves = part.halves();
    left.push(halves.get(newestFirst ? 0 : 1));
    left.push(halves.get(newestFirst ? 1 : 0));
  }

  /** The receiver's final answer: accepted or rejected permanently. */
  private Reply delivered(WriteRequest part) throws IOException {
    HttpRequest request = request(Snappy.compress(part.bytes()));
    long began = System.nanoTime();
    long pause = FIRST_PAUSE_MILLIS;
    Reply reply = reply(request, began);
    while (reply.answer() == Answer.LATER) {
      repeated.addAndGet(part.samples());
      pause(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      reply = reply(request, began);
    }
    return reply;
  }

  private record Reply(Answer answer, String said) {}

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

  /** Never {@link Answer#WRONG}: with endless patience a wrong receiver is retried. */
  private Reply reply(HttpRequest request, long began) throws IOException {
    HttpResponse<String> response;
    try {
      response = http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      throw interrupted();
    } catch (IOException e) {
      give(began, e.toString(), e);
      return new Reply(Answer.LATER, e.toString());
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
      return new Reply(Answer.LATER, said);
    }
    if (waiting) {
      waiting = false;
      LOG.info("{} accepts samples again", receiver);
    }
    return new Reply(answer, said);
  }

  private void drop(WriteRequest part, String words) {
    if (dropped.getAndAdd(part.samples()) == 0) {
      String said = "%s, first for %s".formatted(words, part.shown());
      whyDropped = said;
      // A writer that comes to an end reports it there, with their number.
      if (patience.equals(FOR_EVER)) {
        LOG.warn(
            "{} rejects some samples permanently; they are dropped and counted: {}",
            receiver,
            said);
      }
    }
  }

  private void give(long began, String why, @Nullable Throwable cause) throws IOException {
    if (System.nanoTime() - began > patience.toNanos()) {
      throw new IOException(
          "%s accepted no samples for %d s: %s".formatted(receiver, patience.toSeconds(), why),
          cause);
    }
    if (!waiting && patience.equals(FOR_EVER)) {
      waiting = true;
      LOG.warn("{} accepts no samples, retrying until it does: {}", receiver, why);
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
