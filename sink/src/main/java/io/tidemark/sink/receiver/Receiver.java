package io.tidemark.sink.receiver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A receiver over HTTP, asked once or until its answer is final. */
public final class Receiver {

  private static final Duration CONNECTION = Duration.ofSeconds(10);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private static final int MOST_SHOWN = 200;

  private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

  private final Endpoint endpoint;
  private final Map<String, String> format;
  private final Duration patience;
  private final Duration longest;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECTION)
          .build();
  private final boolean lasting;
  private boolean waiting;

  /** The answer of a receiver that wants no request until {@link #restedNanos}. */
  private @Nullable Reply resting;

  private long restedNanos;

  /**
   * A receiver that is not asked yet.
   *
   * @param format headers of what is sent
   * @param patience how long the same is sent again before the receiver counts as gone
   * @param longest time until an answer is whole
   * @param lasting whether it gets newer content later; then its absence is logged, and a wrong
   *     address or password may be repaired
   */
  public Receiver(
      Endpoint endpoint,
      Map<String, String> format,
      Duration patience,
      Duration longest,
      boolean lasting) {
    this.endpoint = endpoint;
    this.format = Map.copyOf(format);
    this.patience = patience;
    this.longest = longest;
    this.lasting = lasting;
  }

  /** A lasting receiver that gets nothing twice. */
  public Receiver(Endpoint endpoint, Map<String, String> format, Duration longest) {
    this(endpoint, format, Duration.ZERO, longest, true);
  }

  /**
   * An answer, or the lack of one.
   *
   * @param said status and body for people, or why there is no answer; without a secret
   * @param body a character for each byte
   * @param afterMillis time after which the receiver wants to be asked again; 0 if it states none
   */
  public record Reply(ReceiverAnswer answer, String said, String body, long afterMillis) {}

  /**
   * Sends once, and logs the first of several answers that are not final. Until the time that an
   * answer asked for has passed, nothing is sent, and that answer is returned again.
   */
  public Reply once(byte[] body) throws InterruptedIOException {
    if (resting != null && rests()) {
      return resting;
    }
    Reply reply = exchange(body, HttpResponse.BodyHandlers.ofString(ISO_8859_1));
    note(reply);
    resting = isNotFinal(reply) ? reply : null;
    restedNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(reply.afterMillis());
    return reply;
  }

  private boolean rests() {
    return restedNanos - System.nanoTime() > 0;
  }

  /** Sends once. The status is the answer: its body, which may never end, is not read. */
  public Reply status(byte[] body) throws InterruptedIOException {
    return exchange(body, answer -> new NoBody());
  }

  /**
   * Sends until the answer is final: accepted or permanently rejected.
   *
   * @param beforeRepeat called before each further request
   * @throws IOException when nothing was accepted for longer than the patience, or the address or
   *     the credentials of a lasting receiver are wrong
   * @throws Refusal when those of another receiver are wrong
   */
  public Reply delivered(byte[] body, Runnable beforeRepeat) throws IOException {
    long began = System.nanoTime();
    long pause = FIRST_PAUSE_MILLIS;
    Reply reply = once(body);
    while (isNotFinal(reply)) {
      giveUp(reply, System.nanoTime() - began);
      pause(Math.max(pause, reply.afterMillis()), System.nanoTime() - began);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      if (!rests()) {
        beforeRepeat.run();
      }
      reply = once(body);
    }
    return reply;
  }

  private static boolean isNotFinal(Reply reply) {
    return reply.answer() == ReceiverAnswer.LATER || reply.answer() == ReceiverAnswer.WRONG;
  }

  private void giveUp(Reply reply, long sinceNanos) throws IOException {
    boolean wrong = reply.answer() == ReceiverAnswer.WRONG;
    if (wrong && !lasting) {
      throw new Refusal(
          "%s: %s; want the address of a receiver, and credentials that it accepts"
              .formatted(endpoint, reply.said()));
    }
    if (wrong || sinceNanos > patience.toNanos()) {
      throw new IOException(
          "%s accepted nothing for %d s: %s"
              .formatted(endpoint, patience.toSeconds(), reply.said()));
    }
  }

  private void note(Reply reply) {
    boolean before = waiting;
    waiting = isNotFinal(reply);
    if (!lasting || before == waiting) {
      return;
    }
    if (waiting) {
      LOG.warn("{} accepts nothing, retrying until it does: {}", endpoint, reply.said());
    } else {
      LOG.warn("{} accepts requests again", endpoint);
    }
  }

  private Reply exchange(byte[] body, HttpResponse.BodyHandler<String> bodies)
      throws InterruptedIOException {
    try {
      Endpoint.Prepared prepared = endpoint.request();
      format.forEach(prepared.request()::setHeader);
      HttpRequest request =
          prepared
              .request()
              .setHeader("User-Agent", "tidemark")
              .POST(HttpRequest.BodyPublishers.ofByteArray(body))
              .build();
      HttpResponse<String> response = whole(request, bodies);
      String said =
          "it answers %d %s".formatted(response.statusCode(), shown(response.body(), prepared));
      return new Reply(
          ReceiverAnswer.of(response.statusCode(), response.body()),
          said.strip(),
          response.body(),
          RetryAfter.millis(response.headers()));
    } catch (InterruptedException e) {
      throw interrupted();
    } catch (IOException e) {
      return new Reply(ReceiverAnswer.LATER, ReceiverAnswer.reason(e), "", 0);
    }
  }

  /** A time of the request itself would end with the answer's headers, and not bound its body. */
  private HttpResponse<String> whole(HttpRequest request, HttpResponse.BodyHandler<String> bodies)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<String>> exchange = http.sendAsync(request, bodies);
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

  /** Secrets are hidden first: one that the cut shortens would not be recognised. */
  private static String shown(String body, Endpoint.Prepared prepared) {
    String text = new String(body.getBytes(ISO_8859_1), UTF_8).strip().replaceAll("\\s+", " ");
    String line = prepared.hidden(text);
    return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN) + "…";
  }

  /** Waits, no longer than the patience lasts. */
  private void pause(long millis, long sinceNanos) throws InterruptedIOException {
    long left = TimeUnit.NANOSECONDS.toMillis(patience.toNanos() - sinceNanos) + 1;
    try {
      Thread.sleep(Math.max(1, Math.min(millis, left)));
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static InterruptedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while a receiver was asked");
  }

  /** Ends the exchange at the answer's headers. */
  private static final class NoBody implements HttpResponse.BodySubscriber<String> {

    @Override
    public CompletionStage<String> getBody() {
      return CompletableFuture.completedFuture("");
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(List<ByteBuffer> item) {}

    @Override
    public void onError(Throwable throwable) {}

    @Override
    public void onComplete() {}
  }
}
