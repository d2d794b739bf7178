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
 * Sends samples to a Prometheus that takes remote writes. A batch is sent again until it is taken:
 * the same sample twice is one sample. A receiver that will never take a batch tells only of one
 * sample in it: so the batch is halved until those that it refuses are alone, and they are dropped
 * and counted.
 */
public final class RemoteWrite implements HistoryWriter {

  static final int BATCH_SAMPLES = 2_000;

  /** So many times a batch is halved; after that its parts are taken or dropped as they are. */
  static final int MOST_HALVINGS = 200;

  /**
   * The same after a batch of which nothing was taken, until something is: enough to come down to
   * one sample of a full batch, by series and then by time.
   */
  static final int FEW_HALVINGS = 12;

  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final int MOST_SHOWN = 200;

  private static final Logger LOG = LoggerFactory.getLogger(RemoteWrite.class);
  private static final Reply TAKEN = new Reply(Answer.TAKEN, "");

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
  private int mostHalvings = MOST_HALVINGS;
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

  /** Its words on the first of them, and which that is; empty when none was dropped. */
  public String whyDropped() {
    return whyDropped == null ? "" : whyDropped;
  }

  private void send() throws IOException {
    Deque<WriteRequest> left = new ArrayDeque<>(List.of(batch));
    batch = new WriteRequest();
    long before = taken.get();
    int halvings = 0;
    while (!left.isEmpty()) {
      WriteRequest part = left.pop();
      Reply reply = part.samples() == 0 ? TAKEN : delivered(part);
      if (reply.answer() == Answer.TAKEN) {
        took(part.samples());
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
    if (taken.get() == before) {
      mostHalvings = FEW_HALVINGS;
    }
  }

  private void took(int samples) {
    taken.addAndGet(samples);
    mostHalvings = samples > 0 ? MOST_HALVINGS : mostHalvings;
  }

  /** Where age counts the newer comes first: when it is too old, the older needs not be tried. */
  private static void halve(WriteRequest part, boolean newestFirst, Deque<WriteRequest> left) {
    List<WriteRequest> halves = part.halves();
    left.push(halves.get(newestFirst ? 0 : 1));
    left.push(halves.get(newestFirst ? 1 : 0));
  }

  /** What the receiver says in the end: taken or refused for good. */
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

  /** Never that the receiver is wrong: who has patience for that waits until it is mended. */
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
      LOG.info("{} takes samples again", receiver);
    }
    return new Reply(answer, said);
  }

  private void drop(WriteRequest part, String words) {
    if (dropped.getAndAdd(part.samples()) == 0) {
      String said = "%s, first for %s".formatted(words, part.shown());
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
