package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A receiver of samples over HTTP, asked again until its answer is final. */
public final class Receiver {

  static final Duration ANSWER = Duration.ofSeconds(30);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final int MOST_SHOWN = 200;

  private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

  static final Map<String, String> REMOTE_WRITE =
      Map.of(
          "Content-Type", "application/x-protobuf",
          "Content-Encoding", "snappy",
          "X-Prometheus-Remote-Write-Version", "0.1.0");

  private final Endpoint receiver;
  private final Map<String, String> format;
  private final Duration patience;
  private final Duration longest;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private boolean waiting;

  /**
   * A receiver that is not asked yet.
   *
   * @param format headers of what is sent
   * @param longest time until an answer is whole
   */
  public Receiver(
      Endpoint receiver, Map<String, String> format, Duration patience, Duration longest) {
    this.receiver = receiver;
    this.format = Map.copyOf(format);
    this.patience = patience;
    this.longest = longest;
  }

  /**
   * An answer.
   *
   * @param said status and body for people
   * @param body a character for each byte
   */
  public record Reply(ReceiverAnswer answer, String said, String body) {}

  /** Sends once. The first of several answers that are not final is logged. */
  public Reply once(byte[] body) throws IOException {
    return reply(request(body), System.nanoTime());
  }

  /**
   * Sends until the answer is final: accepted or permanently rejected.
   *
   * @param body a compressed write request
   * @throws IOException when nothing was accepted for longer than the patience
   * @throws Refusal when it is no receiver of remote writes, and the patience is finite
   */
  Reply delivered(byte[] body, Runnable beforeRepeat) throws IOException {
    HttpRequest request = request(body);
    long began = System.nanoTime();
    long pause = FIRST_PAUSE_MILLIS;
    Reply reply = reply(request, began);
    while (reply.answer() == ReceiverAnswer.LATER) {
      beforeRepeat.run();
      pause(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      reply = reply(request, began);
    }
    return reply;
  }

  private HttpRequest request(byte[] body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(receiver.url());
    receiver.headers().forEach(request::setHeader);
    format.forEach(request::setHeader);
    return request
        .setHeader("User-Agent", "tidemark")
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
  }

  /** Never {@link ReceiverAnswer#WRONG}: with endless patience a wrong receiver is retried. */
  private Reply reply(HttpRequest request, long began) throws IOException {
    HttpResponse<String> response;
    try {
      response = whole(request);
    } catch (InterruptedException e) {
      throw interrupted();
    } catch (IOException e) {
      give(began, e.toString(), e);
      return new Reply(ReceiverAnswer.LATER, e.toString(), "");
    }
    String said = response.statusCode() + " " + shown(response.body());
    ReceiverAnswer answer = ReceiverAnswer.of(response.statusCode(), response.body());
    if (answer == ReceiverAnswer.WRONG && !patience.equals(RemoteWrite.FOR_EVER)) {
      throw new Refusal(
          "--remote-write %s answers %s: want a receiver of remote writes"
              .formatted(receiver, said));
    }
    if (answer == ReceiverAnswer.LATER || answer == ReceiverAnswer.WRONG) {
      give(began, said, null);
      return new Reply(ReceiverAnswer.LATER, said, "");
    }
    if (waiting) {
      waiting = false;
      LOG.warn("{} accepts samples again", receiver);
    }
    return new Reply(answer, said, response.body());
  }

  /** A time of the request itself would end with the answer's headers, and not bound its body. */
  private HttpResponse<String> whole(HttpRequest request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<String>> exchange =
        http.sendAsync(request, HttpResponse.BodyHandlers.ofString(ISO_8859_1));
    try {
      return exchange.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("no whole answer in %d s".formatted(longest.toSeconds()), e);
    } finally {
      exchange.cancel(true);
    }
  }

  private void give(long began, String why, @Nullable Throwable cause) throws IOException {
    if (System.nanoTime() - began > patience.toNanos()) {
      throw new IOException(
          "%s accepted no samples for %d s: %s".formatted(receiver, patience.toSeconds(), why),
          cause);
    }
    if (!waiting && patience.equals(RemoteWrite.FOR_EVER)) {
      waiting = true;
      LOG.warn("{} accepts no samples, retrying until it does: {}", receiver, why);
    }
  }

  private static String shown(String body) {
    String line = new String(body.getBytes(ISO_8859_1), UTF_8).strip().replaceAll("\\s+", " ");
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

  /** The meaning of a receiver's answer for the samples of the request. */
  public enum ReceiverAnswer {
    ACCEPTED,
    /** The receiver is overloaded or fails at present. */
    LATER,
    /** The receiver rejects at least one of the samples permanently. */
    NEVER,
    /**
     * As {@link #NEVER}: one sample is older than the receiver's window. Every older sample of its
     * series is, too; those within the window may come in any order. A receiver without a window
     * answers "out of bounds". It also does so for a sample more than ten minutes ahead of its
     * clock.
     */
    TOO_OLD,
    /** The receiver accepts no samples here at all: the address or the credentials are wrong. */
    WRONG;

    private static final List<String> AGE = List.of("too old sample", "out of bounds");

    /** Prometheus 2 answers 500 where 3 answers 400. */
    private static final List<String> ORDER = List.of("out of order", "duplicate sample");

    static ReceiverAnswer of(int status, String body) {
      if (status / 100 == 2) {
        return ACCEPTED;
      }
      boolean age = AGE.stream().anyMatch(body::contains);
      if (status == 400
          || (status / 100 == 5 && (age || ORDER.stream().anyMatch(body::contains)))) {
        return age ? TOO_OLD : NEVER;
      }
      return status == 429 || status == 408 || status / 100 == 5 ? LATER : WRONG;
    }
  }
}
