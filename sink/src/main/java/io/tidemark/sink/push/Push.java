package io.tidemark.sink.push;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.sink.receiver.Endpoint;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what a scrape holds to a receiver: at the start, every 15 seconds and at the end. A scrape
 * that is not taken is sent again for a while, then counted: the next is newer.
 */
public final class Push implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Push.class);

  /** The time between two scrapes, and the longest time for which one is sent again. */
  private static final Duration EVERY = Duration.ofSeconds(15);

  private final Endpoint endpoint;
  private final Target target;
  private final PrometheusMeterRegistry meters;
  private final Clock clock;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "tidemark-sink-push");

  /** Encodes a scrape for its receiver, and sends it. */
  interface Target {

    /**
     * Sends a scrape.
     *
     * @param millis its time in epoch milliseconds
     * @return false if the receiver is away
     */
    boolean push(MetricSnapshots scrape, long millis) throws IOException;
  }

  private Push(Endpoint endpoint, Target target, PrometheusMeterRegistry meters, Clock clock) {
    this.endpoint = endpoint;
    this.target = target;
    this.meters = meters;
    this.clock = clock;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Pushes to a receiver of OTLP over HTTP until closed.
   *
   * @param instance host and port of the scrape, such as {@code node-7:9464}
   */
  public static Push otlp(
      Endpoint to, String instance, PrometheusMeterRegistry meters, Clock clock) {
    return new Push(to, new OtlpPush(to, instance, meters), meters, clock);
  }

  /**
   * Pushes to a receiver of remote writes until closed.
   *
   * @param instance host and port of the scrape, such as {@code node-7:9464}
   */
  public static Push remoteWrite(
      Endpoint to, String instance, PrometheusMeterRegistry meters, Clock clock) {
    return new Push(to, new RemoteWritePush(to, EVERY, instance, meters), meters, clock);
  }

  private void run() {
    try {
      boolean taken;
      long due = System.nanoTime();
      do {
        taken = push();
        due = Math.max(due + EVERY.toNanos(), System.nanoTime());
      } while (!closing.await(due - System.nanoTime(), TimeUnit.NANOSECONDS));
      if (taken) {
        push();
      }
    } catch (IOException | InterruptedException e) {
      if (closing.getCount() > 0) {
        LOG.error("{} gets no more metrics", endpoint, e);
      }
    }
  }

  private boolean push() throws IOException {
    try {
      return target.push(meters.getPrometheusRegistry().scrape(), clock.millis());
    } catch (RuntimeException e) {
      LOG.warn("{}: a scrape could not be made or sent; the next one is tried", endpoint, e);
      return false;
    }
  }

  /** Pushes a last time, unless the receiver is away, and ends; waits two seconds at most. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }

  /** The name of a metric in a scrape; a summary's series add a suffix to it. */
  static String name(MetricSnapshot metric) {
    String base = metric.getMetadata().getPrometheusName();
    return metric instanceof CounterSnapshot
        ? base + "_total"
        : metric instanceof InfoSnapshot ? base + "_info" : base;
  }

  /** The value of a series that is no summary. */
  static double value(DataPointSnapshot point) {
    return point instanceof CounterDataPointSnapshot counter
        ? counter.getValue()
        : point instanceof GaugeDataPointSnapshot gauge ? gauge.getValue() : 1.0;
  }
}
