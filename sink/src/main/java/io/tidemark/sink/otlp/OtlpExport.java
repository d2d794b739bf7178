package io.tidemark.sink.otlp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.BuildVersion;
import io.tidemark.sink.receiver.Endpoint;
import io.tidemark.sink.receiver.Receiver;
import io.tidemark.sink.receiver.ReceiverAnswer;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what a scrape holds to a receiver of OTLP over HTTP: at the start, every 15 seconds and at
 * the end. Points that are not taken are counted and not sent again: the next ones are newer.
 */
public final class OtlpExport implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OtlpExport.class);
  private static final int EVERY_SECONDS = 15;
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** {@code ExportMetricsServiceResponse { 1: PartialSuccess { 1: rejected points } }}. */
  private static final Pattern PARTIAL =
      Pattern.compile("\n[\u0080-\u00ff]*.\b([\u0080-\u00ff]*.)", Pattern.DOTALL);

  private final Endpoint endpoint;
  private final PrometheusMeterRegistry meters;
  private final Clock clock;
  private final Map<String, String> resource;
  private final Receiver receiver;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "tidemark-sink-otlp");
  private long askedNanos = System.nanoTime();

  /** Time for which the receiver asked not to be asked again. */
  private long pauseNanos;

  /**
   * @param instance host and port of the scrape, such as {@code node-7:9464}
   */
  public OtlpExport(
      Endpoint endpoint, String instance, PrometheusMeterRegistry meters, Clock clock) {
    this.endpoint = endpoint;
    this.meters = meters;
    this.clock = clock;
    this.resource =
        Map.of(
            "service.name",
            "tidemark",
            "service.version",
            BuildVersion.current(),
            "service.instance.id",
            instance,
            "host.name",
            instance.replaceFirst(":\\d+$", ""));
    this.receiver =
        new Receiver(
            endpoint, Map.of("Content-Type", "application/x-protobuf"), Receiver.FOR_EVER, LONGEST);
    List.of("sent", "rejected", "missed").forEach(this::points);
    thread.setDaemon(true);
  }

  private Counter points(String outcome) {
    return Counter.builder("tidemark.otlp.points")
        .description("Points for the receiver of OTLP, by what became of them")
        .tag("outcome", outcome)
        .register(meters);
  }

  public OtlpExport start() {
    thread.start();
    return this;
  }

  private void run() {
    try {
      boolean taken;
      do {
        taken = export();
      } while (!closing.await(EVERY_SECONDS, TimeUnit.SECONDS));
      if (taken) {
        export();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      LOG.error("{} gets no more metrics", endpoint, e);
    }
  }

  /** Exports once; false if the receiver is away. */
  boolean export() throws IOException {
    OtlpRequest request = new OtlpRequest(meters.getPrometheusRegistry().scrape(), clock.millis());
    if (System.nanoTime() - askedNanos < pauseNanos) {
      points("missed").increment(request.points());
      return false;
    }
    Receiver.Reply reply = receiver.once(request.bytes(resource));
    askedNanos = System.nanoTime();
    pauseNanos = TimeUnit.MILLISECONDS.toNanos(reply.afterMillis());
    if (reply.answer() != ReceiverAnswer.ACCEPTED && !reply.answer().isFinal()) {
      points("missed").increment(request.points());
      return false;
    }
    int rejected =
        reply.answer() == ReceiverAnswer.ACCEPTED ? rejected(reply.body()) : request.points();
    if (rejected > 0 && points("rejected").count() == 0) {
      LOG.warn("{} rejects some points; they are dropped and counted: {}", endpoint, reply.said());
    }
    points("rejected").increment(rejected);
    points("sent").increment(request.points() - rejected);
    return true;
  }

  private static int rejected(String body) {
    Matcher partial = PARTIAL.matcher(body);
    return partial.lookingAt()
        ? new StringBuilder(partial.group(1))
            .reverse()
            .chars()
            .reduce(0, (number, next) -> (number << 7) | (next & 0x7f))
        : 0;
  }

  /** Exports a last time, unless the receiver is away, and ends; waits two seconds at most. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
